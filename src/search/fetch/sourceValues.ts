import { isJsonObject, type JsonValue, valuesAt } from '../../common/index.ts';

/** The nested object that a nested document was made of. */
export function nestedSource(
  source: JsonValue,
  steps: readonly { readonly field: string; readonly offset: number }[],
): JsonValue {
  let current = source;
  for (const { field, offset } of steps) current = valuesAtObjects(current, field)[offset] ?? null;
  return current;
}

/** As `valuesAt`, for arrays of objects: one entry an object. */
function valuesAtObjects(source: JsonValue, path: string): JsonValue[] {
  return valuesAt(source, path).filter(isJsonObject);
}
