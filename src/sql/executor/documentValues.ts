import {
  type ExactJsonObject,
  type ExactJsonValue,
  isJsonObject,
  type JsonValue,
  jsonDouble,
} from '../../common/index.ts';
import type { Field, FieldTable } from '../binder/index.ts';
import type { SqlType } from '../types.ts';
import {
  isFloatingType,
  javaMapOrder,
  parseStoredDate,
  type SqlValue,
  toJson,
  truncateTo,
} from '../values/index.ts';

/** Converts values of documents, as parsed from JSON, to values of the field's type. */

/** The value at a dotted path; of an array the first element (recorded: the original returns only that). */
export function valueAt(source: JsonValue | undefined, path: string): JsonValue | undefined {
  let value = source;
  let rest = path;
  while (isJsonObject(value)) {
    if (Object.hasOwn(value, rest)) return value[rest];
    const dot = rest.indexOf('.');
    if (dot < 0) return undefined;
    value = firstOf(value[rest.slice(0, dot)]);
    rest = rest.slice(dot + 1);
  }
  return undefined;
}

function firstOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Converts a stored value to the field's type; MISSING when there is none. */
export function toValue(value: JsonValue | undefined, field: Field, fields: FieldTable): SqlValue {
  if (value === undefined || value === null) return value;
  switch (field.type) {
    case 'nested':
      return nestedOf(Array.isArray(value) ? value : [value], field, fields);
    case 'geo_point':
      return geoPoint(value);
    case 'knn_vector':
      return value;
    default:
      return Array.isArray(value) ? toValue(value[0], field, fields) : scalarOf(value, field, fields);
  }
}

/** An empty array is NULL. */
function nestedOf(items: readonly JsonValue[], { path }: Field, fields: FieldTable): SqlValue {
  return items.length === 0 ? null : items.map((item) => structOf(item, path, fields));
}

function scalarOf(value: JsonValue, field: Field, fields: FieldTable): SqlValue {
  switch (field.type) {
    case 'byte':
    case 'short':
    case 'integer':
    case 'long':
      return integerOf(value, field.type);
    case 'float':
      return Math.fround(Number(value));
    case 'double':
      return Number(value);
    case 'boolean':
      // Strings are false, even "true" (recorded).
      return value === true;
    case 'timestamp':
      return typeof value === 'string' || typeof value === 'number' ? parseStoredDate(value) : null;
    case 'object':
      return structOf(value, field.path, fields);
    default:
      return typeof value === 'object' ? value : String(value);
  }
}

function integerOf(value: JsonValue, type: 'byte' | 'short' | 'integer' | 'long'): SqlValue {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string' && /^-?\d{16,}$/.test(value)) return BigInt(value);
  return truncateTo(Number(value), type);
}

/** Members that have a field mapping are printed in that field's form, all others unchanged. */
function structOf(value: JsonValue, path: string, fields: FieldTable): JsonValue | ExactJsonObject {
  if (Array.isArray(value)) return value.length === 0 ? null : structOf(value[0], path, fields);
  if (!isJsonObject(value)) return value;
  const out: ExactJsonObject = {};
  for (const name of javaMapOrder(Object.keys(value))) {
    const member = value[name];
    const field = fields.get(`${path}.${name}`);
    out[name] = field === undefined ? member : memberOf(toValue(member, field, fields), field.type);
  }
  return out;
}

/** `{lat, lon}` from any of the forms a document may use. */
function geoPoint(value: JsonValue): SqlValue {
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    return typeof value[0] === 'number' ? { lat: value[1] ?? null, lon: value[0] } : geoPoint(value[0]);
  }
  if (isJsonObject(value)) {
    return 'lat' in value ? { lat: Number(value.lat), lon: Number(value.lon) } : value;
  }
  const match = typeof value === 'string' ? /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(value) : null;
  return match === null ? String(value) : { lat: Number(match[1]), lon: Number(match[2]) };
}

/** A number of a floating-point field keeps its form inside an object: 96.0. */
function memberOf(value: SqlValue, type: SqlType): ExactJsonValue {
  const printed = toJson(value, type);
  return typeof printed === 'number' && isFloatingType(type) ? jsonDouble(printed) : printed;
}
