import { type ExactJsonValue, JsonDouble, type JsonValue, RawJson } from './json.ts';

/** The same value with plain numbers, for callers that compute with them. */
export function plainNumbers(value: ExactJsonValue): JsonValue {
  if (value instanceof JsonDouble) return value.value;
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value as JsonValue;
  if (Array.isArray(value)) return value.map(plainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainNumbers(member)]));
}
