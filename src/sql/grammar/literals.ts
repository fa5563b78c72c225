import type { LiteralNode, LiteralType, Span } from '../ast/index.ts';

/** `'it''s'`, `"a\"b"` → the text. A backslash escapes quotes and itself; before anything else it stays (`\%`). */
export function unquote(image: string): string {
  const quote = image[0];
  let text = '';
  for (let i = 1; i < image.length - 1; i++) {
    const c = image[i];
    const next = image[i + 1];
    const escapes =
      (c === '\\' && (next === '"' || next === "'" || next === '\\')) || (c === quote && next === quote);
    if (escapes && i + 1 < image.length - 1) i++;
    text += image[i];
  }
  return text;
}

const INTEGER_MAX = 2147483647n;
const INTEGER_MIN = -2147483648n;

/** Digits with an optional sign: integer within 32 bits, else long (bigint past 2^53). */
export function integerLiteral(digits: string, span: Span): LiteralNode {
  const exact = BigInt(digits);
  const type: LiteralType = exact >= INTEGER_MIN && exact <= INTEGER_MAX ? 'integer' : 'long';
  const value = Number(exact);
  return Object.freeze({ kind: 'literal', type, value: Number.isSafeInteger(value) ? value : exact, span });
}

export function literal(type: LiteralType, value: LiteralNode['value'], span: Span): LiteralNode {
  return Object.freeze({ kind: 'literal', type, value, span });
}
