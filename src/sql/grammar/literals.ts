import type { LiteralNode, LiteralType, Reading, Span } from '../ast/index.ts';

/**
 * Removes the quotes: `'it''s'`, `"a\"b"`. In the V2 engine a backslash escapes a quote and is kept; in the
 * legacy engine it is removed before any character.
 */
export function unquote(image: string, reading: Reading): string {
  const [quote] = image;
  const text = image.slice(1, -1);
  if (reading === 'legacy') return text.replace(quote === "'" ? /\\([\s\S])|''/g : /\\([\s\S])/g, unescaped);
  return text.replaceAll(quote + quote, quote);
}

function unescaped(_image: string, escaped?: string): string {
  return escaped ?? "'";
}

const INTEGER_MAX = 2147483647n;
const INTEGER_MIN = -2147483648n;

/** Digits with an optional sign: integer within 32 bits, otherwise long (bigint beyond 2^53). */
export function integerLiteral(digits: string, span: Span): LiteralNode {
  const exact = BigInt(digits);
  const type: LiteralType = exact >= INTEGER_MIN && exact <= INTEGER_MAX ? 'integer' : 'long';
  const value = Number(exact);
  return Object.freeze({ kind: 'literal', type, value: Number.isSafeInteger(value) ? value : exact, span });
}

export function literal(type: LiteralType, value: LiteralNode['value'], span: Span): LiteralNode {
  return Object.freeze({ kind: 'literal', type, value, span });
}
