import type { Steps } from '../../common/index.ts';

/** Number of characters segmented at once: the time per unit grows with the length of the text. */
const WINDOW = 512;
/** In wider windows only the first unit is used. */
const WIDEST = 4096;
/** How far ahead characters may affect whether a text can be split. */
export const CONTEXT = 64;

const SEPARATOR = /^[\s\p{P}]/u;

export type Granularity = 'sentence' | 'word';

/** The boundaries of sentences or words, computed on demand from the start of the text. */
export class TextUnits {
  readonly #text: string;
  readonly #granularity: Granularity;
  readonly #segmenter: Intl.Segmenter;
  readonly #points: number[] = [0];

  constructor(text: string, granularity: Granularity) {
    this.#text = text;
    this.#granularity = granularity;
    this.#segmenter = new Intl.Segmenter('en', { granularity });
  }

  /** The last boundary before an offset, or the start of the text. */
  *preceding(offset: number): Steps<number> {
    yield* this.#reach(offset);
    return this.#points[Math.max(0, countBefore(this.#points, offset) - 1)];
  }

  /** The first boundary after an offset; `null` at the end of the text. */
  *following(offset: number): Steps<number | null> {
    yield* this.#reach(offset + 1);
    return this.#points[countBefore(this.#points, offset + 1)] ?? null;
  }

  get #end(): number {
    return this.#points[this.#points.length - 1];
  }

  *#reach(offset: number): Steps<void> {
    const goal = Math.min(offset, this.#text.length);
    for (let size = WINDOW; this.#end < goal; ) {
      size = this.#addWindow(size) ? WINDOW : size * 2;
      yield;
    }
  }

  /**
   * Adds boundaries in the next `size` characters that do not depend on later text; false if there are none.
   */
  #addWindow(size: number): boolean {
    const from = this.#end;
    const window = this.#text.slice(from, from + size);
    const isLast = from + size >= this.#text.length;
    const sure = isLast ? window.length : size - CONTEXT;
    const found: number[] = [];
    for (const { index, segment } of this.#segmenter.segment(window)) {
      if (index + segment.length > sure) break;
      found.push(index + segment.length);
      if (size > WIDEST) break;
    }
    const count = isLast || size >= WIDEST ? found.length : this.#countSafe(window, found);
    for (let i = 0; i < count; i++) this.#points.push(from + found[i]);
    return count > 0;
  }

  /**
   * Resumes between words separated only by spaces: in scripts without spaces, boundaries depend on what
   * follows.
   */
  #countSafe(window: string, found: readonly number[]): number {
    if (this.#granularity === 'sentence') return found.length;
    let count = found.length;
    while (count > 0 && !SEPARATOR.test(window.slice(found[count - 1], found[count - 1] + 2))) count--;
    return count;
  }
}

/** The number of ascending points before an offset. */
export function countBefore(points: readonly number[], offset: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
