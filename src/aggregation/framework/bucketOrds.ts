/** From so many buckets on, there are several tables, each of which grows on its own: enlarging a large one takes long. */
const MOST_IN_ONE_TABLE = 1 << 17;
const TABLES = 256;

/** Numbers buckets by (owner, key id) in order of arrival. Open addressing over typed arrays. */
export class BucketOrds {
  /** One table of ordinals, or one for each value of the first bits of the hash. */
  #tables: Int32Array[] = [new Int32Array(64).fill(-1)];
  #filled: number[] = [0];
  #tableMask = 0;
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
    const h = hash(owner, id);
    const table = (h >>> 24) & this.#tableMask;
    const slots = this.#tables[table];
    const mask = slots.length - 1;
    let slot = h & mask;
    for (;;) {
      const ord = slots[slot];
      if (ord === -1) break;
      if (this.#ids[ord] === id && this.#owners[ord] === owner) return ord;
      slot = (slot + 1) & mask;
    }
    const ord = this.#append(owner, id);
    slots[slot] = ord;
    if (++this.#filled[table] * 2 > slots.length) this.#makeRoom(table);
    return ord;
  }

  /** Replaces each of the first `count` owners with the ordinal of its pair. */
  addEach(owners: Uint32Array, ids: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) owners[i] = this.add(owners[i], ids[i]);
  }

  /** The ordinals of each owner's buckets, in order of arrival. */
  groupByOwner(): BucketGroups {
    return new BucketGroups(this.#owners, this.#size);
  }

  #append(owner: number, id: number): number {
    const ord = this.#size++;
    if (ord === this.#owners.length) {
      this.#owners = grow(this.#owners);
      this.#ids = grow(this.#ids);
    }
    this.#owners[ord] = owner;
    this.#ids[ord] = id;
    return ord;
  }

  #makeRoom(table: number): void {
    const [first] = this.#tables;
    if (this.#tables.length > 1 || this.#size < MOST_IN_ONE_TABLE) {
      const old = this.#tables[table];
      this.#tables[table] = new Int32Array(old.length * 2).fill(-1);
      this.#place(old);
      return;
    }
    const length = (4 * first.length) / TABLES;
    this.#tables = Array.from({ length: TABLES }, () => new Int32Array(length).fill(-1));
    this.#filled = new Array<number>(TABLES).fill(0);
    this.#tableMask = TABLES - 1;
    this.#place(first);
    for (const [index, slots] of this.#tables.entries()) {
      for (const ord of slots) if (ord !== -1) this.#filled[index]++;
    }
  }

  /** Puts the ordinals of an old table into the new ones. */
  #place(old: Int32Array): void {
    for (const ord of old) {
      if (ord === -1) continue;
      const h = hash(this.#owners[ord], this.#ids[ord]);
      const slots = this.#tables[(h >>> 24) & this.#tableMask];
      const mask = slots.length - 1;
      let slot = h & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = ord;
    }
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
