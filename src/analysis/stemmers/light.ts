/** Savoy's light stemmers, as used by Lucene's language analyzers. */
import { applyFirst, endingRules, foldLetters } from './endingRules.ts';

const GERMAN_VOWELS = foldLetters('äàáâöòóôïìíîüùúû', 'aaaaooooiiiiuuuu');
const GERMAN_UMLAUTS = foldLetters('äöü', 'aou');
const ROMANCE_VOWELS = foldLetters('àáâäòóôöèéêëùúûüìíîï', 'aaaaooooeeeeuuuuiiii');
const PORTUGUESE_LETTERS = foldLetters('àáâäãòóôöõèéêëùúûüìíîïç', 'aaaaaoooooeeeeuuuuiiiic');
const FRENCH_LETTERS = foldLetters('àáâôèéêùûîç', 'aaaoeeeuuic');

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
  const plain = GERMAN_UMLAUTS(word);
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

const PORTUGUESE_PLURALS = endingRules(`
  >4 res=r ses=s les=l zes=z >3 ns=m >4 eis=el éis=el ais=al óis=ol is=il >3 ões=ão ães=ão >6 mente >3 s`);

const PORTUGUESE_FEMININES = endingRules(`
  >7 inha=inho iaca=iaco eira=eiro
  >6 osa=oso ica=ico ida=ido ada=ado iva=ivo ama=amo ona=ão ora=or esa=ês na=no`);

export function lightPortuguese(word: string): string {
  if (word.length < 4) return word;
  let stem = applyFirst(word, PORTUGUESE_PLURALS);
  if (stem.length > 3 && stem.endsWith('a')) stem = applyFirst(stem, PORTUGUESE_FEMININES);
  if (stem.length > 4 && /[eao]$/.test(stem)) stem = stem.slice(0, -1);
  return PORTUGUESE_LETTERS(stem);
}

/**
 * Endings of adverbs, agent nouns and nouns: if one of the first two groups matches, no further ending is
 * removed.
 */
const FRENCH_ADVERBS = endingRules(`
  >9 issement=ir >8 issant=ir >6 ivement=if ement=e
  >11 ficatrice=fier >10 ficateur=fier >9 catrice=quer >8 cateur=quer atrice=er >7 ateur=er`);
const FRENCH_PERSONS = endingRules(`
  >5 ième >7 teuse=ter >6 teur=ter >5 euse=eu >8 ère=er >7 ive=if >4 folle=fou molle=mou >9 nnelle=n nnel=n`);
const FRENCH_NOUNS = endingRules(
  '>8 esse=e >7 inage=in >12 ualisation=uel >9 isation isateur >8 ation ition',
);

export function lightFrench(word: string): string {
  let stem = word;
  if (stem.length > 5 && stem.endsWith('x')) {
    stem = /[^e]aux$/.test(stem) ? `${stem.slice(0, -2)}l` : stem.slice(0, -1);
  }
  if (stem.length > 3 && stem.endsWith('x')) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.endsWith('s')) stem = stem.slice(0, -1);
  const first = applyFirst(stem, FRENCH_ADVERBS);
  if (first !== stem) return frenchNorm(first);
  if (stem.length > 6 && stem.endsWith('trice')) stem = `${stem.slice(0, -4)}eur`;
  const second = applyFirst(stem, FRENCH_PERSONS);
  if (second !== stem) return frenchNorm(second);
  if (stem.length > 4 && stem.endsWith('ète')) stem = `${stem.slice(0, -3)}et`;
  if (stem.length > 8 && stem.endsWith('ique')) stem = stem.slice(0, -4);
  return frenchNorm(applyFirst(stem, FRENCH_NOUNS));
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
