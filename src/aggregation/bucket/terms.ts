import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { BY_COUNT, isKeyOrder, orderField } from '../framework/bucketOrder.ts';
import { booleanField, intField, longField, parseObject, stringField } from '../framework/objectParser.ts';
import { executionError } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { checkSelections, includeExcludeFields, keyFilter } from '../values/includeExclude.ts';
import { keyFormat } from '../values/keyFormat.ts';
import { valueKeys } from '../values/sources.ts';
import {
  requireFieldOrScript,
  resolveValues,
  type ValueKind,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';
import { InternalTerms, type TermsLimits } from './internalTerms.ts';
import { TermsAggregator } from './termsAggregator.ts';
import { describeTerms } from './termsProfile.ts';
import { unmappedAggregator } from './unmapped.ts';

const positive =
  (name: string) =>
  (value: number, { aggregation }: { readonly aggregation: string }): number => {
    if (value > 0) return value;
    throw illegalArgument(`[${name}] must be greater than 0. Found [${value}] in [${aggregation}]`);
  };

const notNegative =
  (name: string) =>
  (value: number, { aggregation }: { readonly aggregation: string }): number => {
    if (value >= 0) return value;
    throw illegalArgument(
      `[${name}] must be greater than or equal to 0. Found [${value}] in [${aggregation}]`,
    );
  };

/** Members shared by all aggregations with a list of terms. */
export const termsLimitFields = {
  size: intField(positive('size')),
  shard_size: intField(positive('shardSize')),
  min_doc_count: longField(notNegative('minDocCount')),
  shard_min_doc_count: longField(notNegative('shardMinDocCount')),
  show_term_doc_count_error: booleanField(),
  order: orderField,
  collect_mode: stringField((mode) => {
    if (mode === 'depth_first' || mode === 'breadth_first') return mode;
    throw new OpenSearchError('parse_exception', `no [collect_mode] found for value [${mode}]`);
  }),
} as const;

const fields = {
  ...valuesFields,
  ...termsLimitFields,
  ...includeExcludeFields,
  execution_hint: stringField(),
} as const;

interface LimitOptions {
  readonly size?: number;
  readonly shard_size?: number;
  readonly min_doc_count?: number;
  readonly shard_min_doc_count?: number;
  readonly show_term_doc_count_error?: boolean;
  readonly order?: TermsLimits['order'];
}

/** Applies defaults: shards return 1.5 times as many terms plus ten, except when ordered by key. */
export function termsLimits(options: LimitOptions): TermsLimits {
  const order = options.order ?? BY_COUNT;
  const size = options.size ?? 10;
  const minDocCount = options.min_doc_count ?? 1;
  const suggested = isKeyOrder(order) ? size : Math.floor(size * 1.5 + 10);
  return {
    order,
    size,
    minDocCount,
    shardSize: Math.max(size, options.shard_size ?? suggested),
    shardMinDocCount: Math.min(minDocCount, options.shard_min_doc_count ?? 0),
    showError: options.show_term_doc_count_error ?? false,
  };
}

const KINDS: readonly ValueKind[] = ['bytes', 'ip', 'numeric', 'date', 'boolean'];

export const terms: AggregationType = {
  name: 'terms',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'terms',
      aggregation,
      aliases: valuesAliases,
      check: checkSelections,
    });
    requireFieldOrScript(options);
    const limits = termsLimits(options);
    const { include, exclude } = options;
    return {
      visitsAllDocs: limits.minDocCount === 0,
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'terms',
          kinds: KINDS,
          defaultKind: 'bytes',
        });
        if (!config.hasValues) return unmappedAggregator(place, () => InternalTerms.unmapped(limits));
        if (config.kind === 'bytes') checkExecutionHint(options.execution_hint, TERMS_HINTS);
        const filter = keyFilter(include ?? null, exclude ?? null, config, {
          aggregation: place.name,
          error: executionError,
        });
        const { keys, integral } = valueKeys(config, place.context, filter);
        const description = describeTerms(options, config, place, integral);
        return new TermsAggregator(place, keys, keyFormat(config, integral), limits, {
          describe: description,
          collectMode: options.collect_mode,
        });
      },
    };
  },
};

export const TERMS_HINTS: readonly string[] = ['map', 'global_ordinals'];

/** For terms that are text: numbers are kept in one way only, whatever the hint. */
export function checkExecutionHint(hint: string | undefined, hints: readonly string[]): void {
  if (hint === undefined || hints.includes(hint)) return;
  throw illegalArgument(`Unknown \`execution_hint\`: [${hint}], expected any of [${hints.join(', ')}]`);
}
