import type { FilteredText } from '../stream.ts';

/** Writes filtered text and remembers where it came from. */
export class OffsetWriter {
  #text = '';
  /** For each UTF-16 unit written, its offset in the original text. */
  readonly #origins: number[] = [];

  write(piece: string, from: number, to: number): void {
    const sameLength = piece.length === to - from;
    for (let i = 0; i < piece.length; i++) this.#origins.push(sameLength ? from + i : Math.min(from + i, to));
    this.#text += piece;
  }

  finish(originalLength: number): FilteredText {
    const origins = this.#origins;
    const correct = (offset: number): number => (offset < origins.length ? origins[offset] : originalLength);
    return { text: this.#text, correct };
  }
}
