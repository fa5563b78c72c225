import type { Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';

/** A bucket's key in comparable form: strings are terms, dates are milliseconds. */
export type Key = string | number | bigint;

/**
 * The keys of a block as a flat list of shard-wide ids: `ids[i]` belongs to the document `positions[i]` of
 * the block, each key at most once per document. Owned by the reader and overwritten by its next read.
 */
export interface IdRun {
  readonly ids: Uint32Array;
  readonly positions: Uint32Array;
  readonly count: number;
  /** Exactly one key per document of the block, in order. */
  readonly dense: boolean;
}

/** A run of keys that were listed one by one. */
export function listedRun(ids: readonly number[], positions: readonly number[]): IdRun {
  const { length: count } = ids;
  return { ids: Uint32Array.from(ids), positions: Uint32Array.from(positions), count, dense: false };
}

/** One run with the keys of several. */
export function joinRuns(parts: Iterable<IdRun>): IdRun {
  const ids: number[] = [];
  const positions: number[] = [];
  for (const run of parts) {
    for (let i = 0; i < run.count; i++) {
      ids.push(run.ids[i]);
      positions.push(run.positions[i]);
    }
  }
  return listedRun(ids, positions);
}

export interface KeyReader {
  read(block: DocBlock): IdRun;
  /** The same keys in several runs; present if documents may have so many that reading a block takes long. */
  readInParts?(block: DocBlock): Iterable<IdRun>;
  /** Counts each key of the whole segment, and caches the result. Absent if not worthwhile. */
  countAll?(): Steps<KeyCounts>;
  /** The key of each document of the segment. Call after `countAll`, which assigns the ids. */
  keyPlaces?(): KeyPlaces;
  /** Every document has exactly one key, which may be excluded. */
  readonly isSingle?: boolean;
}

/** The shard-wide id of a document's key is owners[places[doc]]; negative if the key is excluded. */
export interface KeyPlaces {
  readonly places: Uint32Array | Uint16Array;
  readonly owners: Int32Array;
}

/** How many documents of a segment have each key, including deleted and nested ones. */
export interface KeyCounts {
  readonly ids: readonly number[];
  readonly counts: readonly number[];
}

/**
 * Where bucket keys come from. Ids count from 0 in order of arrival and are valid for all segments of the
 * shard.
 */
export interface KeySource {
  leaf(leaf: LeafContext): KeyReader;
  /** Number of ids assigned so far. */
  readonly size: number;
  key(id: number): Key;
  /**
   * Upper bound for the number of keys in these segments. 0 or absent if reading them a second time is
   * expensive.
   */
  keyBound?(leaves: readonly LeafContext[]): number;
  /** Compares the keys of two ids, if that is faster than comparing the keys themselves. */
  compare?(a: number, b: number): number;
  /** Assigns ids to all keys of the shard (min_doc_count 0). */
  addAll(leaves: readonly LeafContext[]): void;
}

/** Compares the keys of two ids of a source, ascending. */
export function compareIds(source: KeySource, a: number, b: number): number {
  return source.compare ? source.compare(a, b) : compareKeys(source.key(a), source.key(b));
}

/** Ascending; strings by code point, like their UTF-8 bytes. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTerms(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

export function compareTerms(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates rank above all other code units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** The keys accepted by `include` and `exclude`. */
export type KeyFilter = (key: Key) => boolean;

/** In place of the id of a key that the filter rejects. */
export const EXCLUDED = -2;

/** An unmapped field: no document has a key. */
export const NO_KEYS: KeySource = {
  size: 0,
  key: () => 0,
  leaf: () => ({
    read: () => ({ ids: new Uint32Array(0), positions: new Uint32Array(0), count: 0, dense: false }),
  }),
  addAll() {},
};
