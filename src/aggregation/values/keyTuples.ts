import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { BucketOrds } from '../framework/bucketOrds.ts';
import { identity } from '../framework/growable.ts';
import type { IdRun, Key, KeyReader, KeySource } from './keys.ts';

/** A value for each source; null where the document has none. */
export type TupleParts = readonly (Key | null)[];

/** The id of an absent value; ids of sources count from one here. */
const ABSENT = 0;

/**
 * Combinations of the keys of several sources as keys. A combination is a chain of pairs: (the combination so far,
 * the next key), each pair numbered in order of arrival.
 */
export class KeyTuples implements KeySource {
  readonly #sources: readonly KeySource[];
  /** Whether documents without a value of the source are kept. */
  readonly #keepsAbsent: readonly boolean[];
  readonly #encode: (parts: TupleParts) => Key;
  readonly #chain: readonly BucketOrds[];

  constructor(
    sources: readonly KeySource[],
    keepsAbsent: readonly boolean[],
    encode: (parts: TupleParts) => Key,
  ) {
    this.#sources = sources;
    this.#keepsAbsent = keepsAbsent;
    this.#encode = encode;
    this.#chain = sources.map(() => new BucketOrds());
  }

  get size(): number {
    return this.#chain[this.#chain.length - 1].size;
  }

  key(id: number): Key {
    return this.#encode(this.parts(id));
  }

  parts(id: number): TupleParts {
    const parts: (Key | null)[] = [];
    for (let s = this.#chain.length - 1; s >= 0; s--) {
      const part = this.#chain[s].id(id);
      parts[s] = part === ABSENT ? null : this.#sources[s].key(part - 1);
      id = this.#chain[s].owner(id);
    }
    return parts;
  }

  addAll(): void {}

  leaf(leaf: LeafContext): KeyReader {
    const readers = this.#sources.map((source) => source.leaf(leaf));
    return {
      read: (block) =>
        this.#combine(
          block,
          readers.map((reader) => copyRun(reader.read(block))),
        ),
    };
  }

  /** Every combination of the keys of each document. */
  #combine(block: DocBlock, runs: readonly IdRun[]): IdRun {
    if (runs.every(({ dense }) => dense)) return this.#combineDense(block.count, runs);
    const at = runs.map(() => 0);
    const ids: number[] = [];
    const positions: number[] = [];
    for (let i = 0; i < block.count; i++) {
      let combinations: number[] = [0];
      for (let s = 0; s < runs.length; s++) {
        combinations = this.#extend(combinations, s, idsAt(runs[s], at, s, i));
      }
      for (const id of combinations) {
        ids.push(id);
        positions.push(i);
      }
    }
    const count = ids.length;
    return { ids: Uint32Array.from(ids), positions: Uint32Array.from(positions), count, dense: false };
  }

  /** One key of each source for every document. */
  #combineDense(count: number, runs: readonly IdRun[]): IdRun {
    const ids = new Uint32Array(count);
    for (const [source, run] of runs.entries()) {
      const chain = this.#chain[source];
      for (let i = 0; i < count; i++) ids[i] = chain.add(ids[i], run.ids[i]);
    }
    return { ids, positions: identity(count), count, dense: true };
  }

  #extend(combinations: readonly number[], source: number, ids: readonly number[]): number[] {
    const given = ids.length === 0 && this.#keepsAbsent[source] ? [ABSENT] : ids;
    const extended: number[] = [];
    for (const combination of combinations) {
      for (const id of given) extended.push(this.#chain[source].add(combination, id));
    }
    return extended;
  }
}

/** Readers may share scratch arrays, so runs are copied; ids leave room for ABSENT. */
function copyRun(run: IdRun): IdRun {
  const ids = run.ids.slice(0, run.count);
  for (let i = 0; i < ids.length; i++) ids[i]++;
  return { ...run, ids, positions: run.positions.slice(0, run.count) };
}

/** The ids of the block's document `position`; `at` moves along. */
function idsAt(run: IdRun, at: number[], source: number, position: number): number[] {
  while (at[source] < run.count && run.positions[at[source]] < position) at[source]++;
  const ids: number[] = [];
  while (at[source] < run.count && run.positions[at[source]] === position) ids.push(run.ids[at[source]++]);
  return ids;
}

const NUMBER = 'n';
const TEXT = 't';
const END = '\u0000';
const bits = new DataView(new ArrayBuffer(8));

/** One string for a list of keys; strings compare as the lists do. Whole numbers past 53 bits lose digits. */
export function encodeParts(parts: TupleParts): string {
  return parts
    .map((part) => (typeof part === 'string' ? TEXT + part : NUMBER + encodeNumber(Number(part))))
    .join(END);
}

export function decodeParts(text: string): readonly (string | number)[] {
  return text.split(END).map((part) => (part[0] === TEXT ? part.slice(1) : decodeNumber(part.slice(1))));
}

/** Sixteen hex digits that ascend with the number: negative numbers have all bits flipped, others the first. */
function encodeNumber(value: number): string {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const sortable = raw >> 63n === 0n ? raw | (1n << 63n) : ~raw;
  return BigInt.asUintN(64, sortable).toString(16).padStart(16, '0');
}

function decodeNumber(hex: string): number {
  const sortable = BigInt(`0x${hex}`);
  bits.setBigUint64(0, sortable >> 63n === 1n ? sortable ^ (1n << 63n) : BigInt.asUintN(64, ~sortable));
  return bits.getFloat64(0);
}
