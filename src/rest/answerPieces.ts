import { isUtf8 } from 'node:buffer';
import type { RawJson } from '../common/index.ts';

/** Text is encoded when there is so much of it; an answer up to this length is one string. */
const PIECE_CHARS = 64 * 1024;
/** Bytes from this length on are sent from where they lie. */
const VIEW_BYTES = 4096;
/** What a view costs beside the bytes that it shows. */
const VIEW_COST_BYTES = 128;

/** An answer that has been written. */
export interface Payload {
  readonly content: string | readonly Uint8Array[];
  /** In bytes. */
  readonly length: number;
}

/**
 * An answer as it is written: short ones are a string, long ones pieces of bytes. The sources of documents are not
 * copied: their pieces are views of the segments, so that a reader that takes its time holds next to no memory.
 */
export class AnswerPieces {
  readonly #take: (bytes: number) => void;
  readonly #pieces: Uint8Array[] = [];
  #text = '';
  #length = 0;

  /** `take` is told of memory piece by piece, and may throw. */
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
