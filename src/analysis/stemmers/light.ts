/** Savoy's light stemmers, which Lucene's language analyzers use, as word → stem. */

/** `from` characters become `to` at the same place. */
function fold(from: string, to: string): (word: string) => string {
  const table = new Map([...from].map((char, i) => [char, [...to][i]]));
  return (word) => {
    let out = '';
    for (const char of word) out += table.get(char) ?? char;
    return out;
  };
}

const GERMAN_VOWELS = fold('äàáâöòóôïìíîüùúû', 'aaaaooooiiiiuuuu');
const ROMANCE_VOWELS = fold('àáâäòóôöèéêëùúûüìíîï', 'aaaaooooeeeeuuuuiiii');
const PORTUGUESE_LETTERS = fold('àáâäãòóôöõèéêëùúûüìíîïç', 'aaaaaoooooeeeeuuuuiiiic');
const FRENCH_LETTERS = fold('àáâôèéêùûîç', 'aaaoeeeuuic');

/** A rule: words longer than `longerThan` that end in `ending` lose it for `instead`. */
type Rule = readonly [ending: string, longerThan: number, instead: string];

function firstRule(word: string, rules: readonly Rule[]): string | null {
  for (const [ending, longerThan, instead] of rules) {
    if (word.length > longerThan && word.endsWith(ending)) return word.slice(0, -ending.length) + instead;
  }
  return null;
}

export function lightGerman(word: string): string {
  return germanSecond(germanFirst(GERMAN_VOWELS(word)));
}

function germanFirst(word: string): string {
  if (word.length > 5 && word.endsWith('ern')) return word.slice(0, -3);
  if (word.length > 4 && /e[mnrs]$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  return word.length > 3 && /[bdfghklmnt]s$/.test(word) ? word.slice(0, -1) : word;
}

function germanSecond(word: string): string {
  if (word.length > 5 && word.endsWith('est')) return word.slice(0, -3);
  if (word.length > 4 && /e[rn]$/.test(word)) return word.slice(0, -2);
  return word.length > 4 && /[bdfghklmnt]st$/.test(word) ? word.slice(0, -2) : word;
}

export function minimalGerman(word: string): string {
  if (word.length < 5) return word;
  const plain = fold('äöü', 'aou')(word);
  if (plain.length > 6 && plain.endsWith('nen')) return plain.slice(0, -3);
  if (plain.length > 5 && /(?:en|se|es|er)$/.test(plain)) return plain.slice(0, -2);
  return /[nesr]$/.test(plain) ? plain.slice(0, -1) : plain;
}

export function lightSpanish(word: string): string {
  if (word.length < 5) return word;
  const plain = ROMANCE_VOWELS(word);
  if (/[oae]$/.test(plain)) return plain.slice(0, -1);
  if (plain.endsWith('eses')) return plain.slice(0, -2);
  if (plain.endsWith('ces')) return `${plain.slice(0, -3)}z`;
  return /[oae]s$/.test(plain) ? plain.slice(0, -2) : plain;
}

export function lightItalian(word: string): string {
  if (word.length < 6) return word;
  const plain = ROMANCE_VOWELS(word);
  if (/(?:[ih]e|[hi]i|ia|io)$/.test(plain)) return plain.slice(0, -2);
  return /[eiao]$/.test(plain) ? plain.slice(0, -1) : plain;
}

const PORTUGUESE_PLURALS: readonly Rule[] = [
  ['res', 4, 'r'],
  ['ses', 4, 's'],
  ['les', 4, 'l'],
  ['zes', 4, 'z'],
  ['ns', 3, 'm'],
  ['eis', 4, 'el'],
  ['éis', 4, 'el'],
  ['ais', 4, 'al'],
  ['óis', 4, 'ol'],
  ['is', 4, 'il'],
  ['ões', 3, 'ão'],
  ['ães', 3, 'ão'],
  ['mente', 6, ''],
  ['s', 3, ''],
];

const PORTUGUESE_FEMININES: readonly Rule[] = [
  ...['inha', 'iaca', 'eira'].map((ending): Rule => [ending, 7, `${ending.slice(0, -1)}o`]),
  ...['osa', 'ica', 'ida', 'ada', 'iva', 'ama'].map((ending): Rule => [ending, 6, `${ending.slice(0, -1)}o`]),
  ['ona', 6, 'ão'],
  ['ora', 6, 'or'],
  ['esa', 6, 'ês'],
  ['na', 6, 'no'],
];

export function lightPortuguese(word: string): string {
  if (word.length < 4) return word;
  let stem = firstRule(word, PORTUGUESE_PLURALS) ?? word;
  if (stem.length > 3 && stem.endsWith('a')) stem = firstRule(stem, PORTUGUESE_FEMININES) ?? stem;
  if (stem.length > 4 && /[eao]$/.test(stem)) stem = stem.slice(0, -1);
  return PORTUGUESE_LETTERS(stem);
}

/** Endings that stand for themselves: the word is done once one is taken off. */
const FRENCH_ENDINGS: readonly (readonly Rule[])[] = [
  [
    ['issement', 9, 'ir'],
    ['issant', 8, 'ir'],
    ['ivement', 6, 'if'],
    ['ement', 6, 'e'],
    ['ficatrice', 11, 'fier'],
    ['ficateur', 10, 'fier'],
    ['catrice', 9, 'quer'],
    ['cateur', 8, 'quer'],
    ['atrice', 8, 'er'],
    ['ateur', 7, 'er'],
  ],
  [
    ['ième', 5, ''],
    ['teuse', 7, 'ter'],
    ['teur', 6, 'ter'],
    ['euse', 5, 'eu'],
    ['ère', 8, 'er'],
    ['ive', 7, 'if'],
    ['folle', 4, 'fou'],
    ['molle', 4, 'mou'],
    ['nnelle', 9, 'n'],
    ['nnel', 9, 'n'],
  ],
  [
    ['esse', 8, 'e'],
    ['inage', 7, 'in'],
    ['ualisation', 12, 'uel'],
    ['isation', 9, ''],
    ['isateur', 9, ''],
    ['ation', 8, ''],
    ['ition', 8, ''],
  ],
];

export function lightFrench(word: string): string {
  let stem = word;
  if (stem.length > 5 && stem.endsWith('x')) {
    stem = /[^e]aux$/.test(stem) ? `${stem.slice(0, -2)}l` : stem.slice(0, -1);
  }
  if (stem.length > 3 && stem.endsWith('x')) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.endsWith('s')) stem = stem.slice(0, -1);
  const [adverbs, persons, nouns] = FRENCH_ENDINGS;
  const first = firstRule(stem, adverbs);
  if (first !== null) return frenchNorm(first);
  if (stem.length > 6 && stem.endsWith('trice')) stem = `${stem.slice(0, -4)}eur`;
  const second = firstRule(stem, persons);
  if (second !== null) return frenchNorm(second);
  if (stem.length > 4 && stem.endsWith('ète')) stem = `${stem.slice(0, -3)}et`;
  if (stem.length > 8 && stem.endsWith('ique')) stem = stem.slice(0, -4);
  return frenchNorm(firstRule(stem, nouns) ?? stem);
}

function frenchNorm(word: string): string {
  let stem = word;
  if (stem.length > 4) stem = FRENCH_LETTERS(stem).replace(/(\p{L})\1+/gu, '$1');
  if (stem.length > 4 && stem.endsWith('ie')) stem = stem.slice(0, -2);
  if (stem.length <= 4) return stem;
  if (stem.endsWith('r')) stem = stem.slice(0, -1);
  if (stem.endsWith('e')) stem = stem.slice(0, -1);
  if (stem.endsWith('e')) stem = stem.slice(0, -1);
  return /(\p{L})\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}

export function minimalFrench(word: string): string {
  if (word.length < 6) return word;
  if (word.endsWith('x')) return word.endsWith('aux') ? `${word.slice(0, -2)}l` : word.slice(0, -1);
  let stem = word;
  for (const ending of ['s', 'r', 'e', 'é']) if (stem.endsWith(ending)) stem = stem.slice(0, -1);
  return /(\p{L})\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}
