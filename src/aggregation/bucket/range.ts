import {
  type ExactJsonObject,
  illegalArgument,
  type JsonObject,
  type JsonValue,
  javaDouble,
  jsonDouble,
} from '../../common/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import {
  anyField,
  booleanField,
  type Field,
  type Parsed,
  parseObject,
  readObjects,
  toDouble,
} from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { NO_KEYS } from '../values/keys.ts';
import { numberSource } from '../values/sources.ts';
import { BOOLEAN, parsePlainDate } from '../values/valueFormat.ts';
import {
  requireFieldOrScript,
  resolveValues,
  timeZoneField,
  type ValueKind,
  type ValuesConfig,
  type ValuesOptions,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';
import type { RangeRow } from './internalRange.ts';
import { type NumberRange, RangeAggregator, RangeKeys } from './rangeAggregator.ts';

/** A range as given: bounds are numbers, or text in the field's format. */
export interface GivenRange {
  readonly key: string | null;
  readonly from: JsonValue;
  readonly to: JsonValue;
}

const SCALAR_OR_NULL = ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_NULL'];

const rangeItemFields = {
  key: anyField(['VALUE_STRING', 'VALUE_NUMBER'], (value) => String(value)),
  from: anyField(SCALAR_OR_NULL, (value) => value),
  to: anyField(SCALAR_OR_NULL, (value) => value),
} as const;

/** A list of ranges, each parsed by its own table of fields. */
export const rangesField: Field<readonly GivenRange[]> = anyField(
  ['START_ARRAY', 'START_OBJECT'],
  (value, place) =>
    readObjects('range', value, place, (item) => {
      const { aggregation } = place;
      const {
        key = null,
        from = null,
        to = null,
      } = parseObject(item, rangeItemFields, {
        parser: 'range',
        aggregation,
      });
      return { key, from, to };
    }),
);

const fields = { ...valuesFields, ranges: rangesField, keyed: booleanField() } as const;
const dateFields = { ...fields, time_zone: timeZoneField } as const;

/** Ranges of numbers. */
export const range = rangeType('range', ['numeric', 'date', 'boolean'], 'numeric');

/** Ranges of dates, with date math. */
export const dateRange = rangeType('date_range', ['date', 'numeric', 'boolean'], 'date');

function rangeType(
  name: 'range' | 'date_range',
  kinds: readonly ValueKind[],
  defaultKind: ValueKind,
): AggregationType {
  return {
    name,
    family: 'bucket',
    parse(json: JsonObject, aggregation: string) {
      const table = name === 'range' ? fields : dateFields;
      const options: RangeOptions = parseObject(json, table as typeof dateFields, {
        parser: name,
        aggregation,
        aliases: valuesAliases,
      });
      requireFieldOrScript(options);
      return {
        create(place: AggregatorPlace) {
          const config = resolveValues(place, options, { aggregation: name, kinds, defaultKind });
          const given = options.ranges ?? [];
          if (given.length === 0) {
            throw illegalArgument(`No [ranges] specified for the [${aggregation}] aggregation`);
          }
          const resolved = resolveRanges(given, config, place, options);
          const keys = config.hasValues
            ? new RangeKeys(numberSource(config, place.context), resolved)
            : NO_KEYS;
          const rows = resolved.map((one) => rangeRow(one, config));
          return new RangeAggregator(place, keys, { type: name, rows, keyed: options.keyed ?? false });
        },
      };
    },
  };
}

type RangeOptions = Parsed<typeof dateFields>;
type ResolvedRange = NumberRange & { readonly key: string | null };

/** Converts bounds to numbers; ranges are sorted by lower, then upper bound. */
function resolveRanges(
  given: readonly GivenRange[],
  config: ValuesConfig,
  place: AggregatorPlace,
  options: ValuesOptions,
): readonly ResolvedRange[] {
  const bound = (value: JsonValue, absent: number): number =>
    value === null ? absent : readBound(value, config, place, options);
  return given
    .map(({ key, from, to }) => ({
      key,
      from: bound(from, Number.NEGATIVE_INFINITY),
      to: bound(to, Number.POSITIVE_INFINITY),
    }))
    .sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readBound(
  value: JsonValue,
  { kind, field, dates }: ValuesConfig,
  place: AggregatorPlace,
  options: ValuesOptions,
): number {
  if (kind !== 'date') return toDouble(value);
  if (field === null) return parsePlainDate(value, place.context.now, dates);
  const { format = null, time_zone: timeZone = null } = options;
  const { now } = place.context;
  const text = typeof value === 'number' ? String(Math.trunc(value)) : String(value);
  return Number(field.toRangeBound(text, { roundUp: false, format, timeZone, now }));
}

function rangeRow({ key, from, to }: ResolvedRange, { format }: ValuesConfig): RangeRow {
  const text = (value: number): string => (format.raw ? javaDouble(value) : format.number(value));
  const members: ExactJsonObject = {};
  const add = (name: string, value: number): void => {
    if (!Number.isFinite(value)) return;
    members[name] = jsonDouble(value);
    // The original prints the formatted object, which for booleans is a boolean.
    if (format === BOOLEAN) members[`${name}_as_string`] = value !== 0;
    else if (!format.raw) members[`${name}_as_string`] = text(value);
  };
  add('from', from);
  add('to', to);
  const end = (value: number): string => (Number.isFinite(value) ? text(value) : '*');
  return { key: key ?? `${end(from)}-${end(to)}`, members };
}
