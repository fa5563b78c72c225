import { createToken, Lexer, type TokenType } from 'chevrotain';

/**
 * The vocabulary. As in the original, an identifier may contain `@`, `*` and `-` (`logs-*`, `@timestamp`), so
 * `a-b` is a single name; it cannot start with `*`. Keywords are lexed as identifiers and then looked up
 * (lexer.ts).
 */

/** Abstract: anything that can name a column or a function. */
export const Name = createToken({ name: 'Name', pattern: Lexer.NA });
/** Abstract: anything that can be an alias without AS. */
export const BareAlias = createToken({ name: 'BareAlias', pattern: Lexer.NA });

export const Identifier = createToken({
  name: 'Identifier',
  pattern:
    /[@A-Za-z_\u0080-\u009f\u00a1-\u2fff\u3001-\uffff][\w@*\-\u0080-\u009f\u00a1-\u2fff\u3001-\uffff]*/,
  categories: [Name, BareAlias],
});

const WhiteSpace = createToken({
  name: 'WhiteSpace',
  pattern: /[^\S\u00a0\u3000]+/,
  group: Lexer.SKIPPED,
});
export const Hint = createToken({ name: 'Hint', pattern: /\/\*![\s\S]*?\*\//, line_breaks: true });
const BlockComment = createToken({
  name: 'BlockComment',
  pattern: /\/\*[\s\S]*?\*\//,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
const LineComment = createToken({
  name: 'LineComment',
  pattern: /(?:--[ \t][^\r\n]*|--(?=[\r\n])|#[^\r\n]*)/,
  group: Lexer.SKIPPED,
});

export const QuotedIdentifier = createToken({ name: 'QuotedIdentifier', pattern: /`[^`]+`/ });
export const SingleQuoted = createToken({
  name: 'SingleQuoted',
  pattern: /'(?:\\[\s\S]|''|[^'\\])*'/,
  line_breaks: true,
});
export const DoubleQuoted = createToken({
  name: 'DoubleQuoted',
  pattern: /"(?:\\[\s\S]|""|[^"\\])*"/,
  line_breaks: true,
});
export const Real = createToken({ name: 'Real', pattern: /(?:\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)/ });
export const Integer = createToken({ name: 'Integer', pattern: /\d+/ });

const symbol = (name: string, pattern: string): TokenType => createToken({ name, pattern });
export const Dot = symbol('Dot', '.');
export const Comma = symbol('Comma', ',');
export const LeftParen = symbol('LeftParen', '(');
export const RightParen = symbol('RightParen', ')');
export const LeftBracket = symbol('LeftBracket', '[');
export const RightBracket = symbol('RightBracket', ']');
export const LeftBrace = symbol('LeftBrace', '{');
export const RightBrace = symbol('RightBrace', '}');
export const Semicolon = symbol('Semicolon', ';');
export const Colon = symbol('Colon', ':');
export const Bars = symbol('Bars', '||');
export const Ampersands = symbol('Ampersands', '&&');
export const Caret = symbol('Caret', '^');
export const Star = symbol('Star', '*');
export const Slash = symbol('Slash', '/');
export const Percent = symbol('Percent', '%');
export const Plus = symbol('Plus', '+');
export const Minus = symbol('Minus', '-');
export const NullSafeEqual = symbol('NullSafeEqual', '<=>');
export const LessOrEqual = symbol('LessOrEqual', '<=');
export const GreaterOrEqual = symbol('GreaterOrEqual', '>=');
export const LessGreater = symbol('LessGreater', '<>');
export const NotEqual = symbol('NotEqual', '!=');
export const Equal = symbol('Equal', '=');
export const Less = symbol('Less', '<');
export const Greater = symbol('Greater', '>');

/** In the order the lexer tries them. */
export const symbols: readonly TokenType[] = [
  WhiteSpace,
  Hint,
  BlockComment,
  LineComment,
  Identifier,
  QuotedIdentifier,
  SingleQuoted,
  DoubleQuoted,
  Real,
  Integer,
  Dot,
  Comma,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Semicolon,
  Colon,
  Bars,
  Ampersands,
  Caret,
  Star,
  Slash,
  Percent,
  Plus,
  Minus,
  NullSafeEqual,
  LessOrEqual,
  GreaterOrEqual,
  LessGreater,
  NotEqual,
  Equal,
  Less,
  Greater,
];
