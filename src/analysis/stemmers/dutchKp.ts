/** Dutch: the stemmer of Kraaij and Pohlmann. Internally `Y` represents a `y` after a vowel. */
export function dutchKp(word: string): string {
  const stemmer = new KpStemmer(markConsonantY(word));
  return stemmer.run().replaceAll('Y', 'y');
}

const VOWEL = /[aeiouy]/;

function markConsonantY(word: string): string {
  const letters = [...word];
  if (letters[0] === 'y') letters[0] = 'Y';
  for (let i = 1; i < letters.length; i++) {
    if (letters[i] === 'y' && VOWEL.test(letters[i - 1])) letters[i] = 'Y';
  }
  return letters.join('');
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && VOWEL.test(letter);
}

/**
 * The index after consonants, vowels (`ij` counts as one) and another consonant; -1 if the word ends first.
 */
function regionAfter(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowel(word[at])) at++;
  const vowels = at;
  while (word.startsWith('ij', at) || isVowel(word[at])) at += word.startsWith('ij', at) ? 2 : 1;
  return at === vowels || at >= word.length ? -1 : at + 1;
}

/** After an ending is removed, a short vowel before a single consonant is doubled: `bom` → `boom`. */
function lengthenVowel(word: string): string {
  if (/(?:^|[^aeiouy])[aou][^aeiouywx]$/.test(word)) return doubleVowel(word);
  if (!/(?:^|[^aeiouy])e[^aeiouywx]$/.test(word)) return word;
  const before = word.slice(0, -3);
  return /[aiou]$|[^aeiouy][aiou].$/.test(before) ? word : doubleVowel(word);
}

function doubleVowel(word: string): string {
  return word.slice(0, -1) + word.slice(-2);
}

/** Handles an ending: returns the new word, or `null` if its condition fails. */
type Ending = (stemmer: KpStemmer, stem: string) => string | null;

const inR1 =
  (change: (stem: string) => string): Ending =>
  (stemmer, stem) =>
    stemmer.inR1(stem) ? change(stem) : null;
const behindConsonant =
  (change: (stem: string) => string): Ending =>
  (stemmer, stem) =>
    stemmer.inR1(stem) && endsInConsonant(stem) ? change(stem) : null;
const behindVowel =
  (change: (stem: string) => string): Ending =>
  (stemmer, stem) =>
    stemmer.inR1(stem) && endsInVowel(stem) ? change(stem) : null;
const inR2 =
  (change: (stem: string) => string): Ending =>
  (stemmer, stem) =>
    stemmer.inR2(stem) ? change(stem) : null;

const gone = (stem: string): string => stem;
const become =
  (ending: string) =>
  (stem: string): string =>
    stem + ending;
const longBefore =
  (ending: string) =>
  (stem: string): string =>
    lengthenVowel(stem + ending);

function endsInVowel(stem: string): boolean {
  return /(?:[aeiouy]|ij)$/.test(stem);
}

function endsInConsonant(stem: string): boolean {
  return stem !== '' && !endsInVowel(stem);
}

type Step = Readonly<Record<string, Ending>>;

/** Tries alternatives in order; each receives the stem without the ending. */
function either(...tries: readonly Ending[]): Ending {
  return (stemmer, stem) => {
    for (const one of tries) {
      const made = one(stemmer, stem);
      if (made !== null) return made;
    }
    return null;
  };
}

/** Extends the ending to the left: `t` before `je`. */
function further(letters: string, then: Ending): Ending {
  return (stemmer, stem) =>
    stem.endsWith(letters) ? then(stemmer, stem.slice(0, stem.length - letters.length)) : null;
}

const always =
  (change: (stem: string) => string): Ending =>
  (_stemmer, stem) =>
    change(stem);

const STEP_1: Step = {
  "'s": always(gone),
  s: (stemmer, stem) => {
    if (!stemmer.inR1(stem) || !endsInConsonant(stem)) return null;
    return stem.endsWith('t') && stemmer.inR1(stem.slice(0, -1)) ? null : stem;
  },
  ies: inR1(become('ie')),
  es: either(
    further('ar', behindConsonant(longBefore(''))),
    further('er', behindConsonant(gone)),
    behindConsonant(become('e')),
  ),
  aus: behindVowel(become('au')),
  en: either(
    further('hed', inR1(become('heid'))),
    (_stemmer, stem) => (stem.endsWith('nd') ? stem : null),
    further('d', behindConsonant(gone)),
    (_stemmer, stem) => (/(?:[aeiouy]|ij)[ij]$/.test(stem) ? stem : null),
    behindConsonant(longBefore('')),
  ),
  nde: always(become('nd')),
};

const STEP_2: Step = {
  je: either(
    further("'t", always(gone)),
    further('et', behindConsonant(gone)),
    further('rnt', always(become('rn'))),
    further('t', (stemmer, stem) => (stemmer.inR1(stem) && /(?:[aeiouy]|ij).$/.test(stem) ? stem : null)),
    further('ink', always(become('ing'))),
    further('mp', always(become('m'))),
    further("'", inR1(gone)),
    behindConsonant(gone),
  ),
  ge: inR1(become('g')),
  lijke: inR1(become('lijk')),
  ische: inR1(become('isch')),
  de: behindConsonant(gone),
  te: inR1(become('t')),
  se: inR1(become('s')),
  re: inR1(become('r')),
  le: inR1(longBefore('l')),
  ene: behindConsonant(longBefore('en')),
  ieve: behindConsonant(become('ief')),
};

const STEP_3: Step = {
  atie: inR1(become('eer')),
  iteit: inR1(longBefore('')),
  heid: inR1(gone),
  sel: inR1(gone),
  ster: inR1(gone),
  rder: always(become('r')),
  ing: inR1(longBefore('')),
  isme: inR1(longBefore('')),
  erij: inR1(longBefore('')),
  arij: behindConsonant(become('aar')),
  fie: inR2(longBefore('f')),
  gie: inR2(longBefore('g')),
  tst: behindConsonant(become('t')),
  dst: behindConsonant(become('d')),
};

const STEP_4: readonly Step[] = [
  {
    ioneel: inR1(become('ie')),
    atief: inR1(become('eer')),
    baar: inR1(gone),
    naar: behindVowel(become('n')),
    laar: behindVowel(become('l')),
    raar: behindVowel(become('r')),
    tant: inR1(become('teer')),
    lijker: inR1(become('lijk')),
    lijkst: inR1(become('lijk')),
    achtig: inR1(gone),
    achtiger: inR1(gone),
    achtigst: inR1(gone),
    eriger: behindConsonant(longBefore('')),
    erigst: behindConsonant(longBefore('')),
    erig: behindConsonant(longBefore('')),
    end: behindConsonant(longBefore('')),
  },
  {
    iger: behindConsonant(longBefore('')),
    igst: behindConsonant(longBefore('')),
    ig: behindConsonant(longBefore('')),
  },
];

/** Participle endings, for words with the prefix `ge`. */
const PARTICIPLE: Step = {
  d: (stemmer, stem) => stemmer.participle(stem, 'n'),
  t: (stemmer, stem) => stemmer.participle(stem, 'h'),
};

class KpStemmer {
  #word: string;
  #p1 = 0;
  #p2 = 0;
  #stemmed = false;

  constructor(word: string) {
    this.#word = word;
    this.#measure();
  }

  run(): string {
    this.#step(STEP_1);
    this.#step(STEP_2);
    this.#step(STEP_3);
    if (!this.#step(STEP_4[0])) this.#step(STEP_4[1]);
    if (this.#losePrefix(0)) this.#step(PARTICIPLE, false);
    const infix = this.#word.indexOf('ge', 1);
    const lost = infix > 0 && this.#losePrefix(infix);
    if (lost) this.#step(PARTICIPLE, false);
    this.#endCluster(lost);
    return this.#word;
  }

  inR1(stem: string): boolean {
    return this.#p1 <= stem.length;
  }

  inR2(stem: string): boolean {
    return this.#p2 <= stem.length;
  }

  participle(stem: string, notBehind: string): string | null {
    if (!this.inR1(stem) || !endsInConsonant(stem)) return null;
    return stem.endsWith(notBehind) && this.inR1(stem.slice(0, -1)) ? null : stem;
  }

  #measure(): void {
    const first = regionAfter(this.#word, 0);
    this.#p1 = first < 0 ? this.#word.length : first;
    const second = first < 0 ? -1 : regionAfter(this.#word, first);
    this.#p2 = second < 0 ? this.#word.length : second;
  }

  /** Applies the longest ending of the step; false if there is none or its condition fails. */
  #step(step: Step, marks = true): boolean {
    for (let size = Math.min(8, this.#word.length); size > 0; size--) {
      const ending = this.#word.slice(-size);
      if (!Object.hasOwn(step, ending)) continue;
      const made = step[ending](this, this.#word.slice(0, -size));
      if (made === null) return false;
      this.#word = made;
      this.#stemmed ||= marks;
      return true;
    }
    return false;
  }

  /** Removes `ge` if at least three letters follow it, with a vowel and a later consonant. */
  #losePrefix(at: number): boolean {
    const rest = this.#word.slice(at + 2);
    if (!this.#word.startsWith('ge', at) || rest.length < 3) return false;
    if (!/^.*?[aeiouy].*?[^aeiouy]/.test(rest)) return false;
    this.#word = this.#word.slice(0, at) + rest;
    this.#measure();
    return true;
  }

  #endCluster(lostInfix: boolean): void {
    const word = this.#word;
    if (/[kfp]t$/.test(word)) {
      this.#word = word.slice(0, -1);
      this.#stemmed = true;
    }
    if (!this.#stemmed && !lostInfix) return;
    if (/([bcdfghjklmnpqrstvwxz])\1$/.test(this.#word)) this.#word = this.#word.slice(0, -1);
    else this.#word = this.#word.replace(/v$/, 'f').replace(/z$/, 's');
  }
}
