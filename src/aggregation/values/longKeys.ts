import type { FixedBitSet } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import {
  EXCLUDED,
  type IdRun,
  type Key,
  type KeyFilter,
  type KeyReader,
  type KeySource,
  NO_KEYS,
} from './keys.ts';

/** Whether a segment stores a field's numbers in 64 bits, because some need more than 53. */
export function needsLongKeys(field: string, leaves: readonly LeafContext[]): boolean {
  return leaves.some(({ reader }) => {
    const column = reader.column(field);
    return column?.kind === 'numeric' && column.values instanceof BigInt64Array;
  });
}

/** Integers as keys, exact to 64 bits: those above 53 bits are bigints. */
export class LongKeys implements KeySource {
  readonly #field: string;
  readonly #missing: Key | null;
  readonly #filter: KeyFilter | null;
  readonly #keys: Key[] = [];
  readonly #ids = new Map<Key, number>();

  constructor(field: string, missing: Key | null, filter: KeyFilter | null) {
    this.#field = field;
    this.#missing = missing;
    this.#filter = filter;
  }

  get size(): number {
    return this.#keys.length;
  }

  key(id: number): Key {
    return this.#keys[id];
  }

  addAll(leaves: readonly LeafContext[]): void {
    for (const { reader } of leaves) {
      const column = reader.column(this.#field);
      if (column?.kind === 'numeric') for (const value of column.values) this.#idOf(normalize(value));
    }
  }

  leaf(leaf: LeafContext): KeyReader {
    const column = leaf.reader.column(this.#field);
    if (column?.kind !== 'numeric' && this.#missing === null) return NO_KEYS.leaf(leaf);
    const { values, offsets, presence } = column?.kind === 'numeric' ? column : EMPTY;
    return { read: (block) => this.#read(block, values, offsets, presence) };
  }

  #read(
    block: DocBlock,
    values: Float64Array | BigInt64Array,
    offsets: Uint32Array | null,
    presence: FixedBitSet | null,
  ): IdRun {
    const ids: number[] = [];
    const positions: number[] = [];
    for (let i = 0; i < block.count; i++) {
      const doc = block.docs[i];
      const present = values.length > 0 && (presence === null || presence.has(doc));
      const start = offsets ? offsets[doc] : doc;
      const end = present ? (offsets ? offsets[doc + 1] : doc + 1) : start;
      const found = new Set<number>();
      for (let j = start; j < end; j++) found.add(this.#idOf(normalize(values[j])));
      if (end === start && this.#missing !== null) found.add(this.#idOf(this.#missing));
      for (const id of found) {
        if (id < 0) continue;
        ids.push(id);
        positions.push(i);
      }
    }
    const count = ids.length;
    return { ids: Uint32Array.from(ids), positions: Uint32Array.from(positions), count, dense: false };
  }

  #idOf(key: Key): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (this.#filter && !this.#filter(key)) return EXCLUDED;
    this.#ids.set(key, this.#keys.length);
    return this.#keys.push(key) - 1;
  }
}

const EMPTY = { values: new Float64Array(0), offsets: null, presence: null };

function normalize(value: number | bigint): Key {
  if (typeof value === 'number') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
