import type { LeafContext, TopDocs, TopRequest } from '../types.ts';
import type { LeafMatcher } from './matcher.ts';
import { ConstantScorer, type LeafScorer } from './scorer.ts';

/** Scores a bound query, with its boost and the shard's statistics applied. */
export abstract class Weight {
  abstract scorer(leaf: LeafContext): LeafScorer;

  /** Finds the best hits without scoring all documents; `null` if not supported. */
  top(_leaf: LeafContext, _request: TopRequest): TopDocs | null {
    return null;
  }
}

class PlainWeight extends Weight {
  readonly #scorer: (leaf: LeafContext) => LeafScorer;

  constructor(scorer: (leaf: LeafContext) => LeafScorer) {
    super();
    this.#scorer = scorer;
  }

  scorer(leaf: LeafContext): LeafScorer {
    return this.#scorer(leaf);
  }
}

/** A weight that only provides scorers. */
export function weightOf(scorer: (leaf: LeafContext) => LeafScorer): Weight {
  return new PlainWeight(scorer);
}

/** Every match scores the boost. */
export function constantWeight(query: { matcher(leaf: LeafContext): LeafMatcher }, boost: number): Weight {
  return weightOf((leaf) => new ConstantScorer(query.matcher(leaf), boost));
}
