import { type DictionaryEntry, dictionary } from './dictionary.ts';

const MAX_LETTERS = 49;

/**
 * Krovetz' stemmer for English: removes an ending if the rest is in the dictionary; a few productive endings
 * are always removed.
 */
export function kstem(term: string): string {
  if (term.length < 3 || term.length > MAX_LETTERS) return term;
  const known = dictionary().get(term);
  if (known !== undefined) return known.root;
  if (/[^a-z]/.test(term)) return term;
  return new Attempt(term).run();
}

/** A word that loses one ending after another until it is in the dictionary. */
class Attempt {
  #word: string;
  /** Result of the last lookup. */
  #found: DictionaryEntry | undefined;

  constructor(term: string) {
    this.#word = term;
  }

  run(): string {
    const steps = [
      this.#plural,
      this.#past,
      this.#aspect,
      this.#ity,
      this.#ness,
      this.#ion,
      this.#erOr,
      this.#ly,
      this.#al,
      this.#ive,
      this.#ize,
      this.#ment,
      this.#ble,
      this.#ism,
      this.#ic,
      this.#ncy,
      this.#nce,
    ];
    for (const step of steps) {
      step.call(this);
      if (this.#found !== undefined) return this.#found.root;
    }
    return this.#word;
  }

  /** Sets the word to the first candidate in the dictionary, or else to `fallback` without a check. */
  #first(candidates: readonly string[], fallback: string): boolean {
    if (candidates.some((candidate) => this.#look(candidate))) return true;
    this.#word = fallback;
    return false;
  }

  #look(candidate: string): boolean {
    this.#word = candidate;
    this.#found = dictionary().get(candidate);
    return this.#found !== undefined;
  }

  /** The part before an ending, at least one letter; `null` if the word ends differently. */
  #before(ending: string): string | null {
    const word = this.#word;
    return word.length > ending.length && word.endsWith(ending) ? word.slice(0, -ending.length) : null;
  }

  #plural(): void {
    const word = this.#word;
    if (!word.endsWith('s')) return;
    const ies = this.#before('ies');
    if (ies !== null) {
      if (!this.#look(`${ies}ie`)) this.#look(`${ies}y`);
      return;
    }
    const es = this.#before('es');
    if (es !== null) this.#pluralEs(es);
    else if (word.length > 3 && !word.endsWith('ss') && !word.endsWith('ous')) this.#look(word.slice(0, -1));
  }

  /** `crosses` is derived from `cross`, not from `crosse`. */
  #pluralEs(stem: string): void {
    const keepsE = stem.length > 1 && !stem.endsWith('ss');
    if (keepsE && this.#look(`${stem}e`)) return;
    if (this.#look(stem)) return;
    if (keepsE) this.#word = `${stem}e`;
    else this.#look(`${stem}e`);
  }

  #past(): void {
    if (this.#word.length <= 4) return;
    const ied = this.#before('ied');
    if (ied !== null) {
      if (!this.#look(`${ied}ie`)) this.#look(`${ied}y`);
      return;
    }
    const stem = this.#before('ed');
    if (stem === null || !hasVowel(stem)) return;
    if (this.#withE(stem) || this.#look(stem) || this.#doubled(stem)) return;
    this.#word = stem.startsWith('un') ? `${stem}ed` : `${stem}e`;
  }

  #aspect(): void {
    const stem = this.#word.length > 5 ? this.#before('ing') : null;
    if (stem === null || !hasVowel(stem)) return;
    if (this.#withE(stem) || this.#look(stem) || this.#doubled(stem)) return;
    const last = stem.length - 1;
    this.#word = last > 0 && isConsonant(stem, last) && isConsonant(stem, last - 1) ? stem : `${stem}e`;
  }

  /** Tries the stem with `e` appended, unless it is an exception. */
  #withE(stem: string): boolean {
    const entry = dictionary().get(`${stem}e`);
    if (entry === undefined || entry.exception) return false;
    return this.#look(`${stem}e`);
  }

  /**
   * Handles stems that end in a double consonant: with one of them, or else unchanged. Returns false for
   * other stems.
   */
  #doubled(stem: string): boolean {
    if (!doubleConsonant(stem)) return false;
    if (!this.#look(stem.slice(0, -1))) this.#look(stem);
    return true;
  }

  /** The word without the second of two equal final consonants. */
  #single(stem: string): string[] {
    return doubleConsonant(stem) ? [stem.slice(0, -1)] : [];
  }

  #ity(): void {
    const stem = this.#before('ity');
    if (stem === null) return;
    const word = this.#word;
    if (this.#first([stem, `${stem}e`], word)) return;
    if (stem.endsWith('il')) this.#look(`${stem.slice(0, -2)}le`);
    else if (stem.endsWith('iv')) this.#look(`${stem}e`);
    else if (stem.endsWith('al')) this.#look(stem);
    else this.#first([word], stem);
  }

  #ness(): void {
    const stem = this.#before('ness');
    if (stem !== null) this.#look(stem.replace(/i$/, 'y'));
  }

  #ion(): void {
    const word = this.#word;
    const ion = this.#before('ion');
    if (ion === null) return;
    const ization = this.#before('ization');
    if (ization !== null) {
      this.#look(`${ization}ize`);
      return;
    }
    const ition = this.#before('ition');
    const ation = this.#before('ation');
    const ication = this.#before('ication');
    this.#first(
      [
        ...(ition === null ? [] : [`${ition}e`]),
        ...(ation === null ? [] : [`${ation}ate`, `${ation}e`, ation]),
        ...(ication === null ? [] : [`${ication}y`]),
        `${ion}e`,
        ion,
      ],
      word,
    );
  }

  #erOr(): void {
    const word = this.#word;
    const izer = this.#before('izer');
    if (izer !== null) {
      this.#look(`${izer}ize`);
      return;
    }
    const stem = this.#before('er') ?? this.#before('or');
    if (stem === null) return;
    const shorter = stem.slice(0, -1);
    this.#first(
      [
        ...this.#single(stem),
        ...(stem.endsWith('i') ? [`${shorter}y`] : []),
        ...(stem.endsWith('e') ? [shorter] : []),
        stem.endsWith('i') ? `${stem}e` : word.slice(0, -1),
        stem,
        `${stem}e`,
      ],
      word,
    );
  }

  #ly(): void {
    const stem = this.#before('ly');
    if (stem === null) return;
    if (this.#first([`${stem}le`, stem], stem)) return;
    if (stem.endsWith('al') && stem.length > 1) return;
    if (stem.endsWith('ab') && stem.length > 1) this.#word = `${stem}le`;
    else if (stem.endsWith('i')) this.#first([`${stem.slice(0, -1)}y`], stem);
  }

  #al(): void {
    const word = this.#word;
    const stem = word.length < 4 ? null : this.#before('al');
    if (stem === null) return;
    if (this.#first([stem, ...this.#single(stem), `${stem}e`, `${stem}um`], word)) return;
    const shorter = stem.slice(0, -2);
    if (stem.endsWith('ic')) this.#first([shorter, `${shorter}y`, `${shorter}ic`], `${shorter}ic`);
    else if (stem.endsWith('i')) this.#first([stem.slice(0, -1), word], word);
  }

  /** Before it, the word itself is accepted unless it is an exception. */
  #ive(): void {
    const word = this.#word;
    const entry = dictionary().get(word);
    if (entry?.exception === false) this.#found = entry;
    const stem = this.#before('ive');
    if (stem === null) return;
    const shorter = stem.slice(0, -2);
    this.#first(
      [stem, `${stem}e`, ...(stem.endsWith('at') ? [`${shorter}e`, shorter] : []), `${stem}ion`],
      word,
    );
  }

  #ize(): void {
    const stem = this.#before('ize');
    if (stem !== null) this.#first([stem, ...this.#single(stem), `${stem}e`], this.#word);
  }

  #ment(): void {
    const stem = this.#before('ment');
    if (stem !== null) this.#first([stem], this.#word);
  }

  #ble(): void {
    const stem = this.#before('able') ?? this.#before('ible') ?? (/^[ai]ble$/.test(this.#word) ? '' : null);
    if (stem !== null) this.#first([stem, ...this.#single(stem), `${stem}e`, `${stem}ate`], this.#word);
  }

  #ism(): void {
    const stem = this.#before('ism');
    if (stem !== null) this.#look(stem);
  }

  #ic(): void {
    const stem = this.#before('ic');
    if (stem !== null) this.#first([`${stem}ical`, `${stem}y`, `${stem}e`, stem], this.#word);
  }

  #ncy(): void {
    const stem = this.#before('ncy');
    if (stem !== null && /[ea]$/.test(stem)) this.#first([`${stem}nt`, `${stem}nce`], `${stem}nce`);
  }

  #nce(): void {
    const stem = this.#before('nce');
    if (stem === null || !/[ea]$/.test(stem)) return;
    const shorter = stem.slice(0, -1);
    this.#first([`${shorter}e`, shorter], this.#word);
  }
}

/** `y` is a vowel after a consonant. */
function isConsonant(word: string, at: number): boolean {
  const letter = word[at];
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1);
}

function hasVowel(word: string): boolean {
  return [...word].some((_letter, at) => !isConsonant(word, at));
}

function doubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}
