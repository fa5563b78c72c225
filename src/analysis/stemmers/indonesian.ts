/** The removed prefix determines which suffix may be removed. */
type Removed = 'ke' | 'peng' | 'di' | 'meng' | 'ter' | 'ber' | 'pe' | 'per';

interface Prefix {
  /** Matches the start of the word. */
  readonly pattern: RegExp;
  readonly instead: string;
  readonly removed: Removed;
}

const FIRST_PREFIXES: readonly Prefix[] = [
  { pattern: /^meng/, instead: '', removed: 'meng' },
  { pattern: /^meny(?=[aeiou])/, instead: 's', removed: 'meng' },
  { pattern: /^me[nm]/, instead: '', removed: 'meng' },
  { pattern: /^me/, instead: '', removed: 'meng' },
  { pattern: /^peng/, instead: '', removed: 'peng' },
  { pattern: /^peny(?=[aeiou])/, instead: 's', removed: 'peng' },
  { pattern: /^peny/, instead: '', removed: 'peng' },
  { pattern: /^pen(?=[aeiou])/, instead: 't', removed: 'peng' },
  { pattern: /^pe[nm]/, instead: '', removed: 'peng' },
  { pattern: /^di/, instead: '', removed: 'di' },
  { pattern: /^ter/, instead: '', removed: 'ter' },
  { pattern: /^ke/, instead: '', removed: 'ke' },
];

const SECOND_PREFIXES: readonly Prefix[] = [
  { pattern: /^ber/, instead: '', removed: 'ber' },
  { pattern: /^bel(?=ajar$)/, instead: '', removed: 'ber' },
  { pattern: /^be(?=[^aeiou]er)/, instead: '', removed: 'ber' },
  { pattern: /^per/, instead: '', removed: 'per' },
  { pattern: /^pel(?=ajar$)/, instead: '', removed: 'per' },
  { pattern: /^pe/, instead: '', removed: 'pe' },
];

const SUFFIXES: readonly { readonly ending: RegExp; readonly notAfter: readonly Removed[] }[] = [
  { ending: /kan$/, notAfter: ['ke', 'peng', 'pe'] },
  { ending: /an$/, notAfter: ['di', 'meng', 'ter'] },
  { ending: /(?<!s)i$/, notAfter: ['ber', 'ke', 'peng'] },
];

/** The word being stemmed; each removed affix takes a syllable, and two syllables must remain. */
class Word {
  text: string;
  #syllables: number;
  readonly #removed = new Set<Removed>();

  constructor(text: string) {
    this.text = text;
    this.#syllables = text.match(/[aeiou]/g)?.length ?? 0;
  }

  /** Returns whether the affix was found and enough remains without it. */
  cut(pattern: RegExp, instead = ''): boolean {
    if (this.#syllables <= 2) return false;
    const shorter = this.text.replace(pattern, instead);
    if (shorter === this.text) return false;
    this.text = shorter;
    this.#syllables--;
    return true;
  }

  cutPrefix(prefixes: readonly Prefix[]): boolean {
    const prefix = prefixes.find(({ pattern, instead }) => this.cut(pattern, instead));
    if (prefix !== undefined) this.#removed.add(prefix.removed);
    return prefix !== undefined;
  }

  cutSuffix(): boolean {
    return SUFFIXES.some(
      ({ ending, notAfter }) => !notAfter.some((name) => this.#removed.has(name)) && this.cut(ending),
    );
  }
}

/** Indonesian: Tala's stemmer, which removes particles, possessives, then prefixes and suffixes. */
export function indonesian(text: string): string {
  const word = new Word(text);
  word.cut(/(?:kah|lah|pun)$/);
  word.cut(/(?:ku|mu|nya)$/);
  if (word.cutPrefix(FIRST_PREFIXES)) {
    if (word.cutSuffix()) word.cutPrefix(SECOND_PREFIXES);
  } else {
    word.cutPrefix(SECOND_PREFIXES);
    word.cutSuffix();
  }
  return word.text;
}
