import { type ExactJsonValue, JsonDouble, type JsonObject, type JsonValue, RawJson } from './json.ts';
import { setMember } from './setMember.ts';

/** A copy with plain numbers, for callers that compute with them. */
export function plainNumbers(value: ExactJsonValue): JsonValue {
  if (value instanceof JsonDouble) return value.value;
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value as JsonValue;
  if (Array.isArray(value)) return value.map(plainNumbers);
  // Six times as fast as `Object.fromEntries`, which matters for pages of buckets.
  const plain: JsonObject = {};
  for (const key of Object.keys(value)) setMember(plain, key, plainNumbers(value[key]));
  return plain;
}
