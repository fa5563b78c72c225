import { hashBytes } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';

/** A filter is begun after this part of the documents has been asked for in vain: before, it would not pay. */
const MISSES_PER_DOC = 1 / 16;
/** As many documents come into the filter with each further miss, so that no lookup takes long. */
const DOCS_PER_MISS = 256;
/** More make false positives frequent: with three, 2 % of the other ids pass. */
const DOCS_PER_WORD = 3;
const ALL_IDS = new Uint32Array([0xffffffff]);

/**
 * A Bloom filter of ids: three bits of one word for every id, so that a test is one access to memory. It is
 * made of the ids of segments when many lookups have failed, and lets every id pass until it has all of them.
 */
export class IdFilter {
  readonly #growth: number;
  #words: Uint32Array<ArrayBuffer> | null = null;
  /** The words, or all ids. */
  #tested: Uint32Array<ArrayBuffer> = ALL_IDS;
  /** Documents that came into the words. */
  #docs = 0;
  #contained = new WeakSet<ByteStrings>();
  /** Comes into the words, up to this document. */
  #next: ByteStrings | null = null;
  #nextDoc = 0;
  #misses = 0;

  /** The filter is made for `growth` times as many documents as there are. */
  constructor(growth = 1) {
    this.#growth = growth;
  }

  /** Whether one of the segments may contain an id with this hash. */
  mayContain(hash: number): boolean {
    const words = this.#tested;
    const bits = bitsOf(hash);
    return (words[hash & (words.length - 1)] & bits) === bits;
  }

  /** To be called when there are other ids: all pass until these are contained. */
  add(ids: ByteStrings): void {
    if (!this.#contained.has(ids)) this.#tested = ALL_IDS;
  }

  /** To be called when there are other ids, each of which was one of the sources. */
  merge(sources: readonly ByteStrings[], ids: ByteStrings): void {
    if (sources.every((source) => this.#contained.has(source))) this.#contained.add(ids);
    this.add(ids);
  }

  /** To be called when an id has passed that none of `all` contains. */
  countMiss(all: readonly ByteStrings[]): void {
    if (this.#tested !== ALL_IDS) return;
    if (this.#words === null && ++this.#misses < docCount(all) * MISSES_PER_DOC) return;
    const next = all.find((ids) => !this.#contained.has(ids));
    if (next === undefined) this.#tested = this.#words ?? ALL_IDS;
    else this.#take(next, all);
  }

  #take(next: ByteStrings, all: readonly ByteStrings[]): void {
    const words = this.#next === next && this.#words !== null ? this.#words : this.#begin(next, all);
    const from = this.#nextDoc;
    const end = docCount([next]);
    this.#nextDoc = Math.min(from + DOCS_PER_MISS, end);
    fill(words, next, from, this.#nextDoc);
    this.#docs += this.#nextDoc - from;
    if (this.#nextDoc < end) return;
    this.#contained.add(next);
    this.#next = null;
  }

  /** The words with room for all ids of `next`; new and empty ones if necessary. */
  #begin(next: ByteStrings, all: readonly ByteStrings[]): Uint32Array {
    this.#next = next;
    this.#nextDoc = 0;
    const words = this.#words;
    if (words !== null && this.#docs + docCount([next]) <= words.length * DOCS_PER_WORD) return words;
    this.#contained = new WeakSet();
    this.#docs = 0;
    this.#words = new Uint32Array(wordCount(docCount(all) * this.#growth));
    return this.#words;
  }
}

function docCount(all: readonly ByteStrings[]): number {
  let count = 0;
  for (const { offsets } of all) count += offsets.length - 1;
  return count;
}

/** A power of two. */
function wordCount(docs: number): number {
  let count = 2;
  while (count * DOCS_PER_WORD < docs) count *= 2;
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
