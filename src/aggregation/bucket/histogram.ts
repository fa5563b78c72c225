import { illegalArgument, type JsonObject, javaDouble, OpenSearchError } from '../../common/index.ts';
import { BY_KEY, orderField } from '../framework/bucketOrder.ts';
import {
  anyField,
  booleanField,
  doubleField,
  type Field,
  longField,
  objectField,
  parseObject,
  toDouble,
} from '../framework/objectParser.ts';
import { contentError } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { numberKeys } from '../values/keyFormat.ts';
import { NumberKeys } from '../values/numberKeys.ts';
import { RangeKeys } from '../values/rangeKeys.ts';
import { numberSource } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { HistogramAggregator, unmappedHistogram } from './histogramAggregator.ts';
import { type HistogramShape, NO_BOUNDS } from './internalHistogram.ts';

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

const BOUND_TOKENS = ['VALUE_NUMBER', 'VALUE_STRING', 'VALUE_NULL'];
const boundField: Field<number | null> = anyField(BOUND_TOKENS, (value) =>
  value === null ? null : toDouble(value),
);

const boundsField: Field<Bounds> = objectField((json: JsonObject, { aggregation }) => {
  const table = { min: boundField, max: boundField } as const;
  const { min = null, max = null } = parseObject(json, table, { parser: 'double_bounds', aggregation });
  if (min !== null && max !== null && min > max) throw crossedBounds(json, min, max);
  return { min, max };
});

/** The original builds the bounds by reflection when the last of them is read, which shows in the error. */
function crossedBounds(json: JsonObject, min: number, max: number): OpenSearchError {
  const last = Object.keys(json).at(-1) as string;
  const reason = `max bound [${javaDouble(max)}] must be greater than min bound [${javaDouble(min)}]`;
  const instance = illegalArgument(
    'Cannot instantiate an object of org.opensearch.search.aggregations.bucket.histogram.DoubleBounds',
    new OpenSearchError('invocation_target_exception', '', {
      metadata: { reason: null },
      causedBy: illegalArgument(reason),
    }),
  );
  const built = contentError(
    'Failed to build [double_bounds] after last required field arrived',
    null,
    instance,
  );
  const at = { container: json, key: last, edge: 'value' } as const;
  return contentError(`[double_bounds] failed to parse field [${last}]`, at, built);
}

export const minDocCountField: Field<number> = longField((value, { aggregation }) => {
  if (value >= 0) return value;
  throw illegalArgument(
    `[minDocCount] must be greater than or equal to 0. Found [${value}] in [${aggregation}]`,
  );
});

const fields = {
  ...valuesFields,
  interval: doubleField((interval, { aggregation }) => {
    if (interval > 0) return interval;
    throw illegalArgument(`[interval] must be >0 for histogram aggregation [${aggregation}]`);
  }),
  offset: doubleField(),
  order: orderField,
  keyed: booleanField(),
  min_doc_count: minDocCountField,
  extended_bounds: boundsField,
  hard_bounds: boundsField,
} as const;

export const histogram: AggregationType = {
  name: 'histogram',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'histogram', aggregation, aliases: valuesAliases });
    requireFieldOrScript(options);
    const { interval = 0, offset = 0, extended_bounds: extended, hard_bounds: hard } = options;
    return {
      minDocCount: options.min_doc_count ?? 0,
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'histogram',
          kinds: ['numeric', 'date', 'boolean', 'range'],
          defaultKind: 'numeric',
        });
        checkInside(hard, extended);
        if (interval <= 0) throw illegalArgument(`interval must be positive, got: ${interval.toFixed(1)}`);
        const round = (value: number) => Math.floor((value - offset) / interval) * interval + offset;
        const shape: HistogramShape = {
          type: 'histogram',
          minDocCount: options.min_doc_count ?? 0,
          order: options.order ?? BY_KEY,
          keyed: options.keyed ?? false,
          format: numberKeys('d', config.format),
          next: (key) => round(key + interval + interval / 2),
          distance: (from, to) => (to - from) / interval,
          bounds: {
            min: extended?.min == null ? NO_BOUNDS.min : round(extended.min),
            max: extended?.max ?? NO_BOUNDS.max,
          },
        };
        if (!config.hasValues) return unmappedHistogram(place, shape);
        if (config.kind === 'range') {
          const next = (key: number) => key + interval;
          return new HistogramAggregator(
            place,
            new RangeKeys(config, { round, next, bounds: hard ?? null }),
            shape,
          );
        }
        const filter = hard ? hardBoundsFilter(hard, offset) : null;
        const rounding = { round, grid: { step: interval, offset } };
        const keys = new NumberKeys(numberSource(config, place.context), rounding, filter);
        return new HistogramAggregator(place, keys, shape);
      },
    };
  },
};

/** Throws if extended bounds exceed hard bounds. */
function checkInside(hard: Bounds | undefined, extended: Bounds | undefined): void {
  if (!hard || !extended) return;
  const below = hard.min !== null && extended.min !== null && extended.min < hard.min;
  const above = hard.max !== null && extended.max !== null && extended.max > hard.max;
  if (!below && !above) return;
  const print = ({ min, max }: Bounds): string =>
    `[${min === null ? '' : javaDouble(min)}--${max === null ? '' : javaDouble(max)}]`;
  throw illegalArgument(
    `Extended bounds have to be inside hard bounds, hard bounds: ${print(hard)}, extended bounds: ${print(extended)}`,
  );
}

/** The bounds are compared with keys before the offset is added. */
function hardBoundsFilter({ min, max }: Bounds, offset: number) {
  return (key: unknown): boolean => {
    const plain = Number(key) - offset;
    return (max === null || plain <= max) && (min === null || plain >= min);
  };
}
