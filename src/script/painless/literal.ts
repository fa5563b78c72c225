import type { Expression } from './ast.ts';
import type { PainlessToken } from './lexer.ts';

/** The value that a token of text or of a number stands for. */
export function literal({ kind, text, offset }: PainlessToken): Expression {
  if (kind === 'string') return { kind: 'string', value: text, offset };
  const digits = text.replace(/(?<!^0x.*)[lLfFdD]$/, '');
  if (kind === 'double') return { kind: 'double', value: Number(digits), offset };
  const value = BigInt(text.replace(/[lL]$/, ''));
  return { kind: 'integer', value: Number.isSafeInteger(Number(value)) ? Number(value) : value, offset };
}
