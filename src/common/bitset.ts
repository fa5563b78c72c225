/** A fixed-size bitset over docIds: 32-bit words, no bounds checks on the hot path. */
export class FixedBitSet {
  readonly words: Uint32Array;
  readonly length: number;

  constructor(length: number, words: Uint32Array = new Uint32Array((length + 31) >>> 5)) {
    this.length = length;
    this.words = words;
  }

  static full(length: number): FixedBitSet {
    const bits = new FixedBitSet(length);
    bits.words.fill(0xffffffff);
    bits.#trim();
    return bits;
  }

  has(index: number): boolean {
    return ((this.words[index >>> 5] >>> (index & 31)) & 1) === 1;
  }

  add(index: number): void {
    this.words[index >>> 5] |= 1 << (index & 31);
  }

  remove(index: number): void {
    this.words[index >>> 5] &= ~(1 << (index & 31));
  }

  clone(): FixedBitSet {
    return new FixedBitSet(this.length, this.words.slice());
  }

  and(other: FixedBitSet): this {
    const { words } = this;
    for (let i = 0; i < words.length; i++) words[i] &= other.words[i];
    return this;
  }

  or(other: FixedBitSet): this {
    const { words } = this;
    for (let i = 0; i < words.length; i++) words[i] |= other.words[i];
    return this;
  }

  andNot(other: FixedBitSet): this {
    const { words } = this;
    for (let i = 0; i < words.length; i++) words[i] &= ~other.words[i];
    return this;
  }

  not(): this {
    const { words } = this;
    for (let i = 0; i < words.length; i++) words[i] = ~words[i];
    this.#trim();
    return this;
  }

  cardinality(): number {
    const { words } = this;
    let count = 0;
    for (let i = 0; i < words.length; i++) if (words[i] !== 0) count += popCount(words[i]);
    return count;
  }

  /** The lowest set bit at or after `from`, or -1. */
  next(from: number): number {
    if (from >= this.length) return -1;
    let wordIndex = from >>> 5;
    let word = (this.words[wordIndex] >>> (from & 31)) << (from & 31);
    while (word === 0) {
      if (++wordIndex >= this.words.length) return -1;
      word = this.words[wordIndex];
    }
    return (wordIndex << 5) + (31 - Math.clz32(word & -word));
  }

  /** The set bits in ascending order; `count` is their number, for callers that know it already. */
  toArray(count = this.cardinality()): Uint32Array {
    const { words } = this;
    // `writeBits` may write up to 32 items past the last bit.
    const out = new Uint32Array(count + BITS_OF_A_WORD);
    for (let i = 0, n = 0; n < count; i++) n = writeBits(words[i], i, out, n);
    return out.subarray(0, count);
  }

  #trim(): void {
    const rest = this.length & 31;
    if (rest !== 0) this.words[this.words.length - 1] &= 0xffffffff >>> (32 - rest);
  }
}

/** The number of bits set. */
export function popCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const BITS_OF_A_WORD = 32;
/** With more bits set, testing each of the 32 is faster than isolating the lowest one repeatedly. */
const FEW_BITS = 10;

/**
 * Writes the doc ids of the bits set in `word`, the i-th word of a bitset, to `out` from index `n`, and
 * returns the index after the last one. May write up to 32 more items after it.
 */
export function writeBits(word: number, i: number, out: Uint32Array, n: number): number {
  const first = i << 5;
  let to = n;
  if (popCount(word) < FEW_BITS) {
    for (let rest = word; rest !== 0; rest &= rest - 1) out[to++] = first + (31 - Math.clz32(rest & -rest));
    return to;
  }
  // Without branches: which bits are set is unpredictable.
  for (let bit = 0; bit < BITS_OF_A_WORD; bit += 4) {
    const four = word >>> bit;
    const doc = first + bit;
    out[to] = doc;
    to += four & 1;
    out[to] = doc + 1;
    to += (four >>> 1) & 1;
    out[to] = doc + 2;
    to += (four >>> 2) & 1;
    out[to] = doc + 3;
    to += (four >>> 3) & 1;
  }
  return to;
}
