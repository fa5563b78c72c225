import { type IToken, Lexer, type TokenType, tokenMatcher } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type { Reading } from '../ast/index.ts';
import { keyword, keywordByWord } from './keywords.ts';
import type { NameSpan } from './legacy/index.ts';
import { parserError } from './messages.ts';
import { checkNesting, type NestingSigns } from './nesting.ts';
import { legacyTokens, withoutStrayHints, withPlainBlanks } from './reading.ts';
import * as t from './tokens.ts';
import { vocabulary } from './vocabulary.ts';

const lexer = new Lexer([...vocabulary], {
  positionTracking: 'onlyOffset',
  ensureOptimizations: false,
});

/**
 * The tokens of a statement, or null if it is invalid. Throws ParserException for statements beyond the
 * limits.
 */
export function tokenize(sql: string, reading: Reading, names: readonly NameSpan[] = []): IToken[] | null {
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
  const tokens = withNames(withoutStrayHints(written), names, sql);
  namesAgain(tokens, reading);
  checkNesting(tokens, NESTING, parserError);
  return reading === 'legacy' ? legacyTokens(tokens) : tokens;
}

function become(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx as number;
}

/** The tokens with those made names that the legacy engine reads as names. */
function withNames(tokens: readonly IToken[], names: readonly NameSpan[], sql: string): IToken[] {
  const byStart = new Map(names.map((name) => [name.start, name]));
  const read: IToken[] = [];
  let end = 0;
  for (const token of tokens) {
    if (token.startOffset < end) continue;
    const name = byStart.get(token.startOffset);
    const ownEnd = token.startOffset + token.image.length;
    if (name?.isWhole && name.end > ownEnd) {
      end = name.end;
      token.image = name.image ?? sql.slice(name.start, end);
      become(token, t.Identifier);
    } else if (name !== undefined && !isName(token)) {
      token.image = name.image ?? token.image;
      become(token, t.Identifier);
    }
    read.push(token);
  }
  return read;
}

function isName(token: IToken): boolean {
  return tokenMatcher(token, t.Name) || token.tokenType === t.QuotedIdentifier;
}

/** Keywords that the legacy engine treats as columns where their clauses cannot occur. */
const COLUMNS = new Set([keyword.End, keyword.Limit, keyword.Order]);
const BEFORE_COLUMN = new Set([keyword.Select, keyword.By, t.Comma]);
const BEHIND_COLUMN = new Set([keyword.From, t.Comma]);

/** `SELECT limit, t.in FROM …`: after a dot, or alone in a list, any keyword is a name. */
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

/** GROUP as a name takes the following word as its name; that word is then parsed again. */
function nameByNext(token: IToken, next: IToken | undefined): void {
  become(token, t.Identifier);
  if (next !== undefined && /^[\w`]/.test(next.image)) token.image = next.image.replaceAll('`', '');
}

const NESTING: NestingSigns = {
  opening: new Set([t.LeftParen, t.LeftBracket, t.LeftBrace, keyword.Case]),
  closing: new Set([t.RightParen, t.RightBracket, t.RightBrace, keyword.End]),
  prefix: new Set([keyword.Not, t.Minus, t.Plus, keyword.Interval]),
};
