import { JsonDouble, type JsonValue } from './jsonValue.ts';

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
