import { type IToken, Lexer, type TokenType } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type { Reading } from '../ast/index.ts';
import { keyword, keywordByWord } from './keywords.ts';
import { parserError } from './messages.ts';
import { legacyTokens, withoutStrayHints, withPlainBlanks } from './reading.ts';
import * as t from './tokens.ts';
import { vocabulary } from './vocabulary.ts';

const lexer = new Lexer([...vocabulary], {
  positionTracking: 'onlyOffset',
  ensureOptimizations: false,
});

/** Tokens of a statement, null where there is none. Throws ParserException for statements past the limits. */
export function tokenize(sql: string, reading: Reading): IToken[] | null {
  if (sql.length > limits.sqlLength.value) {
    throw parserError(`statement is longer than the limit of ${limits.sqlLength.value} characters`);
  }
  const { tokens: written, errors } = lexer.tokenize(reading === 'legacy' ? withPlainBlanks(sql) : sql);
  if (errors.length > 0) return null;
  for (const token of written) {
    if (token.tokenType !== t.Identifier) continue;
    const type = keywordByWord.get(token.image.toUpperCase());
    if (type !== undefined) become(token, type);
  }
  const tokens = withoutStrayHints(written);
  namesAgain(tokens, reading);
  checkNesting(tokens);
  return reading === 'legacy' ? legacyTokens(tokens) : tokens;
}

function become(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx as number;
}

/** Keywords that the legacy engine takes for columns where no clause of theirs can stand. */
const COLUMNS = new Set([keyword.End, keyword.Limit, keyword.Order]);
const BEFORE_COLUMN = new Set([keyword.Select, keyword.By, t.Comma]);
const BEHIND_COLUMN = new Set([keyword.From, t.Comma]);

/** `SELECT limit, t.in FROM …`: what stands behind a dot, or alone in a list, is a name whatever it is called. */
function namesAgain(tokens: readonly IToken[], reading: Reading): void {
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i];
    const before = tokens[i - 1];
    const behind = tokens[i + 1]?.tokenType;
    const touches = before.startOffset + before.image.length === token.startOffset;
    const isMember = before.tokenType === t.Dot && touches && keywordByWord.has(token.image.toUpperCase());
    const isAlone =
      BEFORE_COLUMN.has(before.tokenType) && (behind === undefined || BEHIND_COLUMN.has(behind));
    if (isMember || (isAlone && COLUMNS.has(token.tokenType))) become(token, t.Identifier);
    else if (reading === 'legacy' && token.tokenType === keyword.Group && behind !== keyword.By) {
      nameByNext(token, tokens[i + 1]);
    }
  }
}

/** GROUP as a name is called by the word behind it, which is read again. */
function nameByNext(token: IToken, next: IToken | undefined): void {
  become(token, t.Identifier);
  if (next !== undefined && /^[\w`]/.test(next.image)) token.image = next.image.replaceAll('`', '');
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
