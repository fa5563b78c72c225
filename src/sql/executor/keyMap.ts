import type { SqlType } from '../types.ts';
import { javaListHash, type SqlValue } from '../values/index.ts';
import { RowMap } from './rowMap.ts';

interface Entry<T> {
  readonly hash: number;
  readonly key: readonly SqlValue[];
  readonly value: T;
}

/**
 * At this many entries in one bin, Java converts the bin to a tree or, while the table is small, resizes the
 * table.
 */
const CROWDED = 8;
const SLOTS_FOR_TREES = 64;

/**
 * Values by key, listed in the order of a java.util.HashMap filled by `computeIfAbsent`: bin by bin, and
 * within a bin the last inserted first. NULL and MISSING are different keys.
 */
export class KeyMap<T> {
  readonly #types: readonly SqlType[];
  readonly #byKey = new RowMap<Entry<T>>();
  #slots: Entry<T>[][] = Array.from({ length: 16 }, () => []);
  #size = 0;

  constructor(types: readonly SqlType[]) {
    this.#types = types;
  }

  of(key: readonly SqlValue[], make: () => T): T {
    if (this.#size > this.#slots.length * 0.75) this.#grow();
    const known = this.#byKey.get(marked(key));
    if (known !== undefined) return known.value;
    const hash = 59 + javaListHash(key, this.#types);
    const entry = { hash: hash ^ (hash >>> 16), key, value: make() };
    this.#byKey.set(marked(key), entry);
    const slot = this.#slots[entry.hash & (this.#slots.length - 1)];
    slot.unshift(entry);
    this.#size++;
    if (slot.length >= CROWDED && this.#slots.length < SLOTS_FOR_TREES) this.#grow();
    return entry.value;
  }

  entries(): readonly { readonly key: readonly SqlValue[]; readonly value: T }[] {
    return this.#slots.flat();
  }

  #grow(): void {
    const slots: Entry<T>[][] = Array.from({ length: this.#slots.length * 2 }, () => []);
    for (const entry of this.entries() as readonly Entry<T>[])
      slots[entry.hash & (slots.length - 1)].push(entry);
    this.#slots = slots;
  }
}

/** Maps a key to one for another map in which MISSING differs from NULL. */
function marked(key: readonly SqlValue[]): readonly SqlValue[] {
  return key.includes(undefined) ? [...key, key.map((value) => value === undefined).join()] : key;
}
