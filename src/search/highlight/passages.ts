/** Cuts the values of a field into passages around their matches, as the unified highlighter does. */

export interface Match {
  /** Offsets among all values. */
  readonly start: number;
  readonly end: number;
  /** What it is counted as. */
  readonly term: string;
  /** How often that is found in all. */
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

/** Boundaries of sentences and words, from the start of the text to its end. */
function boundaries(text: string, granularity: 'sentence' | 'word'): number[] {
  const points = [0];
  for (const { index, segment } of new Intl.Segmenter('en', { granularity }).segment(text)) {
    points.push(index + segment.length);
  }
  return points;
}

/** How many of the ascending points stand before an offset. */
function countBefore(points: readonly number[], offset: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function preceding(points: readonly number[], offset: number): number {
  return points[Math.max(0, countBefore(points, offset) - 1)];
}

function following(points: readonly number[], offset: number): number | null {
  return points[countBefore(points, offset + 1)] ?? null;
}

/** Sentences of at most `maxLength` characters; longer ones are cut at words, short ones are joined. */
class BoundedSentences {
  readonly #sentences: readonly number[];
  readonly #words: readonly number[];
  readonly #maxLength: number;
  #windowStart = -1;
  #windowEnd = -1;
  #innerEnd = -1;

  constructor(text: string, maxLength: number) {
    this.#sentences = boundaries(text, 'sentence');
    this.#words = boundaries(text, 'word');
    this.#maxLength = maxLength;
  }

  /** The passage around a match that begins at `start`; starts ascend. */
  around(start: number): [number, number] {
    const offset = start + 1;
    let innerStart: number;
    if (offset > this.#windowStart && offset < this.#windowEnd && this.#innerEnd !== this.#windowEnd) {
      innerStart = this.#innerEnd;
      this.#windowStart = innerStart;
      this.#innerEnd = this.#windowEnd;
    } else innerStart = this.#open(start);
    if (this.#innerEnd - innerStart > this.#maxLength) innerStart = this.#shrink(innerStart, offset);
    return [innerStart, this.#innerEnd];
  }

  #open(offset: number): number {
    const start = preceding(this.#sentences, offset + 1);
    this.#windowStart = start;
    this.#innerEnd = following(this.#sentences, offset) ?? start;
    while (this.#innerEnd - start < this.#maxLength) {
      const next = following(this.#sentences, this.#innerEnd);
      if (next === null || next - start > this.#maxLength) break;
      this.#innerEnd = next;
    }
    this.#windowEnd = this.#innerEnd;
    return start;
  }

  #shrink(innerStart: number, offset: number): number {
    let start = innerStart;
    if (offset - this.#maxLength > start)
      start = Math.max(start, preceding(this.#words, offset - this.#maxLength));
    const remaining = Math.max(0, this.#maxLength - (offset - start));
    if (offset + remaining < this.#windowEnd) {
      const end = following(this.#words, offset + remaining) ?? this.#windowEnd;
      this.#innerEnd = Math.min(this.#windowEnd, end);
    }
    return start;
  }
}

/** Every word, or sentence, is a passage. */
class WholeUnits {
  readonly #points: readonly number[];

  constructor(text: string, granularity: 'sentence' | 'word') {
    this.#points = boundaries(text, granularity);
  }

  around(offset: number): [number, number] {
    return [preceding(this.#points, offset + 1), following(this.#points, offset) ?? offset];
  }
}

/** The value itself. */
class WholeValue {
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
  }

  around(): [number, number] {
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
  /** A passage is a whole value. */
  readonly wholeValues: boolean;
}

/** The values, where each begins among all, and the length of all. */
export interface PassageText {
  readonly values: readonly string[];
  readonly starts: readonly number[];
  readonly length: number;
}

/** The best passages of a text whose matches are given in order. */
export function bestPassages(
  text: PassageText,
  matches: readonly Match[],
  options: PassageOptions,
): Passage[] {
  const passages = text.values.flatMap((value, i) => {
    const base = text.starts[i];
    const own = matches.filter(({ start }) => start >= base && start < base + value.length);
    return own.length === 0 ? [] : passagesOf(value, base, own, text.length, options).map(at(i));
  });
  const { numberOfFragments, order } = options;
  const limit = numberOfFragments === 0 ? passages.length : numberOfFragments;
  // Of passages that score alike the later ones are kept.
  const best = passages
    .map((passage, i) => ({ passage, i }))
    .sort((a, b) => b.passage.score - a.passage.score || b.i - a.i)
    .slice(0, limit)
    .sort((a, b) => a.i - b.i)
    .map(({ passage }) => passage);
  return order === 'score' ? best.sort((a, b) => b.score - a.score) : best;
}

const at =
  (value: number) =>
  (passage: Omit<Passage, 'value'>): Passage => ({ ...passage, value });

function passagesOf(
  value: string,
  base: number,
  matches: readonly Match[],
  contentLength: number,
  options: PassageOptions,
): Omit<Passage, 'value'>[] {
  const passages: Omit<Passage, 'value'>[] = [];
  const cutter = cutterOf(value, options);
  const moved = matches.map((match) => ({ ...match, start: match.start - base, end: match.end - base }));
  for (let i = 0; i < moved.length; ) {
    const [start, end] = cutter.around(moved[i].start);
    const own: Match[] = [];
    do own.push(moved[i++]);
    while (i < moved.length && moved[i].start < end);
    const score = scoreOf({ start: base + start, length: end - start }, own, contentLength);
    passages.push({ start, end, matches: own, score });
  }
  return passages;
}

function cutterOf(value: string, { boundaryScanner, fragmentSize, wholeValues }: PassageOptions) {
  if (wholeValues) return new WholeValue(value);
  if (boundaryScanner === 'word') return new WholeUnits(value, 'word');
  return fragmentSize > 0 ? new BoundedSentences(value, fragmentSize) : new WholeUnits(value, 'sentence');
}
