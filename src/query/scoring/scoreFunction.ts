import { numericColumn } from '../fieldQueries.ts';
import type { Explanation, LeafContext, QueryShardContext } from '../types.ts';
import type { LeafScorer } from './leafScorer.ts';

/** A scoring function of function_score, bound to a shard. */
export interface ScoreFunction {
  readonly key: string;
  leaf(leaf: LeafContext): LeafScorer;
  /** Explains a document's factor; `score` explains its score. */
  explain(leaf: LeafContext, doc: number, score: Explanation): Explanation;
}

/** A parsed function, independent of any index. */
export type ScoreFunctionBuilder = (context: QueryShardContext) => ScoreFunction;

/** The smallest value of a numeric field. */
export function firstValue(leaf: LeafContext, name: string): (doc: number) => number | null {
  const column = numericColumn(leaf.reader.column(name));
  if (column === null) return () => null;
  const { values, offsets, presence } = column;
  return (doc) => {
    if (offsets !== null) return offsets[doc] < offsets[doc + 1] ? Number(values[offsets[doc]]) : null;
    return presence === null || presence.has(doc) ? Number(values[doc]) : null;
  };
}
