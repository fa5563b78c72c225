import type { Token } from '../../analysis/index.ts';
import { groupBy } from './fieldText.ts';
import type { PhraseMap } from './phraseMap.ts';

export interface Stretch {
  start: number;
  end: number;
}

/** A term or phrase found in a text; consecutive words form one stretch. */
export interface FoundPhrase {
  readonly stretches: readonly Stretch[];
  boost: number;
  readonly number: number;
}

export const startOf = ({ stretches }: FoundPhrase): number => stretches[0].start;
export const endOf = ({ stretches }: FoundPhrase): number => stretches[stretches.length - 1].end;

/** The longest phrases starting at each token, at most `limit`, without overlaps. */
export function findPhrases(tokens: readonly Token[], map: PhraseMap, limit: number): FoundPhrase[] {
  const looked = tokens.filter(({ term }) => map.terms.has(term));
  const groups = [...groupBy(looked, ({ position }) => position).values()];
  const found = new DisjointPhrases();
  for (let i = 0; i < groups.length && found.size < limit; ) {
    const path: Token[] = [];
    let node: PhraseMap | null = map;
    let at = i;
    while (at < groups.length) {
      const here: PhraseMap = node;
      const token = groups[at].find(({ term }) => here.next(term) !== null);
      if (token === undefined) break;
      path.push(token);
      node = here.next(token.term) as PhraseMap;
      at++;
    }
    const taken = longest(path, map);
    if (taken === null) {
      i++;
      continue;
    }
    found.add(taken.phrase);
    i += taken.words;
  }
  return found.inOrder;
}

/** The longest prefix of a path at which a phrase ends. */
function longest(path: readonly Token[], map: PhraseMap): { phrase: FoundPhrase; words: number } | null {
  for (let words = path.length; words > 0; words--) {
    const own = path.slice(0, words);
    const ending = map.find(own);
    if (ending === null) continue;
    const phrase = { stretches: stretchesOf(own), boost: ending.boost, number: ending.number };
    return { phrase, words };
  }
  return null;
}

function stretchesOf(tokens: readonly Token[]): Stretch[] {
  const stretches: Stretch[] = [];
  tokens.forEach(({ startOffset, endOffset, position }, i) => {
    if (i > 0 && position - tokens[i - 1].position === 1) stretches[stretches.length - 1].end = endOffset;
    else stretches.push({ start: startOffset, end: endOffset });
  });
  return stretches;
}

/** Phrases in the order found; one that overlaps another only increases that one's weight. */
class DisjointPhrases {
  readonly inOrder: FoundPhrase[] = [];
  /** The same by position, each with its rank. */
  readonly #byPlace: { readonly phrase: FoundPhrase; readonly rank: number }[] = [];

  get size(): number {
    return this.inOrder.length;
  }

  add(phrase: FoundPhrase): void {
    const at = this.#countUpTo(startOf(phrase));
    let first = Number.POSITIVE_INFINITY;
    for (let i = at; i < this.#byPlace.length && startOf(this.#byPlace[i].phrase) < endOf(phrase); i++)
      first = Math.min(first, this.#byPlace[i].rank);
    if (first < this.inOrder.length) {
      this.inOrder[first].boost += phrase.boost;
      return;
    }
    this.#byPlace.splice(at, 0, { phrase, rank: this.inOrder.length });
    this.inOrder.push(phrase);
  }

  /** The number of phrases that end at or before an offset. */
  #countUpTo(offset: number): number {
    let low = 0;
    let high = this.#byPlace.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (endOf(this.#byPlace[middle].phrase) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Merges the phrases of several fields: those that overlap or touch become one phrase. */
export function mergePhrases(lists: readonly (readonly FoundPhrase[])[]): FoundPhrase[] {
  if (lists.length === 1) return [...lists[0]];
  const sorted = lists
    .flat()
    .sort((a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b) || a.boost - b.boost);
  const merged: FoundPhrase[] = [];
  for (const phrase of sorted) {
    const last = merged[merged.length - 1];
    if (last === undefined || startOf(phrase) > endOf(last)) merged.push(phrase);
    else merged[merged.length - 1] = joined(last, phrase);
  }
  return merged;
}

function joined(a: FoundPhrase, b: FoundPhrase): FoundPhrase {
  const stretches: Stretch[] = [];
  for (const { start, end } of [...a.stretches, ...b.stretches].sort(
    (x, y) => x.start - y.start || x.end - y.end,
  )) {
    const last = stretches[stretches.length - 1];
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return { stretches, boost: a.boost + b.boost, number: a.number };
}
