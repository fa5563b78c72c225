/** Splits the values of a field into passages around matches, as the unified highlighter does. */

import type { Steps } from '../../common/index.ts';
import { type Granularity, TextUnits } from './textUnits.ts';

export interface Match {
  /** Offsets over all values. */
  readonly start: number;
  readonly end: number;
  /** The term as which it is counted. */
  readonly term: string;
  /** Total number of its occurrences. */
  readonly total: number;
}

export interface Passage {
  readonly value: number;
  /** Offsets within the value. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly matches: readonly Match[];
}

/** Sentences of at most `maxLength` characters; longer ones are split at words, short ones joined. */
class BoundedSentences {
  readonly #sentences: TextUnits;
  readonly #words: TextUnits;
  readonly #maxLength: number;
  #windowStart = -1;
  #windowEnd = -1;
  #innerEnd = -1;

  constructor(text: string, maxLength: number) {
    this.#sentences = new TextUnits(text, 'sentence');
    this.#words = new TextUnits(text, 'word');
    this.#maxLength = maxLength;
  }

  /** The passage around a match that starts at `start`; starts ascend. */
  *around(start: number): Steps<[number, number]> {
    const offset = start + 1;
    let innerStart: number;
    if (offset > this.#windowStart && offset < this.#windowEnd && this.#innerEnd !== this.#windowEnd) {
      innerStart = this.#innerEnd;
      this.#windowStart = innerStart;
      this.#innerEnd = this.#windowEnd;
    } else innerStart = yield* this.#open(start);
    if (this.#innerEnd - innerStart > this.#maxLength) innerStart = yield* this.#shrink(innerStart, offset);
    return [innerStart, this.#innerEnd];
  }

  *#open(offset: number): Steps<number> {
    const start = yield* this.#sentences.preceding(offset + 1);
    this.#windowStart = start;
    this.#innerEnd = (yield* this.#sentences.following(offset)) ?? start;
    while (this.#innerEnd - start < this.#maxLength) {
      const next = yield* this.#sentences.following(this.#innerEnd);
      if (next === null || next - start > this.#maxLength) break;
      this.#innerEnd = next;
    }
    this.#windowEnd = this.#innerEnd;
    return start;
  }

  *#shrink(innerStart: number, offset: number): Steps<number> {
    let start = innerStart;
    if (offset - this.#maxLength > start)
      start = Math.max(start, yield* this.#words.preceding(offset - this.#maxLength));
    const remaining = Math.max(0, this.#maxLength - (offset - start));
    if (offset + remaining < this.#windowEnd) {
      const end = (yield* this.#words.following(offset + remaining)) ?? this.#windowEnd;
      this.#innerEnd = Math.min(this.#windowEnd, end);
    }
    return start;
  }
}

/** Every word, or sentence, is a passage. */
class WholeUnits {
  readonly #units: TextUnits;

  constructor(text: string, granularity: Granularity) {
    this.#units = new TextUnits(text, granularity);
  }

  *around(offset: number): Steps<[number, number]> {
    return [yield* this.#units.preceding(offset + 1), (yield* this.#units.following(offset)) ?? offset];
  }
}

/** The whole value. */
class WholeValue {
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
  }

  *around(): Steps<[number, number]> {
    yield;
    return [0, this.#length];
  }
}

const K1 = 1.2;
const B = 0.75;
const PIVOT = 87;

const f32 = Math.fround;

function scoreOf(
  { start, length }: { readonly start: number; readonly length: number },
  matches: readonly Match[],
  contentLength: number,
): number {
  const counts = new Map<string, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  const totals = new Map(matches.map(({ term, total }) => [term, total]));
  const norm = f32(K1 * (1 - B + B * (length / PIVOT)));
  const documents = f32(1 + contentLength / PIVOT);
  let score = 0;
  for (const [term, count] of counts) {
    const weight = f32((K1 + 1) * f32(Math.log(1 + (documents + 0.5) / ((totals.get(term) ?? 1) + 0.5))));
    score = f32(score + f32(f32(count / f32(count + norm)) * weight));
  }
  return f32(score * f32(1 + 1 / f32(Math.log(PIVOT + start))));
}

export interface PassageOptions {
  readonly fragmentSize: number;
  readonly numberOfFragments: number;
  readonly order: 'none' | 'score';
  readonly boundaryScanner: 'sentence' | 'word' | 'chars';
  /** Whether a passage is a whole value. */
  readonly wholeValues: boolean;
}

/** The values, their start offsets, and the total length. */
export interface PassageText {
  readonly values: readonly string[];
  readonly starts: readonly number[];
  readonly length: number;
}

/** The best passages of a text, given its matches in order. */
export function* bestPassages(
  text: PassageText,
  matches: readonly Match[],
  options: PassageOptions,
): Steps<Passage[]> {
  const passages: Passage[] = [];
  let next = 0;
  for (let value = 0; value < text.values.length && next < matches.length; value++) {
    while (next < matches.length && matches[next].start < text.starts[value]) next++;
    const from = next;
    const end = text.starts[value] + text.values[value].length;
    while (next < matches.length && matches[next].start < end) next++;
    if (next > from)
      yield* addPassages(passages, { text, value, matches: matches.slice(from, next) }, options);
  }
  const { numberOfFragments, order } = options;
  const limit = numberOfFragments === 0 ? passages.length : numberOfFragments;
  // Of passages with equal scores the later ones are kept.
  const best = passages
    .map((passage, i) => ({ passage, i }))
    .sort((a, b) => b.passage.score - a.passage.score || b.i - a.i)
    .slice(0, limit)
    .sort((a, b) => a.i - b.i)
    .map(({ passage }) => passage);
  return order === 'score' ? best.sort((a, b) => b.score - a.score) : best;
}

interface ValueMatches {
  readonly text: PassageText;
  readonly value: number;
  readonly matches: readonly Match[];
}

function* addPassages(
  passages: Passage[],
  { text, value, matches }: ValueMatches,
  options: PassageOptions,
): Steps<void> {
  const base = text.starts[value];
  const cutter = cutterOf(text.values[value], options);
  for (let i = 0; i < matches.length; ) {
    const [start, end] = yield* cutter.around(matches[i].start - base);
    const own: Match[] = [];
    do {
      const match = matches[i++];
      own.push({ ...match, start: match.start - base, end: match.end - base });
    } while (i < matches.length && matches[i].start - base < end);
    const score = scoreOf({ start: base + start, length: end - start }, own, text.length);
    passages.push({ value, start, end, matches: own, score });
    yield;
  }
}

function cutterOf(value: string, { boundaryScanner, fragmentSize, wholeValues }: PassageOptions) {
  if (wholeValues) return new WholeValue(value);
  if (boundaryScanner === 'word') return new WholeUnits(value, 'word');
  return fragmentSize > 0 ? new BoundedSentences(value, fragmentSize) : new WholeUnits(value, 'sentence');
}
