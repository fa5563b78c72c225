import type { JsonObject } from '../../common/index.ts';
import type { AggregatorDescription, AggregatorPlace } from '../framework/aggregator.ts';
import type { KeyedBuckets } from '../framework/keyedBuckets.ts';
import { termColumn } from '../values/termKeys.ts';
import type { ValuesConfig } from '../values/valuesConfig.ts';

interface TermsWay {
  readonly execution_hint?: string;
  readonly collect_mode?: string;
  readonly include?: unknown;
  readonly exclude?: unknown;
}

/** How the original would have counted these terms, as shown in profiles. */
export function describeTerms(
  options: TermsWay,
  config: ValuesConfig,
  place: AggregatorPlace,
  integral: boolean,
): (buckets: KeyedBuckets) => AggregatorDescription {
  return (buckets) => {
    const deferred = deferredOf(options, config, buckets);
    if (config.kind !== 'bytes' && config.kind !== 'ip') {
      const strategy = integral ? 'long_terms' : 'double_terms';
      const debug = { ...deferred, result_strategy: strategy, total_buckets: buckets.bucketCount };
      return { type: 'NumericTermsAggregator', debug };
    }
    if (options.execution_hint === 'map' || config.script !== null) {
      const debug = { ...deferred, total_buckets: buckets.bucketCount, result_strategy: 'terms' };
      return { type: 'MapStringTermsAggregator', debug };
    }
    return {
      type: 'GlobalOrdinalsStringTermsAggregator',
      debug: {
        ...deferred,
        collection_strategy: place.singleOwner ? 'dense' : 'remap',
        result_strategy: 'terms',
        ...segmentCounts(config, place),
        has_filter: options.include !== undefined || options.exclude !== undefined,
      },
    };
  };
}

/** By default, the original defers if it cannot predict the number of buckets. */
function deferredOf(options: TermsWay, config: ValuesConfig, { children }: KeyedBuckets): JsonObject {
  const unknownCount = config.kind !== 'bytes' && config.kind !== 'ip';
  const mode = options.collect_mode ?? (unknownCount ? 'breadth_first' : 'depth_first');
  if (mode !== 'breadth_first' || children.isEmpty) return {};
  return { deferred_aggregators: children.heads.map(({ name }) => name) };
}

function segmentCounts(config: ValuesConfig, place: AggregatorPlace): JsonObject {
  const columns = place.context.leaves.map(termColumn(config)).filter((column) => column !== null);
  const single = columns.filter(({ offsets }) => offsets === null).length;
  return {
    segments_with_single_valued_ords: single,
    segments_with_multi_valued_ords: columns.length - single,
  };
}
