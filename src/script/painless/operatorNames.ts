import type { BinaryOperator } from './ast.ts';

/** Binary operators by the names that error messages give them. */
export const binaryNames: Readonly<Record<BinaryOperator, string>> = {
  '+': 'addition',
  '-': 'subtraction',
  '*': 'multiplication',
  '/': 'division',
  '%': 'remainder',
  '=~': 'find',
  '==~': 'match',
  '==': 'equals',
  '===': 'reference equals',
  '!=': 'not equals',
  '!==': 'reference not equals',
  '<': 'less than',
  '<=': 'less than or equals',
  '>': 'greater than',
  '>=': 'greater than or equals',
  '&': 'bitwise and',
  '|': 'boolean or',
  '^': 'bitwise xor',
  '<<': 'left shift',
  '>>': 'right shift',
  '>>>': 'unsigned shift',
};
