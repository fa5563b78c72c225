import type { FilteredText } from '../stream.ts';

/** Writes filtered text and records the original offsets. */
export class OffsetWriter {
  #text = '';
  /** The original offset of each UTF-16 unit written. */
  readonly #origins: number[] = [];

  write(piece: string, from: number, to: number): void {
    const longer = piece.length > to - from;
    for (let i = 0; i < piece.length; i++) {
      // If the replacement is longer than the original, its surplus characters map to the last original one.
      this.#origins.push(longer ? Math.max(0, Math.min(from + i, to - 1)) : from + i);
    }
    this.#text += piece;
  }

  finish(originalLength: number): FilteredText {
    const origins = this.#origins;
    const correct = (offset: number): number => (offset < origins.length ? origins[offset] : originalLength);
    return { text: this.#text, correct };
  }
}
