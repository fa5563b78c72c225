import type { LeafContext } from '../types.ts';

/** Scores documents of one segment, in ascending order. */
export type LeafScorer = (doc: number, score: number) => number;

/** A script in the score context, bound to a shard. */
export interface ScoreScript {
  /** Canonical text, used as a cache key. */
  readonly key: string;
  leaf(leaf: LeafContext): LeafScorer;
}
