import { type ExactJsonValue, JsonDouble, type JsonValue, jsonDouble, jsonFloat } from '../common/index.ts';
import { GeoPoint } from './geoPoint.ts';
import { asText, Double, Narrow, type Value } from './painless/values.ts';

/**
 * Converts JSON to Painless. Numbers with a fraction become doubles, others ints if they fit, otherwise
 * longs.
 */
export function fromJson(json: JsonValue | ExactJsonValue): Value {
  if (json instanceof JsonDouble) return new Double(json.value);
  if (typeof json === 'number') return fromNumber(json);
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json === 'object' && json !== null) {
    return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
  }
  return json;
}

function fromNumber(number: number): Value {
  if ((number | 0) === number) return number;
  return Number.isSafeInteger(number) ? BigInt(number) : new Double(number);
}

/**
 * Converts Painless to JSON. Objects such as dates become strings; NaN and infinities, which JSON lacks,
 * become their names.
 */
export function toJson(value: Value): JsonValue {
  if (value instanceof Double) return Number.isFinite(value.value) ? value.value : String(value.value);
  if (value instanceof Narrow) return value.kind === 'char' ? asText(value) : Number(asText(value));
  if (typeof value === 'bigint') return wholeJson(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item)]));
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? null : value;
  return asText(value);
}

/** A number if it is exact. */
function wholeJson(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Like toJson, but keeps integral doubles (`1.0`), for documents that are rewritten. */
export function toExactJson(value: Value): ExactJsonValue {
  if (value instanceof Double && Number.isFinite(value.value)) return jsonDouble(value.value);
  if (value instanceof Narrow && value.kind === 'float' && Number.isFinite(value.value))
    return jsonFloat(value.value);
  if (Array.isArray(value)) return value.map(toExactJson);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, toExactJson(item)]));
  if (value instanceof GeoPoint) return { lat: jsonDouble(value.lat), lon: jsonDouble(value.lon) };
  return toJson(value);
}

/** A score or sort value as a number; `null` if it is not one. Booleans are not numbers. */
export function toNumber(value: Value): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  if (value instanceof Narrow) return value.kind === 'char' ? null : value.value;
  return typeof value === 'bigint' ? Number(value) : null;
}
