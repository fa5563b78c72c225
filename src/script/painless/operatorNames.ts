import type { BinaryOperator } from './ast.ts';

/** Names of binary operators in error messages. */
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
