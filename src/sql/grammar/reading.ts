import { type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import { keyword } from './keywords.ts';
import * as t from './tokens.ts';

/** Whether the two engines may parse the text differently. */
export const isReadTwice = (sql: string): boolean => /\\|\|\||\bAS\s*["']|`[^`.]*\./i.test(sql);

/** Replaces Unicode whitespace, which the legacy engine accepts, without changing offsets. */
export function withPlainBlanks(sql: string): string {
  return sql.replace(QUOTED_OR_BLANK, (image) => (/^[\u00a0\u3000]/.test(image) ? ' ' : image));
}

const QUOTED_OR_BLANK = /'(?:\\[\s\S]|''|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|`[^`]*`|[\u00a0\u3000]/g;

/** Hints anywhere but after SELECT are comments. */
export function withoutStrayHints(tokens: readonly IToken[]): IToken[] {
  return tokens.filter(
    ({ tokenType }, i) =>
      tokenType !== t.Hint ||
      tokens[i - 1]?.tokenType === keyword.Select ||
      tokens[i - 1]?.tokenType === t.Hint,
  );
}

/** Clauses that the legacy engine parses and ignores; `*` matches any name. */
const IDLE = ['FOR UPDATE', 'LOCK IN SHARE MODE', 'WITH ROLLUP', 'INTO *'].map((words) => words.split(' '));

const SIGNS: ReadonlyMap<TokenType, TokenType> = new Map([
  [t.Bars, keyword.Or],
  [t.Ampersands, keyword.And],
]);

/** The tokens as interpreted by the legacy engine. */
export function legacyTokens(tokens: readonly IToken[]): IToken[] {
  const read: IToken[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const idle = IDLE.find((words) => words.every((word, j) => isWord(tokens[i + j], word)));
    if (idle !== undefined) {
      i += idle.length - 1;
      continue;
    }
    const token = joined(tokens[i], tokens[i + 1]);
    if (token !== tokens[i]) i++;
    const type = SIGNS.get(token.tokenType);
    read.push(
      type === undefined ? token : { ...token, tokenType: type, tokenTypeIdx: type.tokenTypeIdx as number },
    );
  }
  return read;
}

/** `< =` is `<=`. */
function joined(token: IToken, next: IToken | undefined): IToken {
  if (next?.tokenType !== t.Equal) return token;
  if (token.tokenType !== t.Less && token.tokenType !== t.Greater) return token;
  const type = token.tokenType === t.Less ? t.LessOrEqual : t.GreaterOrEqual;
  return { ...token, image: `${token.image}=`, tokenType: type, tokenTypeIdx: type.tokenTypeIdx as number };
}

function isWord(token: IToken | undefined, word: string): boolean {
  if (token === undefined) return false;
  return word === '*' ? tokenMatcher(token, t.Name) : token.image.toUpperCase() === word;
}
