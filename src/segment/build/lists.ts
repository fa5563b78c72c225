import { asBuffer, writeUtf8 } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';

type NumberArray = Uint32Array | Float64Array | Float32Array;

interface NumberArrayType<T extends NumberArray> {
  new (length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/**
 * V8 stores arrays of this size inside the object, so a field of a wide document needs no separate
 * allocation.
 */
const FIRST_PAGE_BYTES = 64;
/** Must be a power of two. */
const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;

/**
 * Numbers that are appended and read once. The first page grows by doubling, then pages are added, so that
 * data is copied only once, at the end, and rare fields cost little.
 */
class PagedList<T extends NumberArray> {
  readonly #newArray: NumberArrayType<T>;
  readonly #full: T[] = [];
  #page: T;
  #used = 0;

  constructor(newArray: NumberArrayType<T>) {
    this.#newArray = newArray;
    this.#page = new newArray(FIRST_PAGE_BYTES / newArray.BYTES_PER_ELEMENT);
  }

  get length(): number {
    return this.#full.length * PAGE + this.#used;
  }

  push(value: number): void {
    if (this.#used === this.#page.length) this.#grow();
    this.#page[this.#used++] = value;
  }

  get(index: number): number {
    const page = index >>> PAGE_BITS;
    return (page < this.#full.length ? this.#full[page] : this.#page)[index & (PAGE - 1)];
  }

  toArray(): T {
    const all = new this.#newArray(this.length);
    let at = 0;
    for (const page of this.#full) {
      all.set(page, at);
      at += PAGE;
    }
    all.set(this.#page.subarray(0, this.#used), at);
    return all;
  }

  /** A copy of the numbers [from, to). */
  slice(from: number, to: number): T {
    const part = new this.#newArray(to - from);
    for (let at = from; at < to; ) {
      const offset = at & (PAGE - 1);
      const page = this.#full[at >>> PAGE_BITS] ?? this.#page;
      const length = Math.min(PAGE - offset, to - at);
      part.set(page.subarray(offset, offset + length), at - from);
      at += length;
    }
    return part;
  }

  /** Appends all values. */
  append(values: ArrayLike<number>): void {
    for (let from = 0; from < values.length; ) {
      if (this.#used === this.#page.length) this.#grow();
      const length = Math.min(this.#page.length - this.#used, values.length - from);
      for (let i = 0; i < length; i++) this.#page[this.#used + i] = values[from + i];
      this.#used += length;
      from += length;
    }
  }

  #grow(): void {
    if (this.#page.length === PAGE) {
      this.#full.push(this.#page);
      this.#page = new this.#newArray(PAGE);
      this.#used = 0;
      return;
    }
    const larger = new this.#newArray(Math.min(PAGE, this.#page.length * 4));
    larger.set(this.#page);
    this.#page = larger;
  }
}

export class Uint32List extends PagedList<Uint32Array> {
  constructor() {
    super(Uint32Array);
  }
}

export class Float64List extends PagedList<Float64Array> {
  constructor() {
    super(Float64Array);
  }
}

export class Float32List extends PagedList<Float32Array> {
  constructor() {
    super(Float32Array);
  }
}

const PAGE_BYTES = 1 << 20;

/** Consecutive byte strings; none crosses a page boundary. */
export class ByteStringList {
  readonly #ends = new Uint32List();
  /** Full pages (their used bytes), and the offset of each one's first string in the whole. */
  readonly #full: Uint8Array[] = [];
  readonly #pageStarts: number[] = [0];
  #page = asBuffer(new Uint8Array(FIRST_PAGE_BYTES));
  #used = 0;
  #end = 0;

  get count(): number {
    return this.#ends.length;
  }

  get sizeBytes(): number {
    return this.#end;
  }

  push(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#page.set(bytes, this.#used);
    this.#finishString(this.#used + bytes.length);
  }

  /** Appends a string as UTF-8. */
  pushText(text: string): void {
    this.#reserve(text.length * 3);
    this.#finishString(writeUtf8(this.#page, this.#used, text));
  }

  pushEmpty(): void {
    this.#ends.push(this.#end);
  }

  /** A copy of the i-th string. */
  get(index: number): Uint8Array {
    const from = index === 0 ? 0 : this.#ends.get(index - 1);
    let page = this.#full.length;
    while (this.#pageStarts[page] > from) page--;
    const start = this.#pageStarts[page];
    const bytes = new Uint8Array(this.#ends.get(index) - from);
    bytes.set((this.#full[page] ?? this.#page).subarray(from - start, from - start + bytes.length));
    return bytes;
  }

  toByteStrings(): ByteStrings {
    const bytes = new Uint8Array(this.#end);
    for (const [i, page] of this.#full.entries()) bytes.set(page, this.#pageStarts[i]);
    bytes.set(this.#page.subarray(0, this.#used), this.#pageStarts[this.#full.length]);
    const offsets = new Uint32Array(this.count + 1);
    offsets.set(this.#ends.toArray(), 1);
    return { bytes, offsets };
  }

  #finishString(used: number): void {
    this.#end += used - this.#used;
    this.#used = used;
    this.#ends.push(this.#end);
  }

  #reserve(extra: number): void {
    const needed = this.#used + extra;
    if (needed <= this.#page.length) return;
    if (needed <= PAGE_BYTES) {
      const larger = asBuffer(new Uint8Array(Math.min(PAGE_BYTES, Math.max(needed, this.#page.length * 4))));
      larger.set(this.#page.subarray(0, this.#used));
      this.#page = larger;
      return;
    }
    this.#full.push(this.#page.subarray(0, this.#used));
    this.#pageStarts.push(this.#end);
    this.#page = asBuffer(new Uint8Array(Math.max(PAGE_BYTES, extra)));
    this.#used = 0;
  }
}
