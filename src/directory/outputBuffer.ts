const FIRST_BYTES = 16 * 1024;
const KEEP_BYTES = 4 * 1024 * 1024;

/** Bytes written but not yet passed on. Grows by doubling; `take` hands over the whole array. */
export class OutputBuffer {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #spare: Uint8Array<ArrayBuffer> | null = null;

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = needed;
  }

  /** The buffered bytes; until they are returned by `recycle`, appends go to another array. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = this.#spare ?? new Uint8Array(FIRST_BYTES);
    this.#spare = null;
    this.#length = 0;
    return taken;
  }

  recycle(taken: Uint8Array<ArrayBuffer>): void {
    if (taken.buffer.byteLength <= KEEP_BYTES) this.#spare = new Uint8Array(taken.buffer);
  }
}
