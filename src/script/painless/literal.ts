import type { Expression, NumberType } from './ast.ts';
import type { PainlessToken } from './lexer.ts';

const SUFFIXES: Readonly<Record<string, NumberType>> = { l: 'long', f: 'float', d: 'double' };

/** The value of a string or number token. */
export function literal({ kind, text, offset }: PainlessToken): Expression {
  if (kind === 'string') return { kind: 'string', value: text, offset };
  const isHex = /^0[xX]/.test(text);
  const suffix = isHex ? /[lL]$/.exec(text) : /[lLfFdD]$/.exec(text);
  const digits = suffix === null ? text : text.slice(0, -1);
  const type = suffix === null ? (kind === 'double' ? 'double' : 'int') : SUFFIXES[suffix[0].toLowerCase()];
  return { kind: 'number', text: digits, type, offset };
}
