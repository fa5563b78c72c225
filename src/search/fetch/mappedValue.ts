import {
  type ExactJsonValue,
  illegalArgument,
  isJsonObject,
  JsonDouble,
  type JsonObject,
  type JsonValue,
  javaDouble,
  jsonDouble,
  jsonFloat,
  OpenSearchError,
  plainNumbers,
} from '../../common/index.ts';
import {
  DEFAULT_DATE_FORMAT,
  dateFormatter,
  javaText,
  type MappedFieldType,
  parseGeoPoint,
  UTC,
} from '../../mapper/index.ts';
import { typedValue } from './columnValues.ts';
import { extractRaw, extractValue } from './extractValue.ts';

/** Throws illegal_argument for a format that the field does not support. */
export function checkFormat(field: MappedFieldType, format: string | null): void {
  if (format === null || field.family === 'range') return;
  if (field.family === 'date') {
    // Throws for an invalid pattern.
    field.render(0, { format });
    return;
  }
  if (field.family !== 'geo_point') {
    throw illegalArgument(`Field [${field.name}] of type [${field.typeName}] doesn't support formats.`);
  }
  if (format !== 'geojson' && format !== 'wkt') {
    throw illegalArgument(`Unrecognized geometry format [${format}].`);
  }
}

/** The values at a path of the source, as returned by `fields`. */
export function mappedValues(
  field: MappedFieldType,
  source: ExactJsonValue,
  path: readonly string[],
  format: string | null,
): ExactJsonValue[] {
  const nullValue = field.params.null_value ?? null;
  if (field.typeName === 'geo_point') {
    return extractRaw(source, path, nullValue).flatMap((value) => pointValues(value, format));
  }
  return extractValue(source, path, nullValue).flatMap((value) => mappedValue(field, value, format));
}

/** A point, or a list of points; a list of numbers is a single point. */
function pointValues(given: ExactJsonValue, format: string | null): ExactJsonValue[] {
  const value = plainNumbers(given);
  const isList = Array.isArray(value) && typeof value[0] !== 'number';
  return (isList ? (value as JsonValue[]) : [value]).map((one) => {
    const { lon, lat } = parseGeoPoint(one, true);
    if (format === 'wkt') return `POINT (${javaDouble(lon)} ${javaDouble(lat)})`;
    return { coordinates: [jsonDouble(lon), jsonDouble(lat)], type: 'Point' };
  });
}

function keywordValue({ params, toIndexValue }: MappedFieldType, text: string): ExactJsonValue[] {
  if (text.length > Number(params.ignore_above ?? Number.POSITIVE_INFINITY)) return [];
  return [params.normalizer === undefined ? text : String(toIndexValue(text))];
}

/** A half float prints as the float it was made from. */
function floatValue(value: ExactJsonValue): ExactJsonValue[] {
  const number = Number(plainNumbers(value));
  return Number.isNaN(number) ? [] : [jsonFloat(Math.fround(number))];
}

/** The bounds of a range as numbers of its type or formatted dates; addresses as sent. */
function rangeValue(field: MappedFieldType, value: ExactJsonValue, format: string | null): ExactJsonValue {
  const { typeName } = field;
  if (!isJsonObject(value) || typeName === 'ip_range') return value;
  if (typeName === 'date_range') return dateBounds(field, value, format);
  const bound = (given: ExactJsonValue): ExactJsonValue => {
    if (given === null) return null;
    const number = Number(plainNumbers(given));
    if (typeName === 'double_range') return jsonDouble(number);
    if (typeName === 'float_range') return jsonFloat(Math.fround(number));
    return typeof given === 'bigint' ? given : Math.trunc(number);
  };
  return Object.fromEntries(Object.entries(value).map(([key, given]) => [key, bound(given)]));
}

function dateBounds(
  { params, toIndexValue }: MappedFieldType,
  value: JsonObject,
  format: string | null,
): ExactJsonValue {
  const formatter = dateFormatter(format ?? String(params.format ?? DEFAULT_DATE_FORMAT));
  const print = (bound: JsonValue): JsonValue =>
    bound === null ? null : formatter.print(Number(toIndexValue(plainNumbers(bound))), 0, UTC);
  return Object.fromEntries(Object.entries(value).map(([key, bound]) => [key, print(bound)]));
}

/** A source value as converted by its field; empty if the field ignores it. */
export function mappedValue(
  field: MappedFieldType,
  value: ExactJsonValue,
  format: string | null,
): ExactJsonValue[] {
  if (field.family === 'range') return [rangeValue(field, value, format)];
  if (typeof value === 'object' && !(value instanceof JsonDouble)) return [value];
  if (field.family === 'keyword') return keywordValue(field, javaText(value));
  if (field.family === 'text' || field.family === 'geo_point') return [javaText(value)];
  if (field.family === 'binary') return [value];
  if (field.numericKind === 'half_float') return floatValue(value);
  try {
    const plain = numberOf(field, plainNumbers(value));
    if (plain === null) return [];
    const indexed = field.toIndexValue(plain);
    const shown = field.numericKind === 'scaled_float' ? divided(field, Number(indexed)) : indexed;
    return [typedValue(field, field.render(shown, { format }))];
  } catch (error) {
    if (error instanceof OpenSearchError) return [];
    throw error;
  }
}

/** A scaled float is divided here, whereas its doc values are multiplied: 1.2, not 1.2000000000000002. */
function divided({ params }: MappedFieldType, indexed: number): number {
  const factor = Number(params.scaling_factor);
  return Math.round(indexed * factor) / factor;
}

/** Converts a number for its field: an empty text is no value, integers lose their fractions. */
function numberOf({ family, numericKind, params }: MappedFieldType, value: JsonValue): JsonValue {
  if (family !== 'numeric') return value;
  const given = value === '' ? (params.null_value ?? null) : value;
  const isWhole = numericKind !== null && WHOLE.has(numericKind);
  if (!isWhole || given === null || typeof given === 'bigint' || typeof given === 'boolean') return given;
  const number = Number(given);
  const isText = typeof given === 'string' && given.trim() !== 'NaN';
  if (Number.isSafeInteger(number) || (isText && Number.isNaN(number))) return given;
  if (!Number.isSafeInteger(Math.trunc(number)) && !Number.isNaN(number)) return given;
  return Math.trunc(number) || 0;
}

const WHOLE: ReadonlySet<string> = new Set(['byte', 'short', 'integer', 'long']);
