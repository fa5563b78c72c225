import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { SqlError } from '../errors.ts';

/**
 * Reads members of a request body. Missing or mistyped members get org.json's message with a 400; the
 * original responds 503.
 */

export function textMember(body: JsonObject, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw unfit(`JSONObject["${name}"]`, value, 'string');
  return value;
}

/** Null counts as an empty list. */
export function listMember(body: JsonObject, name: string): readonly JsonValue[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value)) throw unfit(`JSONObject["${name}"]`, value, 'JSONArray');
  return value;
}

export function objectAt(list: readonly JsonValue[], i: number): JsonObject {
  const value = list[i];
  if (!isJsonObject(value)) throw unfit(`JSONArray[${i}]`, value, 'JSONObject');
  return value;
}

export function unfit(place: string, value: JsonValue | undefined, type: string): SqlError {
  const details =
    value === undefined ? `${place} not found.` : `${place} is not a ${type} (class ${javaClass(value)}).`;
  return new SqlError('JSONException', details);
}

/** A value's Java class and text; arrays and objects are described by their class alone. */
function javaClass(value: JsonValue): string {
  if (value === null) return 'org.json.JSONObject$Null : null';
  if (Array.isArray(value)) return 'org.json.JSONArray';
  if (isJsonObject(value)) return 'org.json.JSONObject';
  return `java.${javaName(value)} : ${String(value)}`;
}

function javaName(value: JsonValue): string {
  if (typeof value === 'string') return 'lang.String';
  if (typeof value === 'boolean') return 'lang.Boolean';
  return Number.isInteger(value) ? 'lang.Integer' : 'math.BigDecimal';
}

export function illegal(details: string): SqlError {
  return new SqlError('IllegalArgumentException', details);
}
