/** Numbers distinct values in order of arrival, with open addressing over typed arrays. */
export class NumberTable {
  #slots: Int32Array = new Int32Array(64).fill(-1);
  #keys: Float64Array = new Float64Array(32);
  #bits: Uint32Array = new Uint32Array(this.#keys.buffer);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  key(id: number): number {
    return this.#keys[id];
  }

  /** The number's id; a new one for a new number. */
  add(key: number): number {
    if (this.#size === this.#keys.length) this.#grow();
    // Written to the next free position, so that its bits can be read.
    this.#keys[this.#size] = key;
    const mask = this.#slots.length - 1;
    let slot = this.#hash(this.#size) & mask;
    for (;;) {
      const id = this.#slots[slot];
      if (id === -1) break;
      if (this.#keys[id] === key) return id;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.#size;
    return this.#size++;
  }

  #hash(id: number): number {
    let h = Math.imul(this.#bits[2 * id], 0x9e3779b1) ^ Math.imul(this.#bits[2 * id + 1], 0x85ebca6b);
    h ^= h >>> 15;
    return Math.imul(h, 0x2c1b3c6d) ^ (h >>> 13);
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#bits = new Uint32Array(keys.buffer);
    this.#slots = new Int32Array(keys.length * 4).fill(-1);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let slot = this.#hash(id) & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = id;
    }
  }
}
