import { type ExactJsonValue, isJsonObject } from '../../common/index.ts';

/**
 * The values of a field in a source as found by `fields`: arrays are flattened, nulls become `nullValue`, and
 * of several keys that are prefixes of the path only the shortest counts (`{"a.b": 1, "a": {}}` has no
 * `a.b`).
 */
export function extractValue(
  source: ExactJsonValue,
  path: readonly string[],
  nullValue: ExactJsonValue,
): ExactJsonValue[] {
  if (Array.isArray(source)) return source.flatMap((item) => extractValue(item, path, nullValue));
  if (path.length === 0) {
    const value = source ?? nullValue;
    return value === null ? [] : [value];
  }
  if (!isJsonObject(source)) return [];
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('.');
    if (Object.hasOwn(source, key)) return extractValue(source[key], path.slice(length), nullValue);
  }
  return [];
}

/** Like `extractValue`, but keeps arrays at the end of the path. */
export function extractRaw(
  source: ExactJsonValue,
  path: readonly string[],
  nullValue: ExactJsonValue,
): ExactJsonValue[] {
  if (path.length === 0) {
    const value = source ?? nullValue;
    return value === null ? [] : [value];
  }
  if (Array.isArray(source)) return source.flatMap((item) => extractRaw(item, path, nullValue));
  if (!isJsonObject(source)) return [];
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('.');
    if (Object.hasOwn(source, key)) return extractRaw(source[key], path.slice(length), nullValue);
  }
  return [];
}
