import type { Explanation, LeafContext, TermVisitor } from '../types.ts';
import { constantScoreQuery } from './constantScore.ts';
import { asKind, withParsedText } from './decorated.ts';
import { type BoundQuery, DelegatingQuery } from './query.ts';
import { boostShape, type QueryShape, shapeOf } from './shape.ts';
import type { Weight } from './weight.ts';

const f32 = Math.fround;

export class BoostQuery extends DelegatingQuery {
  readonly inner: BoundQuery;
  readonly boost: number;

  constructor(inner: BoundQuery, boost: number) {
    super();
    this.inner = inner;
    this.boost = boost;
  }

  override get key(): string {
    return `(${this.inner.key})^${this.boost}`;
  }

  override shape(): QueryShape {
    return boostShape(this.inner, this.boost);
  }

  override weight(outer: number): Weight {
    return this.inner.weight(this.#times(outer));
  }

  override explain(leaf: LeafContext, doc: number, outer: number): Explanation {
    return this.inner.explain(leaf, doc, this.#times(outer));
  }

  override visitTerms(visitor: TermVisitor, outer: number): void {
    this.inner.visitTerms(visitor, this.#times(outer));
  }

  override noScoring(): BoundQuery {
    return withParsedText(this.inner.noScoring(), parsedBoost(this.inner, this.boost));
  }

  #times(outer: number): number {
    return f32(outer * f32(this.boost));
  }
}

function parsedBoost(inner: BoundQuery, boost: number): string {
  return boostShape(inner, boost).parsed as string;
}

/** `inner` with its score multiplied by `boost`; nested boosts are combined. */
export function boostQuery(inner: BoundQuery, boost: number): BoundQuery {
  if (boost === 1) return inner;
  const parsed = () => parsedBoost(inner, boost);
  if (inner.noneReason !== null) return withParsedText(inner, parsed());
  const boosted = asKind(inner, BoostQuery);
  if (boosted !== null) {
    return withParsedText(boostQuery(boosted.inner, f32(boosted.boost * f32(boost))), parsed());
  }
  if (boost === 0 && shapeOf(inner).type !== 'ConstantScoreQuery') {
    return withParsedText(boostQuery(constantScoreQuery(inner), 0), parsed());
  }
  return new BoostQuery(inner, boost);
}
