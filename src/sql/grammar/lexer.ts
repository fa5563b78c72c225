import { type IToken, Lexer } from 'chevrotain';
import { limits } from '../../common/index.ts';
import { keyword, keywordByWord } from './keywords.ts';
import { parserError } from './messages.ts';
import { olderRefusal } from './older/index.ts';
import * as t from './tokens.ts';
import { vocabulary } from './vocabulary.ts';

const lexer = new Lexer([...vocabulary], {
  positionTracking: 'onlyOffset',
  ensureOptimizations: false,
});

/** Tokens of a statement. Throws ParserException for what is no token and for statements past the limits. */
export function tokenize(sql: string): IToken[] {
  if (sql.length > limits.sqlLength.value) {
    throw parserError(`statement is longer than the limit of ${limits.sqlLength.value} characters`);
  }
  const { tokens, errors } = lexer.tokenize(sql);
  if (errors.length > 0) {
    const [{ offset }] = errors;
    throw olderRefusal(sql) ?? parserError(`illegal char ${sql[offset]}, pos : ${offset}`);
  }
  for (const token of tokens) {
    if (token.tokenType !== t.Identifier) continue;
    const type = keywordByWord.get(token.image.toUpperCase());
    if (type === undefined) continue;
    token.tokenType = type;
    token.tokenTypeIdx = type.tokenTypeIdx as number;
  }
  checkNesting(tokens);
  return tokens;
}

const OPENING = new Set([t.LeftParen, t.LeftBracket, t.LeftBrace, keyword.Case]);
const CLOSING = new Set([t.RightParen, t.RightBracket, t.RightBrace, keyword.End]);
const PREFIX = new Set([keyword.Not, t.Minus, t.Plus, keyword.Interval]);

/** The parser, the analyzer and the executor recurse no deeper than what passes here. */
function checkNesting(tokens: readonly IToken[]): void {
  let depth = 0;
  let prefixes = 0;
  for (const { tokenType } of tokens) {
    if (OPENING.has(tokenType)) depth++;
    else if (CLOSING.has(tokenType)) depth--;
    prefixes = PREFIX.has(tokenType) ? prefixes + 1 : 0;
    if (depth + prefixes > limits.sqlNesting.value) {
      throw parserError(`statement is nested deeper than the limit of ${limits.sqlNesting.value}`);
    }
  }
}
