import type { FixedBitSet } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import { compareText } from './compareText.ts';

/** A value of `sort` as compared and printed: numbers, longs past 2^53, strings; `null` for no value. */
export type SortValue = number | bigint | string | null;

/** One key of the sort order for the documents of a segment, as numbers: smaller comes first. */
export interface LeafSortKey {
  /** Parallel to the documents. */
  readonly keys: Float64Array;
  /** The value of the i-th document. */
  value(i: number): SortValue;
  /** A value of `search_after` on the scale of `keys`; between two keys if no document has it. */
  keyOf(value: SortValue): number;
}

/** One key of the sort order, bound to a shard. */
export interface SortKey {
  /** Compares values of different segments and shards. */
  compare(a: SortValue, b: SortValue): number;
  /** `docs` must ascend; `scores` is parallel, or null if all are `constant`. */
  leaf(leaf: LeafContext, docs: Uint32Array, scores: Float32Array | null, constant: number): LeafSortKey;
  /** The values of keys that ascend with the documents, so that the first documents are the first hits. */
  valueInOrder?(leaf: LeafContext, doc: number): SortValue;
  /**
   * Of the documents `within` (`null` for the whole segment): those that include the first `limit` with ties;
   * `null` if unknown.
   */
  candidates?(leaf: LeafContext, limit: number, within: FixedBitSet | null): Uint32Array | null;
  /** Parses a member of `search_after`. Throws illegal_argument in the original's words. */
  parseAfter(value: unknown): SortValue;
  readonly needsScores: boolean;
  /** Each document is expensive, so only some of a segment are requested at a time. */
  readonly isCostly?: boolean;
  /** Values are doubles or floats, so integral ones print with a fraction. */
  readonly hasFractions?: boolean;
}

/** Compares values of one key: null is placed by `nullsFirst`, whatever the direction. */
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

/** Keys for values that are not doubles: their rank among the given values. */
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
