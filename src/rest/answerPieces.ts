import { isUtf8 } from 'node:buffer';
import type { RawJson } from '../common/index.ts';

/** Text is encoded in pieces of this size; a shorter response is a single string. */
const PIECE_CHARS = 64 * 1024;
/** From this length on, bytes are sent without copying. */
const VIEW_BYTES = 4096;
/** Overhead of a view besides the bytes that it references. */
const VIEW_COST_BYTES = 128;

/** A serialised response. */
export interface Payload {
  readonly content: string | readonly Uint8Array[];
  /** In bytes. */
  readonly length: number;
}

/**
 * A response under construction: short ones are a string, long ones pieces of bytes. Document sources are not
 * copied: their pieces are views of the segments, so that a slow client holds almost no memory.
 */
export class AnswerPieces {
  readonly #take: (bytes: number) => void;
  readonly #pieces: Uint8Array[] = [];
  #text = '';
  #length = 0;

  /** `take` is called with the memory of each piece, and may throw. */
  constructor(take: (bytes: number) => void) {
    this.#take = take;
  }

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > PIECE_CHARS) this.#encode();
  }

  raw(raw: RawJson): void {
    const { bytes } = raw;
    if (bytes === null || bytes.length < VIEW_BYTES || !isUtf8(bytes)) {
      this.text(raw.text);
      return;
    }
    this.#encode();
    this.#take(VIEW_COST_BYTES);
    this.#add(bytes);
  }

  end(): Payload {
    if (this.#pieces.length === 0) return { content: this.#text, length: Buffer.byteLength(this.#text) };
    this.#encode();
    return { content: this.#pieces, length: this.#length };
  }

  #encode(): void {
    if (this.#text === '') return;
    const piece = Buffer.from(this.#text, 'utf8');
    this.#text = '';
    this.#take(piece.length);
    this.#add(piece);
  }

  #add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}
