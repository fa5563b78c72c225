import type { FixedBitSet } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import { compareText } from './compareText.ts';

/** A value of `sort`, as it is compared and printed: numbers, longs past 2^53, strings; null: no value. */
export type SortValue = number | bigint | string | null;

/** One key of the order over the documents of one segment, as numbers: smaller comes first. */
export interface LeafSortKey {
  /** Parallel to the documents. */
  readonly keys: Float64Array;
  /** The value of the i-th document. */
  value(i: number): SortValue;
  /** A value of `search_after` on the scale of `keys`; between two keys when no document has it. */
  keyOf(value: SortValue): number;
}

/** One key of the order, bound to a shard. */
export interface SortKey {
  /** Orders values of different segments and shards. */
  compare(a: SortValue, b: SortValue): number;
  /** `docs` ascending; `scores` parallel, null when they are all `constant`. */
  leaf(leaf: LeafContext, docs: Uint32Array, scores: Float32Array | null, constant: number): LeafSortKey;
  /** The values of keys that ascend with the documents: then the first documents are the first hits. */
  valueInOrder?(leaf: LeafContext, doc: number): SortValue;
  /**
   * Of the documents `within` (null: all of the segment): those among which the first `limit` are, ties included; null:
   * unknown.
   */
  candidates?(leaf: LeafContext, limit: number, within: FixedBitSet | null): Uint32Array | null;
  /** A member of `search_after` as a value. Throws illegal_argument in the original's words. */
  parseAfter(value: unknown): SortValue;
  readonly needsScores: boolean;
  /** Each document takes long: it is asked about some of a segment at a time. */
  readonly isCostly?: boolean;
  /** Values are doubles or floats: a whole one prints with a fraction. */
  readonly hasFractions?: boolean;
}

/** Compares values of one key: null stands where `nullsFirst` says, whatever the direction. */
export function valueComparator(descending: boolean, nullsFirst: boolean): SortKey['compare'] {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    if (a === null || b === null) {
      if (a === b) return 0;
      return (a === null) === nullsFirst ? -1 : 1;
    }
    if (typeof a === 'string' && typeof b === 'string') return sign * compareText(a, b);
    return a === b ? 0 : a < b ? -sign : sign;
  };
}

/** Keys for values that are no doubles: their rank among the values at hand. */
export function rankedKeys(
  values: readonly SortValue[],
  compare: SortKey['compare'],
): Pick<LeafSortKey, 'keys' | 'keyOf' | 'value'> {
  const sorted = [...new Set(values)].sort(compare);
  const rank = new Map(sorted.map((value, i) => [value, i]));
  const keys = new Float64Array(values.length);
  for (let i = 0; i < keys.length; i++) keys[i] = rank.get(values[i]) as number;
  return {
    keys,
    value: (i) => values[i],
    keyOf(value) {
      const exact = rank.get(value);
      if (exact !== undefined) return exact;
      const next = sorted.findIndex((other) => compare(other, value) > 0);
      return (next < 0 ? sorted.length : next) - 0.5;
    },
  };
}
