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

  /** The set bits, ascending; `count` is how many there are, for who knows it. */
  toArray(count = this.cardinality()): Uint32Array {
    const { words } = this;
    const out = new Uint32Array(count);
    for (let i = 0, n = 0; n < count; i++) {
      let word = words[i];
      while (word !== 0) {
        const low = word & -word;
        out[n++] = (i << 5) + (31 - Math.clz32(low));
        word ^= low;
      }
    }
    return out;
  }

  #trim(): void {
    const rest = this.length & 31;
    if (rest !== 0) this.words[this.words.length - 1] &= 0xffffffff >>> (32 - rest);
  }
}

function popCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
