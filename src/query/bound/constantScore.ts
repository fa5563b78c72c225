import type { Explanation, LeafContext } from '../types.ts';
import { withParsedText } from './decorated.ts';
import { explainConstant } from './explain.ts';
import { type BoundQuery, DelegatingQuery } from './query.ts';
import { constantShape, parsedText, type QueryShape } from './shape.ts';
import { constantWeight, type Weight } from './weight.ts';

class ConstantScoreQuery extends DelegatingQuery {
  readonly inner: BoundQuery;
  /** The filter before rewriting. */
  readonly #given: BoundQuery;

  constructor(inner: BoundQuery, given: BoundQuery) {
    super();
    this.inner = inner;
    this.#given = given;
  }

  override get key(): string {
    return `const(${this.inner.key})`;
  }

  override shape(): QueryShape {
    return constantShape(this.inner, this.#given);
  }

  override weight(boost: number): Weight {
    return constantWeight(this.inner, boost);
  }

  override explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainConstant(this, leaf, doc, boost);
  }

  override noScoring(): BoundQuery {
    return withParsedText(this.inner, `ConstantScore(${parsedText(this.#given)})`);
  }
}

/** The matches of a filter, with the boost as their score. */
export function constantScoreQuery(given: BoundQuery): BoundQuery {
  const filter = given.noScoring();
  return filter.noneReason === null ? new ConstantScoreQuery(filter, given) : filter;
}
