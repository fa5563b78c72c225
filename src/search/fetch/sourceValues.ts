import { type ExactJsonValue, isJsonObject, type JsonValue, valuesAt } from '../../common/index.ts';

/** From an object to one of the nested objects in a field of it. */
interface NestedStep {
  readonly field: string;
  readonly offset: number;
}

/** The nested object that a nested document was made of. */
export function nestedSource(source: JsonValue, steps: readonly NestedStep[]): JsonValue;
export function nestedSource(source: ExactJsonValue, steps: readonly NestedStep[]): ExactJsonValue;
export function nestedSource(source: ExactJsonValue, steps: readonly NestedStep[]): ExactJsonValue {
  let current = source;
  for (const { field, offset } of steps) current = valuesAtObjects(current, field)[offset] ?? null;
  return current;
}

/** As `valuesAt`, for arrays of objects: one entry an object. */
function valuesAtObjects(source: ExactJsonValue, path: string): ExactJsonValue[] {
  return valuesAt(source, path).filter(isJsonObject);
}
