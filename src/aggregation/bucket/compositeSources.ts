import {
  type ExactJsonValue,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  jsonDouble,
  numberFormat,
  type OpenSearchError,
} from '../../common/index.ts';
import { tokenName } from '../../query/index.ts';
import {
  checkOneInterval,
  chooseInterval,
  dateRounding,
  intervalFields,
  offsetField,
} from '../dates/dateInterval.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import {
  booleanField,
  doubleField,
  type Fields,
  intField,
  type Parsed,
  parseObject,
  stringField,
} from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import { geoBoundsField, isOutside } from '../values/geoBounds.ts';
import { geoKeySource, parseTile, printTile, tileKey } from '../values/geoPoints.ts';
import { type Key, type KeySource, NO_KEYS } from '../values/keys.ts';
import { NumberKeys } from '../values/numberKeys.ts';
import { numberSource, valueKeys } from '../values/sources.ts';
import type { SourceOrder } from '../values/tuplePage.ts';
import {
  resolveValues,
  timeZoneField,
  type ValueKind,
  type ValuesConfig,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';

/** A parsed source of a composite aggregation. */
export interface CompositeSource extends SourceOrder {
  readonly name: string;
  readonly missingBucket: boolean;
  bind(place: AggregatorPlace): BoundSource;
}

/** A source on a shard. */
export interface BoundSource {
  readonly keys: KeySource;
  /** The key as printed in `key` and `after_key`. */
  render(key: Key): ExactJsonValue;
  /** Parses a value of `after`. */
  parse(value: JsonValue): Key;
}

const { format: formatField, ...withoutFormat } = valuesFields;

const common = {
  ...withoutFormat,
  missing_bucket: booleanField(),
  missing_order: stringField((text) => {
    if (['first', 'last', 'default'].includes(text.toLowerCase())) return text.toLowerCase();
    throw illegalArgument(
      `No enum constant org.opensearch.search.aggregations.bucket.missing.MissingOrder.${text.toUpperCase()}`,
    );
  }),
  order: stringField((text) => {
    const order = text.toLowerCase();
    if (order === 'asc' || order === 'desc') return order;
    throw illegalArgument(`No enum constant org.opensearch.search.sort.SortOrder.${text.toUpperCase()}`);
  }),
} as const;

function positiveInterval(value: number): number {
  if (value > 0) return value;
  throw illegalArgument('[interval] must be greater than 0 for [histogram] source');
}

const TABLES = {
  terms: common,
  histogram: { ...common, interval: doubleField(positiveInterval) },
  date_histogram: {
    ...common,
    format: formatField,
    ...intervalFields,
    time_zone: timeZoneField,
    offset: offsetField,
  },
  geotile_grid: { ...common, precision: intField(), bounds: geoBoundsField },
} as const satisfies Record<string, Fields>;

type SourceType = keyof typeof TABLES;

type SourceOptions = ReturnType<typeof parseSource>;

/** `[{"name": {"terms": {…}}}, …]`. */
export function parseSources(list: readonly JsonValue[], aggregation: string): readonly CompositeSource[] {
  return list.map((item, index) => {
    const at = { container: list, key: index, edge: 'value' } as const;
    if (!isJsonObject(item)) throw unexpectedToken('START_OBJECT', tokenName(item), at);
    const names = Object.keys(item);
    if (names.length === 0) throw nameExpected(item);
    const definition = item[names[0]];
    if (!isJsonObject(definition)) {
      const place = { container: item, key: names[0], edge: 'value' } as const;
      throw unexpectedToken('START_OBJECT', tokenName(definition), place);
    }
    const types = Object.keys(definition);
    if (types.length === 0) throw nameExpected(definition);
    const [type] = types;
    if (!isJsonObject(definition[type])) {
      const place = { container: definition, key: type, edge: 'value' } as const;
      throw unexpectedToken('START_OBJECT', tokenName(definition[type]), place);
    }
    const source = createSource(names[0], type, definition, aggregation);
    if (types.length !== 1) throw parsingErrorAt('Failed to parse object: expecting one source type', at);
    if (names.length !== 1) throw parsingErrorAt('Failed to parse object: expecting one source name', at);
    return source;
  });
}

function unexpectedToken(wanted: string, found: string, at: JsonPlace): OpenSearchError {
  const reason = `Failed to parse object: expecting token of type [${wanted}] but found [${found}]`;
  return parsingErrorAt(reason, at);
}

/** The error for an object that ends where a name is expected. */
function nameExpected(container: JsonObject): OpenSearchError {
  return unexpectedToken('FIELD_NAME', 'END_OBJECT', { container, key: null, edge: 'end' });
}

function createSource(
  name: string,
  type: string,
  definition: JsonObject,
  aggregation: string,
): CompositeSource {
  if (!Object.hasOwn(TABLES, type)) {
    throw parsingErrorAt(`invalid source type: ${type}`, { container: definition, key: type, edge: 'value' });
  }
  const json = definition[type] as JsonObject;
  if (type === 'date_histogram') checkOneInterval(type, json);
  const options = parseSource(type as SourceType, json, aggregation);
  const ascending = options.order !== 'desc';
  const missingOrder = options.missing_order ?? 'default';
  return {
    name,
    ascending,
    missingBucket: options.missing_bucket ?? false,
    nullFirst: missingOrder === 'default' ? ascending : missingOrder === 'first',
    bind: (place) => bindSource(type as SourceType, options, place),
  };
}

function parseSource(type: SourceType, json: JsonObject, aggregation: string) {
  const table: typeof common & Partial<(typeof TABLES)['date_histogram']> = TABLES[type] as never;
  return parseObject(json, table as typeof TABLES.date_histogram, {
    parser: type,
    aggregation,
    aliases: valuesAliases,
  });
}

const KINDS: Readonly<Record<SourceType, readonly ValueKind[]>> = {
  terms: ['bytes', 'ip', 'numeric', 'date', 'boolean'],
  histogram: ['numeric', 'date', 'boolean'],
  date_histogram: ['date', 'numeric'],
  geotile_grid: ['geo_point'],
};

const DEFAULT_KIND: Readonly<Record<SourceType, ValueKind>> = {
  terms: 'bytes',
  histogram: 'numeric',
  date_histogram: 'date',
  geotile_grid: 'geo_point',
};

function bindSource(type: SourceType, options: SourceOptions, place: AggregatorPlace): BoundSource {
  if (options.missing_order !== undefined && options.missing_order !== 'default' && !options.missing_bucket) {
    throw illegalArgument('missing_order require missing_bucket is true');
  }
  const config = resolveValues(place, options, {
    aggregation: 'composite',
    kinds: KINDS[type],
    defaultKind: DEFAULT_KIND[type],
  });
  if (!config.hasValues) return { keys: NO_KEYS, render: (key) => key, parse: (value) => value as Key };
  const { keys, integral } = sourceKeys(type, options, config, place);
  return { keys, ...printing(config, integral, options, place) };
}

function sourceKeys(
  type: SourceType,
  options: SourceOptions,
  config: ValuesConfig,
  place: AggregatorPlace,
): { readonly keys: KeySource; readonly integral: boolean } {
  switch (type) {
    case 'terms':
      return valueKeys(config, place.context, null);
    case 'geotile_grid': {
      const { precision = 7, bounds } = options as Parsed<(typeof TABLES)['geotile_grid']>;
      const cellOf = (lat: number, lon: number): string | null =>
        isOutside(bounds, lat, lon) ? null : tileKey(lat, lon, precision);
      return { keys: geoKeySource(config, cellOf), integral: true };
    }
    case 'date_histogram': {
      const rounding = dateRounding(chooseInterval(options), options.time_zone, options.offset ?? 0);
      return { keys: new NumberKeys(numberSource(config, place.context), rounding, null), integral: true };
    }
    default: {
      const step = Number(options.interval);
      const round = (value: number) => Math.floor(value / step) * step;
      const rounding = { round, grid: { step, offset: 0 } };
      return { keys: new NumberKeys(numberSource(config, place.context), rounding, null), integral: false };
    }
  }
}

/** Dates print as milliseconds unless a format is given. */
function printing(
  { kind, field, format }: ValuesConfig,
  integral: boolean,
  options: SourceOptions,
  place: AggregatorPlace,
): Pick<BoundSource, 'render' | 'parse'> {
  if (kind === 'date' && options.format !== undefined && field) {
    const { now } = place.context;
    const { format: pattern, time_zone: timeZone = null } = options;
    return {
      render: (key) => format.number(Number(key)),
      parse: (value) => Number(field.toRangeBound(value, { roundUp: false, format: pattern, timeZone, now })),
    };
  }
  if (kind === 'boolean') {
    return { render: (key) => key !== 0, parse: afterBoolean };
  }
  if (kind === 'ip' && field) {
    return { render: (key) => field.render(key), parse: (value) => String(field.toIndexValue(value)) };
  }
  if (kind === 'geo_point') {
    return { render: (key) => printTile(String(key)), parse: (value) => parseTile(String(value)) };
  }
  if (kind === 'bytes') return { render: (key) => key, parse: afterText };
  if (kind === 'numeric' && options.format !== undefined) {
    return { render: (key) => format.number(Number(key)), parse: afterNumber };
  }
  return { render: (key) => (integral ? key : jsonDouble(Number(key))), parse: afterNumber };
}

function afterText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  const given = typeof value === 'number' ? (Number.isInteger(value) ? 'Integer' : 'Double') : 'Boolean';
  throw illegalArgument(`invalid value, expected string, got ${given}`);
}

function afterBoolean(value: JsonValue): number {
  const text = String(value);
  if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
  throw illegalArgument(`Cannot parse boolean [${text}], expected either [true] or [false]`);
}

/** A boolean is parsed as its text, which is not a number. */
function afterNumber(value: JsonValue): number {
  const number = typeof value === 'boolean' ? Number.NaN : Number(value);
  if (Number.isNaN(number) || value === '') throw numberFormat(String(value));
  return number;
}
