import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { BY_KEY, orderField } from '../framework/bucketOrder.ts';
import {
  booleanField,
  doubleField,
  type Field,
  longField,
  objectField,
  parseObject,
  toDouble,
} from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { numberKeys } from '../values/keyFormat.ts';
import { NumberKeys } from '../values/numberKeys.ts';
import { numberSource } from '../values/numberSource.ts';
import { RangeSpans } from '../values/rangeSpans.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { HistogramAggregator, unmappedHistogram } from './histogramAggregator.ts';
import { type HistogramShape, NO_BOUNDS } from './internalHistogram.ts';

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

const boundsField: Field<Bounds> = objectField((json: JsonObject) => {
  const bound = (key: string): number | null => {
    const value = json[key] ?? null;
    return value === null ? null : toDouble(value);
  };
  return { min: bound('min'), max: bound('max') };
});

export const minDocCountField: Field<number> = longField((value, { aggregation }) => {
  if (value >= 0) return value;
  throw illegalArgument(
    `[min_doc_count] must be greater than or equal to 0. Found [${value}] in [${aggregation}]`,
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
    if (extended && extended.min !== null && extended.max !== null && extended.max < extended.min) {
      throw illegalArgument(`maxBound [${extended.max}] must be greater than minBound [${extended.min}]`);
    }
    return {
      minDocCount: options.min_doc_count ?? 0,
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'histogram',
          kinds: ['numeric', 'date', 'boolean', 'range'],
          defaultKind: 'numeric',
        });
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
            new RangeSpans(config, { round, next, bounds: hard ?? null }),
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

/** The bounds are compared with the keys before the offset is added. */
function hardBoundsFilter({ min, max }: Bounds, offset: number) {
  return (key: unknown): boolean => {
    const plain = Number(key) - offset;
    return (max === null || plain < max) && (min === null || plain >= min);
  };
}
