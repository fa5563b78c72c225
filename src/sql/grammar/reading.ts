import { type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import { keyword } from './keywords.ts';
import * as t from './tokens.ts';

/** Texts that the two engines read differently. */
export const isReadTwice = (sql: string): boolean => /\\|\|\||\bAS\s*["']|`[^`.]*\./i.test(sql);

/** The legacy engine's blanks are those of other alphabets too; offsets stay. */
export function withPlainBlanks(sql: string): string {
  return sql.replace(QUOTED_OR_BLANK, (image) => (/^[\u00a0\u3000]/.test(image) ? ' ' : image));
}

const QUOTED_OR_BLANK = /'(?:\\[\s\S]|''|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|`[^`]*`|[\u00a0\u3000]/g;

/** A hint that stands elsewhere than behind SELECT is a comment. */
export function withoutStrayHints(tokens: readonly IToken[]): IToken[] {
  return tokens.filter(
    ({ tokenType }, i) =>
      tokenType !== t.Hint ||
      tokens[i - 1]?.tokenType === keyword.Select ||
      tokens[i - 1]?.tokenType === t.Hint,
  );
}

/** Clauses that the legacy engine reads and does nothing with; `*` is a name. */
const IDLE = ['FOR UPDATE', 'LOCK IN SHARE MODE', 'WITH ROLLUP', 'INTO *'].map((words) => words.split(' '));

const SIGNS: ReadonlyMap<TokenType, TokenType> = new Map([
  [t.Bars, keyword.Or],
  [t.Ampersands, keyword.And],
]);

/** The tokens as the legacy engine understands them. */
export function legacyTokens(tokens: readonly IToken[]): IToken[] {
  const read: IToken[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const idle = IDLE.find((words) => words.every((word, j) => isWord(tokens[i + j], word)));
    if (idle !== undefined) {
      i += idle.length - 1;
      continue;
    }
    const token = tokens[i];
    const type = SIGNS.get(token.tokenType);
    read.push(
      type === undefined ? token : { ...token, tokenType: type, tokenTypeIdx: type.tokenTypeIdx as number },
    );
  }
  return read;
}

function isWord(token: IToken | undefined, word: string): boolean {
  if (token === undefined) return false;
  return word === '*' ? tokenMatcher(token, t.Name) : token.image.toUpperCase() === word;
}
