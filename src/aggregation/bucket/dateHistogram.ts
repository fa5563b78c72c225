import { illegalArgument, type JsonObject, type JsonValue, javaDouble } from '../../common/index.ts';
import {
  checkOneInterval,
  chooseInterval,
  dateRounding,
  intervalFields,
  offsetField,
} from '../dates/dateInterval.ts';
import type { DateRounding } from '../dates/dateRounding.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import { BY_KEY, orderField } from '../framework/bucketOrder.ts';
import { anyField, booleanField, type Field, objectField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { numberKeys } from '../values/keyFormat.ts';
import type { KeyFilter } from '../values/keys.ts';
import { NumberKeys } from '../values/numberKeys.ts';
import { RangeKeys } from '../values/rangeKeys.ts';
import { numberSource } from '../values/sources.ts';
import { parsePlainDate } from '../values/valueFormat.ts';
import {
  requireFieldOrScript,
  resolveValues,
  timeZoneField,
  type ValuesConfig,
  type ValuesOptions,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';
import { minDocCountField } from './histogram.ts';
import { HistogramAggregator, unmappedHistogram } from './histogramAggregator.ts';
import { type HistogramShape, NO_BOUNDS } from './internalHistogram.ts';

interface DateBounds {
  readonly min: JsonValue;
  readonly max: JsonValue;
}

const boundField = anyField(['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_NULL'], (value) => {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  throw illegalArgument(`${javaDouble(value)} cannot be converted to Long without data loss`);
});

const boundsField: Field<DateBounds> = objectField((json: JsonObject, { aggregation }) => {
  const table = { min: boundField, max: boundField };
  const { min = null, max = null } = parseObject(json, table, { parser: 'bounds', aggregation });
  return { min, max };
});

const fields = {
  ...valuesFields,
  ...intervalFields,
  time_zone: timeZoneField,
  offset: offsetField,
  order: orderField,
  keyed: booleanField(),
  min_doc_count: minDocCountField,
  extended_bounds: boundsField,
  hard_bounds: boundsField,
} as const;

export const dateHistogram: AggregationType = {
  name: 'date_histogram',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'date_histogram',
      aggregation,
      aliases: valuesAliases,
    });
    checkOneInterval('date_histogram', json);
    requireFieldOrScript(options);
    return {
      minDocCount: options.min_doc_count ?? 0,
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'date_histogram',
          kinds: ['date', 'numeric', 'boolean', 'range'],
          defaultKind: 'date',
        });
        const rounding = dateRounding(chooseInterval(options), options.time_zone, options.offset ?? 0);
        const bounds = (name: 'extended_bounds' | 'hard_bounds') => {
          const given = options[name];
          return given ? readBounds(given, name, config, place, options) : null;
        };
        const extended = bounds('extended_bounds');
        const plain = dateRounding(chooseInterval(options), options.time_zone, 0);
        const hard = roundBounds(
          bounds('hard_bounds'),
          (value) => plain.round(value) + (options.offset ?? 0),
        );
        const shape = shapeOf(options, config, rounding, {
          min: extended?.min == null ? NO_BOUNDS.min : plain.round(extended.min) + (options.offset ?? 0),
          max: extended?.max == null ? NO_BOUNDS.max : plain.round(extended.max) + (options.offset ?? 0),
        });
        if (!config.hasValues) return unmappedHistogram(place, shape);
        if (config.kind === 'range') {
          return new HistogramAggregator(place, new RangeKeys(config, { ...rounding, bounds: hard }), shape);
        }
        const filter = hard ? within(hard) : null;
        const keys = new NumberKeys(numberSource(config, place.context), rounding, filter);
        return new HistogramAggregator(place, keys, shape);
      },
    };
  },
};

function shapeOf(
  options: { readonly [K in 'min_doc_count' | 'order' | 'keyed']?: unknown },
  config: ValuesConfig,
  rounding: DateRounding,
  bounds: HistogramShape['bounds'],
): HistogramShape {
  return {
    type: 'date_histogram',
    minDocCount: (options.min_doc_count as number | undefined) ?? 0,
    order: (options.order as HistogramShape['order'] | undefined) ?? BY_KEY,
    keyed: (options.keyed as boolean | undefined) ?? false,
    format: numberKeys('l', config.format),
    next: (key) => rounding.next(key),
    distance: (from, to) => (to - from) / rounding.lengthMs,
    bounds,
  };
}

/** Hard bounds are compared with keys, so they are rounded too. */
function roundBounds(bounds: Bounds | null, round: (value: number) => number): Bounds | null {
  if (bounds === null) return null;
  const { min, max } = bounds;
  return { min: min === null ? null : round(min), max: max === null ? null : round(max) };
}

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** Parses dates like the field does, including date math. */
function readBounds(
  json: DateBounds,
  name: string,
  { field, dates }: ValuesConfig,
  place: AggregatorPlace,
  options: ValuesOptions,
): Bounds {
  const read = (value: JsonValue): number | null => {
    if (value === null || typeof value === 'number') return value;
    if (field === null) return parsePlainDate(value, place.context.now, dates);
    const { format = null, time_zone: timeZone = null } = options;
    const { now } = place.context;
    return Number(field.toRangeBound(value, { roundUp: false, format, timeZone, now }));
  };
  const min = read(json.min);
  const max = read(json.max);
  if (min !== null && max !== null && min > max) {
    throw illegalArgument(
      `[${name}.min][${min}] cannot be greater than [${name}.max][${max}] for histogram aggregation [${place.name}]`,
    );
  }
  return { min, max };
}

function within({ min, max }: Bounds): KeyFilter {
  return (key) => (max === null || Number(key) < max) && (min === null || Number(key) >= min);
}
