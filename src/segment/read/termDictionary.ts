import { asBuffer, compareBytes } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';
import type { TermDictionary } from '../types.ts';

/** Dictionaries up to this size cache terms that were decoded. */
const CACHED_TERMS = 4096;

/** Sorted terms over the segment's bytes, found by binary search on UTF-8 and decoded on demand. */
export class SegmentTermDictionary implements TermDictionary {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;
  readonly #decoded: string[] | null;

  constructor(strings: ByteStrings) {
    this.#bytes = asBuffer(strings.bytes);
    this.#offsets = strings.offsets;
    this.size = strings.offsets.length - 1;
    this.#decoded = this.size <= CACHED_TERMS ? [] : null;
  }

  term(ord: number): string {
    if (this.#decoded === null) return this.#decode(ord);
    return (this.#decoded[ord] ??= this.#decode(ord));
  }

  lookup(term: string): number {
    const key = Buffer.from(term);
    const ord = this.#ceiling(key);
    return ord < this.size && this.#compare(ord, key) === 0 ? ord : -1;
  }

  ceiling(term: string): number {
    return this.#ceiling(Buffer.from(term));
  }

  #ceiling(key: Uint8Array): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(ord: number, key: Uint8Array): number {
    return compareBytes(this.#bytes, this.#offsets[ord], this.#offsets[ord + 1], key, 0, key.length);
  }

  #decode(ord: number): string {
    return this.#bytes.toString('utf8', this.#offsets[ord], this.#offsets[ord + 1]);
  }
}
