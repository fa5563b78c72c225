import { FIRST_HASH, HASH_PRIME, hashBytes, mixHash, writeUtf8 } from './byteStrings.ts';

const FIRST_BYTES = 512;

/** A text as UTF-8 with its hash, for lookups in tables of byte strings. Lone surrogates become U+FFFD. */
export interface Utf8Key {
  /** The text's bytes, possibly followed by unused space. */
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly hash: number;
}

/** A key that is set repeatedly, in loops that look up one text at a time. */
export class ReusedUtf8Key implements Utf8Key {
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  length = 0;
  hash = 0;

  set(text: string): this {
    const { length } = text;
    if (length * 3 > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(length * 3);
    const { bytes } = this;
    let hash = FIRST_HASH;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return this.#setWide(text);
      bytes[i] = code;
      hash = Math.imul(hash ^ code, HASH_PRIME);
    }
    this.length = length;
    this.hash = mixHash(hash);
    return this;
  }

  #setWide(text: string): this {
    this.length = writeUtf8(this.bytes, 0, text);
    this.hash = hashBytes(this.bytes, 0, this.length);
    return this;
  }
}

export function utf8Key(text: string): Utf8Key {
  return new ReusedUtf8Key().set(text);
}
