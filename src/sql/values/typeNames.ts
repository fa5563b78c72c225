import type { SqlType } from '../types.ts';

/** Types as error messages name them: text is STRING, an object STRUCT, a nested field ARRAY. */
export function messageTypeName(type: SqlType): string {
  switch (type) {
    case 'keyword':
    case 'text':
      return 'STRING';
    case 'object':
      return 'STRUCT';
    case 'nested':
      return 'ARRAY';
    default:
      return type.toUpperCase();
  }
}

export const numericTypes: readonly SqlType[] = ['byte', 'short', 'integer', 'long', 'float', 'double'];

export function isIntegralType(type: SqlType): boolean {
  return numericTypes.indexOf(type) >= 0 && !isFloatingType(type);
}

export function isFloatingType(type: SqlType): boolean {
  return type === 'float' || type === 'double';
}

export function isNumericType(type: SqlType): boolean {
  return numericTypes.includes(type);
}
