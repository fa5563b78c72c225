import { JsonDouble, type JsonValue } from './jsonValue.ts';

/** The value at a place of parsed JSON: a member of an object, or an item of a list. */
export function jsonAt(container: object, key: string | number): JsonValue {
  return (container as Readonly<Record<string | number, JsonValue>>)[key];
}

/** The token as the original names it in errors. */
export function tokenName(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  switch (typeof value) {
    case 'string':
      return 'VALUE_STRING';
    case 'boolean':
      return 'VALUE_BOOLEAN';
    case 'number':
    case 'bigint':
      return 'VALUE_NUMBER';
    default:
      return (value as unknown) instanceof JsonDouble ? 'VALUE_NUMBER' : 'START_OBJECT';
  }
}
