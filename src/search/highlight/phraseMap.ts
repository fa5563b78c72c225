import type { Token } from '../../analysis/index.ts';
import type { PhraseTerms } from '../../query/index.ts';
import type { Sought } from './fieldTerms.ts';

/** A term or phrase for the fast vector highlighter: one term per position. */
interface Flat {
  readonly field: string;
  readonly terms: readonly string[];
  readonly slop: number;
  readonly boost: number;
}

/** Variants of a phrase with alternatives; one with more terms than this is treated as separate terms. */
const MAX_PHRASE_TERMS = 16;

/** The terms of a field that pass a test, in order. */
export type Expand = (field: string, test: (term: string) => boolean) => readonly string[];

/** The distinct terms and phrases of a query. */
function flatten(sought: readonly Sought[], expand: Expand): Flat[] {
  const flat = new Map<string, Flat>();
  const add = (one: Flat): void => {
    const key = JSON.stringify([one.field, one.terms, one.slop, one.boost]);
    if (!flat.has(key)) flat.set(key, one);
  };
  const addTerm = (field: string, term: string, boost: number): void =>
    add({ field, terms: [term], slop: 0, boost });
  for (const one of sought) {
    const { field, boost } = one;
    if (one.kind === 'term') addTerm(field, one.term, boost);
    else if (one.kind === 'pattern') for (const term of expand(field, one.test)) addTerm(field, term, boost);
    else if (one.kind === 'phrase') {
      const { words, slop } = one.phrase;
      const several = words.some((terms) => terms.length > 1);
      if (several && words.flat().length > MAX_PHRASE_TERMS)
        for (const term of words.flat()) addTerm(field, term, 1);
      else for (const terms of ways(words)) add({ field, terms, slop, boost: several ? 1 : boost });
    }
  }
  return [...flat.values()];
}

function ways(words: PhraseTerms['words']): string[][] {
  return words.reduce<string[][]>(
    (found, terms) => found.flatMap((way) => terms.map((term) => [...way, term])),
    [[]],
  );
}

/** Adds combinations of overlapping phrases. */
function withOverlaps(flat: readonly Flat[], fieldsMatter: boolean): Flat[] {
  const out: Flat[] = [];
  flat.forEach((a, i) => {
    out.push(a);
    if (a.terms.length === 1) return;
    for (const b of flat.slice(i + 1)) {
      if (b.terms.length === 1 || a.slop !== b.slop || (fieldsMatter && a.field !== b.field)) continue;
      out.push(...overlaps(a, b.terms), ...overlaps({ ...b, boost: a.boost }, a.terms));
    }
  });
  return out;
}

function overlaps(a: Flat, b: readonly string[]): Flat[] {
  const found: Flat[] = [];
  for (let i = 1; i < a.terms.length; i++) {
    const shared = a.terms.length - i;
    const same = a.terms.slice(i).every((term, j) => j >= b.length || term === b[j]);
    if (same && shared < b.length) found.push({ ...a, terms: [...a.terms, ...b.slice(shared)], boost: 1 });
  }
  return found;
}

/** The end of a term or phrase in the phrase tree. */
interface Ending {
  readonly slop: number;
  readonly boost: number;
  /** Number of the term or phrase, which selects its tags. */
  readonly number: number;
}

/** The terms and phrases of a query as a tree, by term. */
export class PhraseMap {
  /** At the root: all terms of the terms and phrases. */
  readonly terms = new Set<string>();
  readonly #next = new Map<string, PhraseMap>();
  #ending: Ending | null = null;

  static of(sought: readonly Sought[], field: string | null, expand: Expand): PhraseMap {
    const root = new PhraseMap();
    let number = 0;
    for (const flat of withOverlaps(flatten(sought, expand), field !== null)) {
      const own = number++;
      if (field !== null && flat.field !== field) continue;
      let node = root;
      for (const term of flat.terms) {
        root.terms.add(term);
        node = node.#child(term);
      }
      node.#ending = { slop: flat.slop, boost: flat.boost, number: own };
    }
    return root;
  }

  #child(term: string): PhraseMap {
    let child = this.#next.get(term);
    if (child === undefined) {
      child = new PhraseMap();
      this.#next.set(term, child);
    }
    return child;
  }

  next(term: string): PhraseMap | null {
    return this.#next.get(term) ?? null;
  }

  /** The phrase that ends here, if the tokens are close enough for it. */
  ending(tokens: readonly Token[]): Ending | null {
    const ending = this.#ending;
    if (ending === null) return null;
    const near = tokens.every((token, i) => {
      return i === 0 || Math.abs(token.position - tokens[i - 1].position - 1) <= ending.slop;
    });
    return near ? ending : null;
  }

  find(tokens: readonly Token[]): Ending | null {
    let node: PhraseMap | null = this;
    for (const { term } of tokens) node = node?.next(term) ?? null;
    return node?.ending(tokens) ?? null;
  }
}
