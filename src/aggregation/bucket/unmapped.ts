import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';

/** Collects nothing. The sub-aggregations are still set up, so that their errors are seen. */
export function unmappedAggregator(place: AggregatorPlace, result: () => InternalAggregation): Aggregator {
  place.children({ manyOwners: true });
  return { leaf: () => ({ collect() {} }), build: result };
}
