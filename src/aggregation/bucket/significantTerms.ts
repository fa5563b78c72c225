import { illegalArgument } from '../../common/index.ts';
import {
  allDocs,
  docArray,
  type LeafContext,
  matchedAhead,
  parseQuery,
  type Query,
  type QueryBuilder,
} from '../../query/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import { anyField, intField, parseObject, stringField } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { checkSelections, includeExcludeFields, keyFilter } from '../values/includeExclude.ts';
import { keyFormat } from '../values/keyFormat.ts';
import { valueKeys } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { InternalSignificantTerms, type SignificantLimits } from './internalSignificantTerms.ts';
import { type Heuristic, heuristics, JLH } from './significance.ts';
import { countKeys, SignificantTermsAggregator } from './significantTermsAggregator.ts';
import { checkExecutionHint, TERMS_HINTS, termsLimitFields } from './terms.ts';
import { unmappedAggregator } from './unmapped.ts';

const { size, min_doc_count, shard_min_doc_count } = termsLimitFields;

const shard_size = intField((value, { aggregation }) => {
  if (value > 0) return value;
  throw illegalArgument(`[shardSize] must be greater than  0. Found [${value}] in [${aggregation}]`);
});

/** Members shared by the significant terms aggregations. */
export const significantFields = {
  ...includeExcludeFields,
  size,
  shard_size,
  min_doc_count,
  shard_min_doc_count,
  background_filter: anyField(['START_OBJECT'], (_json, { container, key }) => parseQuery(container[key])),
  ...Object.fromEntries(heuristics),
} as const;

const fields = { ...valuesFields, ...significantFields, execution_hint: stringField() } as const;

/** Terms that are more frequent in the matching documents than in all. */
export const significantTerms: AggregationType = {
  name: 'significant_terms',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'significant_terms',
      registry: true,
      aggregation,
      aliases: valuesAliases,
      check: checkSelections,
    });
    requireFieldOrScript(options);
    const limits = significantLimits(options);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'significant_terms',
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean'],
          defaultKind: 'bytes',
        });
        if (!config.hasValues) {
          return unmappedAggregator(place, () => InternalSignificantTerms.unmapped(limits));
        }
        if (config.kind === 'bytes') checkExecutionHint(options.execution_hint, TERMS_HINTS);
        const filter = keyFilter(options.include ?? null, options.exclude ?? null, config, {
          aggregation: place.name,
          error: illegalArgument,
        });
        const { keys, integral } = valueKeys(config, place.context, filter);
        const docs = backgroundDocs(place, backgroundQuery(place, options));
        return new SignificantTermsAggregator(place, {
          keys,
          format: keyFormat(config, integral),
          limits,
          background: () => countKeys(keys, docs, place.context),
        });
      },
    };
  },
};

/** The requested limits; shards return three times as many terms plus twenty. */
export function significantLimits(options: {
  readonly size?: number;
  readonly shard_size?: number;
  readonly min_doc_count?: number;
  readonly shard_min_doc_count?: number;
}): SignificantLimits {
  const { size: wanted = 10, min_doc_count: minDocCount = 3 } = options;
  const named = options as Readonly<Record<string, unknown>>;
  // The last one given wins.
  const chosen = Object.keys(named).findLast((name) => heuristics.has(name) && named[name] !== undefined);
  return {
    size: wanted,
    shardSize: options.shard_size ?? 2 * Math.floor(wanted * 1.5 + 10),
    minDocCount,
    shardMinDocCount: options.shard_min_doc_count ?? 0,
    heuristic: chosen === undefined ? JLH : (named[chosen] as Heuristic),
  };
}

/** The background filter, bound to a shard. */
export function backgroundQuery(
  { context }: AggregatorPlace,
  { background_filter: filter }: { readonly background_filter?: QueryBuilder },
): Query | null {
  return filter?.bindDirectly(context) ?? null;
}

/** The background documents for comparison: those of a filter, or all. */
export function backgroundDocs(
  { context }: AggregatorPlace,
  background: Query | null,
): (leaf: LeafContext) => Uint32Array {
  if (background === null) return ({ reader }) => docArray(allDocs(reader.maxDoc));
  const matched = matchedAhead(context, background);
  return (leaf) => docArray(matched(leaf));
}
