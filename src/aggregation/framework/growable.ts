/** Numbers indexed by bucket ordinal; `initial` where never written. */
export class BucketDoubles {
  #values: Float64Array;
  readonly #initial: number;

  constructor(initial = 0) {
    this.#initial = initial;
    this.#values = new Float64Array(1).fill(initial);
  }

  /** The array, with room for ordinals below `size`. Valid until the next call. */
  ensure(size: number): Float64Array {
    if (size > this.#values.length) {
      const grown = new Float64Array(Math.max(size, this.#values.length * 2));
      grown.set(this.#values);
      if (this.#initial !== 0) grown.fill(this.#initial, this.#values.length);
      this.#values = grown;
    }
    return this.#values;
  }

  get(ord: number): number {
    return ord < this.#values.length ? this.#values[ord] : this.#initial;
  }
}

/** Counters indexed by bucket ordinal. */
export class BucketCounts {
  #values: Uint32Array = new Uint32Array(1);

  ensure(size: number): Uint32Array {
    if (size > this.#values.length) {
      const grown = new Uint32Array(Math.max(size, this.#values.length * 2));
      grown.set(this.#values);
      this.#values = grown;
    }
    return this.#values;
  }

  get(ord: number): number {
    return ord < this.#values.length ? this.#values[ord] : 0;
  }
}

/**
 * A scratch array of at least `size` items; reuses the given one if large enough. Its content is not
 * preserved.
 */
export function scratch32(array: Uint32Array, size: number): Uint32Array {
  return array.length >= size ? array : new Uint32Array(Math.max(size, array.length * 2));
}

export function scratch64(array: Float64Array, size: number): Float64Array {
  return array.length >= size ? array : new Float64Array(Math.max(size, array.length * 2));
}

let identityArray = new Uint32Array(0);

/** 0, 1, 2, …: shared, so callers must not modify it. */
export function identity(size: number): Uint32Array {
  if (identityArray.length < size) {
    identityArray = new Uint32Array(Math.max(size, 4096));
    for (let i = 0; i < identityArray.length; i++) identityArray[i] = i;
  }
  return identityArray;
}
