import { hashBytes } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';

/** The filter is made after this part of the documents has been asked for in vain: before, it would not pay. */
const MISSES_PER_DOC = 1 / 16;
/** As many documents come into the filter with each further miss, so that no lookup takes long. */
const DOCS_PER_MISS = 64;
const ALL_IDS = new Uint32Array([0xffffffff]);

/**
 * A Bloom filter of a segment's ids: three bits of one word for every id, so that a test is one access to
 * memory. Made of the ids when lookups have failed often; 11 to 21 bits per document, and 2 % of new ids pass.
 */
export class IdFilter {
  readonly #ids: ByteStrings;
  readonly #maxDoc: number;
  #words = ALL_IDS;
  #missesLeft: number;
  /** Contains only the first documents yet. */
  #growing: Uint32Array<ArrayBuffer> | null = null;
  #docsInGrowing = 0;

  constructor(ids: ByteStrings) {
    this.#ids = ids;
    this.#maxDoc = ids.offsets.length - 1;
    this.#missesLeft = this.#maxDoc * MISSES_PER_DOC;
  }

  /** Whether the segment may contain an id with this hash. */
  mayContain(hash: number): boolean {
    const words = this.#words;
    const bits = bitsOf(hash);
    return (words[hash & (words.length - 1)] & bits) === bits;
  }

  /** To be called when an id has passed that the segment does not contain. */
  countMiss(): void {
    if (--this.#missesLeft > 0 || this.#words !== ALL_IDS) return;
    this.#growing ??= new Uint32Array(wordCount(this.#maxDoc));
    const from = this.#docsInGrowing;
    this.#docsInGrowing = Math.min(from + DOCS_PER_MISS, this.#maxDoc);
    fill(this.#growing, this.#ids, from, this.#docsInGrowing);
    if (this.#docsInGrowing < this.#maxDoc) return;
    this.#words = this.#growing;
    this.#growing = null;
  }
}

/** A power of two. */
function wordCount(maxDoc: number): number {
  let count = 2;
  while (count * 3 < maxDoc) count *= 2;
  return count;
}

function fill(words: Uint32Array, { bytes, offsets }: ByteStrings, from: number, to: number): void {
  const mask = words.length - 1;
  for (let doc = from; doc < to; doc++) {
    const hash = hashBytes(bytes, offsets[doc], offsets[doc + 1]);
    words[hash & mask] |= bitsOf(hash);
  }
}

/** Multiplied, so that the bits do not depend on the lower ones of the hash, which choose the word. */
function bitsOf(hash: number): number {
  const mixed = Math.imul(hash, 0x9e3779b1);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31)) | (1 << ((mixed >>> 17) & 31));
}
