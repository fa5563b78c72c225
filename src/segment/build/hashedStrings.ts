import type { ByteStrings } from '../data.ts';
import { newSlots } from '../idTable.ts';
import type { Utf8Key } from '../utf8Key.ts';

const FIRST_BYTES = 64;
const FIRST_COUNT = 8;

/**
 * Byte strings (terms or ids) in order of arrival, found by content; of equal ones the newest is found. Uses
 * open addressing over arrays that grow by doubling: a string costs its bytes plus 16 to 24 more.
 */
export class HashedStrings {
  #bytes = new Uint8Array(FIRST_BYTES);
  /** String i is bytes[offsets[i], offsets[i + 1]). */
  #offsets = new Uint32Array(FIRST_COUNT + 1);
  #hashes = new Uint32Array(FIRST_COUNT);
  /** Index + 1 of a string; 0 if free. */
  #slots = newSlots(0);
  #count = 0;
  /** Slots in use: fewer than `count` if strings are repeated or not in the table. */
  #entered = 0;

  get count(): number {
    return this.#count;
  }

  /** Memory usage. */
  get sizeBytes(): number {
    return this.#bytes.length + 4 * (this.#offsets.length + this.#hashes.length + this.#slots.length);
  }

  /** The index of the string, or -1. */
  find(key: Utf8Key): number {
    return this.#slots[this.#slotOf(key)] - 1;
  }

  /** Appends the string, which replaces earlier equal ones in lookups. */
  add(key: Utf8Key): number {
    if (this.#entered * 2 >= this.#slots.length) this.#growSlots();
    return this.#addAt(this.#slotOf(key), key);
  }

  /** The index of the string, appended if it is new. */
  findOrAdd(key: Utf8Key): number {
    if (this.#entered * 2 >= this.#slots.length) this.#growSlots();
    const slot = this.#slotOf(key);
    const found = this.#slots[slot];
    return found === 0 ? this.#addAt(slot, key) : found - 1;
  }

  /** Appends an empty string that lookups do not find. */
  addEmpty(): void {
    this.#append(0);
  }

  toByteStrings(): ByteStrings {
    const offsets = this.#offsets.slice(0, this.#count + 1);
    return { bytes: this.#bytes.slice(0, offsets[this.#count]), offsets };
  }

  /** The table in the format of an idTable. No string can be added afterwards. */
  get slots(): Uint32Array {
    return this.#slots;
  }

  #slotOf({ bytes, length, hash }: Utf8Key): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const found = slots[slot];
      if (found === 0) return slot;
      if (this.#hashes[found - 1] === hash && this.#isEqual(found - 1, bytes, length)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isEqual(index: number, other: Uint8Array, length: number): boolean {
    const bytes = this.#bytes;
    const from = this.#offsets[index];
    if (this.#offsets[index + 1] - from !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[from + i] !== other[i]) return false;
    return true;
  }

  #addAt(slot: number, { bytes, length, hash }: Utf8Key): number {
    const from = this.#append(length);
    for (let i = 0; i < length; i++) this.#bytes[from + i] = bytes[i];
    const index = this.#count - 1;
    this.#hashes[index] = hash;
    if (this.#slots[slot] === 0) this.#entered++;
    this.#slots[slot] = index + 1;
    return index;
  }

  /** Reserves space for a string of `length` bytes; returns its offset. */
  #append(length: number): number {
    const from = this.#offsets[this.#count];
    const end = from + length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    if (this.#count === this.#hashes.length) {
      this.#offsets = doubled(this.#offsets, this.#count * 2 + 1);
      this.#hashes = doubled(this.#hashes, this.#count * 2);
    }
    this.#offsets[++this.#count] = end;
    return from;
  }

  #growSlots(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let i = 0; i < old.length; i++) {
      if (old[i] === 0) continue;
      let slot = this.#hashes[old[i] - 1] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = old[i];
    }
    this.#slots = slots;
  }
}

function doubled(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(length);
  grown.set(array);
  return grown;
}
