import type { Steps } from '../../common/index.ts';

/** How many characters are cut into units at once: the time for each unit grows with the text that it is cut from. */
const WINDOW = 512;
/** In windows wider than this only the first unit is looked for. */
const WIDEST = 4096;
/** How far on characters may decide whether a text can be cut. */
export const CONTEXT = 64;

const SEPARATOR = /^[\s\p{P}]/u;

export type Granularity = 'sentence' | 'word';

/** The boundaries of a text's sentences or words, from its start as far as they were asked for. */
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

  /** The last boundary before an offset; the start of the text where there is none. */
  *preceding(offset: number): Steps<number> {
    yield* this.#reach(offset);
    return this.#points[Math.max(0, countBefore(this.#points, offset) - 1)];
  }

  /** The first boundary after an offset; null at the end of the text. */
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

  /** The boundaries in the next `size` characters that do not depend on those behind; false: there are none. */
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

  /** Words are cut anew between words that spaces part only: letters without spaces are cut by what follows them. */
  #countSafe(window: string, found: readonly number[]): number {
    if (this.#granularity === 'sentence') return found.length;
    let count = found.length;
    while (count > 0 && !SEPARATOR.test(window.slice(found[count - 1], found[count - 1] + 2))) count--;
    return count;
  }
}

/** How many of the ascending points stand before an offset. */
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
