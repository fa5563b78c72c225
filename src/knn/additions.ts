import type { VectorValues } from '../segment/index.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';

/** The vectors that a build adds to its base, or to an empty graph. */
export interface Additions {
  /** Number of nodes in the finished graph. */
  readonly room: number;
  readonly rows: {
    readonly count: number;
    /** A copy of rows [from, to): the segment's own column must not be transferred. */
    copy(from: number, to: number): Float32Array;
  };
}

export function additions(
  { count, dimension }: GraphShape,
  { values }: VectorValues,
  base: GraphBase | null,
): Additions {
  if (base === null) {
    const copy = (from: number, to: number): Float32Array => values.slice(from * dimension, to * dimension);
    return { room: count, rows: { count, copy } };
  }
  const { added, nodes } = base;
  const copy = (from: number, to: number): Float32Array => {
    const rows = new Float32Array((to - from) * dimension);
    for (let i = from; i < to; i++) {
      const start = added[i] * dimension;
      rows.set(values.subarray(start, start + dimension), (i - from) * dimension);
    }
    return rows;
  };
  return { room: nodes + added.length, rows: { count: added.length, copy } };
}
