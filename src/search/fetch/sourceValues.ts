import { type ExactJsonValue, isJsonObject, type JsonValue, valuesAt } from '../../common/index.ts';

/** A step from an object to a nested object in one of its fields. */
interface NestedStep {
  readonly field: string;
  readonly offset: number;
}

/** The object that a nested document was created from. */
export function nestedSource(source: JsonValue, steps: readonly NestedStep[]): JsonValue;
export function nestedSource(source: ExactJsonValue, steps: readonly NestedStep[]): ExactJsonValue;
export function nestedSource(source: ExactJsonValue, steps: readonly NestedStep[]): ExactJsonValue {
  let current = source;
  for (const { field, offset } of steps) current = valuesAtObjects(current, field)[offset] ?? null;
  return current;
}

/** Like `valuesAt`, for arrays of objects: one entry per object. */
function valuesAtObjects(source: ExactJsonValue, path: string): ExactJsonValue[] {
  return valuesAt(source, path).filter(isJsonObject);
}
