import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { InternalSingleBucket } from './singleBucket.ts';

/** Collects nothing, but still sets up sub-aggregations so that their errors are reported. */
export function unmappedAggregator(place: AggregatorPlace, result: () => InternalAggregation): Aggregator {
  place.children({ manyOwners: true });
  return { leaf: () => ({ collect() {} }), build: result };
}

/** The empty bucket of a single-bucket aggregation without documents. */
export function unmappedSingleBucket(
  place: AggregatorPlace,
  type: string,
  nestedPath = place.nestedPath,
): Aggregator {
  const children = place.children({ manyOwners: false, nestedPath });
  return {
    leaf: () => ({ collect() {} }),
    build: (owner) => new InternalSingleBucket(type, 0, children.build(owner), false),
    singleBucketChildren: children,
    docCount: () => 0,
  };
}
