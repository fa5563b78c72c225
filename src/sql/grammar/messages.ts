import { EOF, type IRecognitionException, type IToken, MismatchedTokenException } from 'chevrotain';
import { SqlError } from '../errors.ts';
import * as t from './tokens.ts';

/** Syntax errors in the words of the original's legacy parser, which has the last say on what is no SQL. */

export function parserError(details: string): SqlError {
  return new SqlError('ParserException', details);
}

const TOKEN_NAMES = new Map([
  [t.Identifier.name, 'IDENTIFIER'],
  [t.QuotedIdentifier.name, 'IDENTIFIER'],
  [t.SingleQuoted.name, 'LITERAL_CHARS'],
  [t.DoubleQuoted.name, 'LITERAL_ALIAS'],
  [t.Integer.name, 'LITERAL_INT'],
  [t.Real.name, 'LITERAL_FLOAT'],
  [t.LeftParen.name, 'LPAREN'],
  [t.RightParen.name, 'RPAREN'],
  [t.LeftBracket.name, 'LBRACKET'],
  [t.RightBracket.name, 'RBRACKET'],
  [t.LeftBrace.name, 'LBRACE'],
  [t.RightBrace.name, 'RBRACE'],
  [t.Comma.name, 'COMMA'],
  [t.Semicolon.name, 'SEMI'],
  [t.Dot.name, 'DOT'],
  [t.Star.name, 'STAR'],
  [t.Slash.name, 'SLASH'],
  [t.Equal.name, 'EQ'],
  [t.Less.name, 'LT'],
  [t.Greater.name, 'GT'],
  [t.LessOrEqual.name, 'LTEQ'],
  [t.GreaterOrEqual.name, 'GTEQ'],
  [t.NotEqual.name, 'BANGEQ'],
  [t.LessGreater.name, 'LTGT'],
  [t.Plus.name, 'PLUS'],
  [t.Minus.name, 'SUB'],
  [t.Percent.name, 'PERCENT'],
]);

/** The error of the first place that does not fit. `before` are the tokens in front of it. */
export function syntaxError(error: IRecognitionException, before: readonly IToken[]): SqlError {
  const { token } = error;
  const previous = before.at(-1);
  const expectsParen = error instanceof MismatchedTokenException && error.message.includes('RightParen');
  if (token.tokenType === EOF) {
    if (expectsParen) return parserError(`syntax error, expect RPAREN, actual EOF ${lastName(before)}`);
    if (before.length <= 1) return new SqlError('EOFParserException', 'EOF');
    return parserError(`EOF, ${before.at(-2)?.image ?? ''}${previous?.image ?? ''}`);
  }
  const name = TOKEN_NAMES.get(token.tokenType.name) ?? token.image.toUpperCase();
  if (expectsParen) return parserError(`syntax error, expect RPAREN, actual ${name} ${token.image}`);
  return parserError(`ERROR. token : ${name}, pos : ${token.startOffset + token.image.length}`);
}

function lastName(before: readonly IToken[]): string {
  return before.findLast((token) => token.tokenType === t.Identifier)?.image ?? '';
}
