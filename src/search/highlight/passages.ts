/** Cuts a text into passages around its matches, as the unified highlighter does. */

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  readonly position: number;
  /** The number of the phrase that it is a word of; null: matched by itself. */
  readonly phrase: number | null;
  /** The place of its term among those of the query: the fast vector highlighter chooses its tags by it. */
  readonly tag: number;
}

export interface Passage {
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

  /** The passage around a match that begins at `offset`; offsets ascend. */
  around(offset: number): [number, number] {
    let innerStart: number;
    if (offset > this.#windowStart && offset < this.#windowEnd && this.#innerEnd !== this.#windowEnd) {
      innerStart = this.#innerEnd;
      this.#windowStart = innerStart;
      this.#innerEnd = this.#windowEnd;
    } else innerStart = this.#open(offset);
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

const K1 = 1.2;
const B = 0.75;
const PIVOT = 87;

function scoreOf(
  start: number,
  end: number,
  matches: readonly Match[],
  length: number,
  totals: ReadonlyMap<string, number>,
): number {
  const counts = new Map<string, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  const norm = K1 * (1 - B + B * ((end - start) / PIVOT));
  let score = 0;
  for (const [term, count] of counts) {
    const documents = 1 + length / PIVOT;
    const total = totals.get(term) ?? 1;
    const weight = (K1 + 1) * Math.log(1 + (documents + 0.5) / (total + 0.5));
    score += (count / (count + norm)) * weight;
  }
  return score * (1 + 1 / Math.log(PIVOT + start));
}

export interface PassageOptions {
  readonly fragmentSize: number;
  readonly numberOfFragments: number;
  readonly order: 'none' | 'score';
  readonly boundaryScanner: 'sentence' | 'word' | 'chars';
}

/** The best passages of a text whose matches are given in order. */
export function bestPassages(text: string, matches: readonly Match[], options: PassageOptions): Passage[] {
  if (matches.length === 0) return [];
  const totals = new Map<string, number>();
  for (const { term } of matches) totals.set(term, (totals.get(term) ?? 0) + 1);
  const passages: Passage[] = [];
  const { boundaryScanner, fragmentSize } = options;
  const byWord = boundaryScanner === 'word';
  const cutter =
    byWord || fragmentSize === 0
      ? new WholeUnits(text, byWord ? 'word' : 'sentence')
      : new BoundedSentences(text, fragmentSize);
  for (let i = 0; i < matches.length; ) {
    const [start, end] = cutter.around(matches[i].start);
    const own: Match[] = [];
    do own.push(matches[i++]);
    while (i < matches.length && matches[i].start < end);
    passages.push({ start, end, matches: own, score: scoreOf(start, end, own, text.length, totals) });
  }
  const best = [...passages]
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, options.numberOfFragments);
  return options.order === 'score' ? best : best.sort((a, b) => a.start - b.start);
}
