import { type ExactJsonValue, isJsonObject, type JsonValue } from './json.ts';
import { appendAll } from './spread.ts';

/** The values at a dotted path of a source, with arrays flattened; keys may contain dots. */
export function valuesAt(source: JsonValue, path: string): JsonValue[];
export function valuesAt(source: ExactJsonValue, path: string): ExactJsonValue[];
export function valuesAt(source: ExactJsonValue, path: string): ExactJsonValue[] {
  if (Array.isArray(source)) return source.flatMap((item) => valuesAt(item, path));
  if (path === '') return source === null ? [] : [source];
  if (!isJsonObject(source)) return [];
  const found: ExactJsonValue[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const key = path.slice(0, end);
    if (Object.hasOwn(source, key)) appendAll(found, valuesAt(source[key], path.slice(end + 1)));
  }
  return found;
}
