/** Numbers buckets by (owner, key id) in order of arrival. Open addressing over typed arrays. */
export class BucketOrds {
  #slots: Int32Array = new Int32Array(64).fill(-1);
  #owners: Uint32Array = new Uint32Array(32);
  #ids: Uint32Array = new Uint32Array(32);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The key id of a bucket. */
  id(ord: number): number {
    return this.#ids[ord];
  }

  owner(ord: number): number {
    return this.#owners[ord];
  }

  /** The bucket's ordinal; a new one for a new pair. */
  add(owner: number, id: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(owner, id) & mask;
    for (;;) {
      const ord = this.#slots[slot];
      if (ord === -1) return this.#insert(owner, id, slot);
      if (this.#ids[ord] === id && this.#owners[ord] === owner) return ord;
      slot = (slot + 1) & mask;
    }
  }

  /** Replaces each of the first `count` owners with the ordinal of its pair. */
  addEach(owners: Uint32Array, ids: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) owners[i] = this.add(owners[i], ids[i]);
  }

  /** The ordinals of each owner's buckets, in order of arrival. */
  groupByOwner(): BucketGroups {
    return new BucketGroups(this.#owners, this.#size);
  }

  #insert(owner: number, id: number, slot: number): number {
    const ord = this.#size++;
    if (ord === this.#owners.length) {
      this.#owners = grow(this.#owners);
      this.#ids = grow(this.#ids);
    }
    this.#owners[ord] = owner;
    this.#ids[ord] = id;
    this.#slots[slot] = ord;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return ord;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let ord = 0; ord < this.#size; ord++) {
      let slot = hash(this.#owners[ord], this.#ids[ord]) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = ord;
    }
    this.#slots = slots;
  }
}

/** Ordinals grouped by owner, by counting sort. */
export class BucketGroups {
  readonly #starts: Uint32Array;
  readonly #ords: Uint32Array;

  constructor(owners: Uint32Array, size: number) {
    let bound = 0;
    for (let ord = 0; ord < size; ord++) if (owners[ord] >= bound) bound = owners[ord] + 1;
    const starts = new Uint32Array(bound + 1);
    for (let ord = 0; ord < size; ord++) starts[owners[ord] + 1]++;
    for (let owner = 0; owner < bound; owner++) starts[owner + 1] += starts[owner];
    const next = starts.slice();
    this.#ords = new Uint32Array(size);
    for (let ord = 0; ord < size; ord++) this.#ords[next[owners[ord]]++] = ord;
    this.#starts = starts;
  }

  of(owner: number): Uint32Array {
    if (owner + 1 >= this.#starts.length) return this.#ords.subarray(0, 0);
    return this.#ords.subarray(this.#starts[owner], this.#starts[owner + 1]);
  }
}

function hash(owner: number, id: number): number {
  let h = Math.imul(owner, 0x9e3779b1) ^ Math.imul(id, 0x85ebca6b);
  h ^= h >>> 15;
  return Math.imul(h, 0x2c1b3c6d) ^ (h >>> 13);
}

function grow(array: Uint32Array): Uint32Array {
  const grown = new Uint32Array(array.length * 2);
  grown.set(array);
  return grown;
}
