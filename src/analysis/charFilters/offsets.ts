import type { FilteredText } from '../stream.ts';

/** Writes filtered text and remembers where it came from. */
export class OffsetWriter {
  #text = '';
  /** For each UTF-16 unit written, its offset in the original text. */
  readonly #origins: number[] = [];

  write(piece: string, from: number, to: number): void {
    const longer = piece.length > to - from;
    for (let i = 0; i < piece.length; i++) {
      // What is longer than the original ends with characters that all belong to its last one.
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
