import type { Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';

/** A bucket's key in the form in which it is compared: strings are terms, dates are milliseconds. */
export type Key = string | number | bigint;

/**
 * The keys of a block, flat, as ids of the shard: `ids[i]` belongs to the block's document `positions[i]`, each key
 * at most once a document. Owned by the reader, overwritten by its next read.
 */
export interface IdRun {
  readonly ids: Uint32Array;
  readonly positions: Uint32Array;
  readonly count: number;
  /** Exactly one key for each document of the block, in order. */
  readonly dense: boolean;
}

export interface KeyReader {
  read(block: DocBlock): IdRun;
  /** Counts each key of the whole segment; what that finds is kept with it. Absent: it does not pay. */
  countAll?(): Steps<KeyCounts>;
  /** Every document has exactly one key, or one that is excluded. */
  readonly isSingle?: boolean;
}

/** How many documents of a segment have each key, deleted and nested ones too. */
export interface KeyCounts {
  readonly ids: readonly number[];
  readonly counts: readonly number[];
}

/** Where the keys of buckets come from. Ids count from 0 in order of arrival and hold for all segments of the shard. */
export interface KeySource {
  leaf(leaf: LeafContext): KeyReader;
  /** Ids given so far. */
  readonly size: number;
  key(id: number): Key;
  /** Not more keys than that are in these segments. 0, or absent: they are costly to read a second time. */
  keyBound?(leaves: readonly LeafContext[]): number;
  /** Compares the keys of two ids, where there is a faster way than by the keys themselves. */
  compare?(a: number, b: number): number;
  /** Reads every key of the shard, so that each has an id (min_doc_count 0). */
  addAll(leaves: readonly LeafContext[]): void;
}

/** Orders the keys of two ids of a source, ascending. */
export function compareIds(source: KeySource, a: number, b: number): number {
  return source.compare ? source.compare(a, b) : compareKeys(source.key(a), source.key(b));
}

/** Ascending; strings by code point, as their UTF-8 bytes compare. */
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

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** Which keys `include` and `exclude` let through. */
export type KeyFilter = (key: Key) => boolean;

/** Stands in place of the id of a key that the filter does not let through. */
export const EXCLUDED = -2;

/** A field without mapping: no document has a key. */
export const NO_KEYS: KeySource = {
  size: 0,
  key: () => 0,
  leaf: () => ({
    read: () => ({ ids: new Uint32Array(0), positions: new Uint32Array(0), count: 0, dense: false }),
  }),
  addAll() {},
};
