import { countBefore } from './textUnits.ts';

/** A range of positions, both inclusive. */
export interface PositionSpan {
  readonly start: number;
  readonly end: number;
}

/** Where a term of phrases and spans counts. */
export class PositionSpans {
  readonly #spans: PositionSpan[] = [];
  /** The end of the first span added for each start. */
  readonly #ends = new Map<number, number>();
  /** Ascending starts and ends without overlaps; `null` if not computed yet. */
  #joined: { readonly starts: number[]; readonly ends: number[] } | null = null;

  add(spans: readonly PositionSpan[]): void {
    for (const span of spans) {
      this.#spans.push(span);
      if (!this.#ends.has(span.start)) this.#ends.set(span.start, span.end);
    }
    this.#joined = null;
  }

  covers(position: number): boolean {
    const { starts, ends } = (this.#joined ??= this.#join());
    const before = countBefore(starts, position + 1);
    return before > 0 && position <= ends[before - 1];
  }

  endFrom(start: number): number | null {
    return this.#ends.get(start) ?? null;
  }

  #join(): { starts: number[]; ends: number[] } {
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { start, end } of this.#spans.toSorted((a, b) => a.start - b.start)) {
      const last = ends.length - 1;
      if (last >= 0 && start <= ends[last]) ends[last] = Math.max(ends[last], end);
      else {
        starts.push(start);
        ends.push(end);
      }
    }
    return { starts, ends };
  }
}
