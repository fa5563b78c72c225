import { type BoundQuery, DelegatingQuery } from './query.ts';
import { type Weight, weightOf } from './weight.ts';

/** A query that is only known after the search has been prepared, so nothing can be said about it before. */
export abstract class LateQuery extends DelegatingQuery {
  abstract override get key(): string;

  override get noneReason(): null {
    return null;
  }

  override disjoint(): boolean {
    return false;
  }

  override mayReach(): boolean {
    return true;
  }

  override noScoring(): BoundQuery {
    return this;
  }

  override weight(boost: number): Weight {
    let weight: Weight | null = null;
    return weightOf((leaf) => {
      weight ??= this.inner.weight(boost);
      return weight.scorer(leaf);
    });
  }
}
