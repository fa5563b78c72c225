import type { IToken, TokenType } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type { SqlError } from '../errors.ts';

/** Tokens that go down, that come up again, and that go down for what follows only. */
export interface NestingSigns {
  readonly opening: ReadonlySet<TokenType>;
  readonly closing: ReadonlySet<TokenType>;
  readonly prefix: ReadonlySet<TokenType>;
}

/** The parser, the analyzer and the executor recurse no deeper than what passes here. */
export function checkNesting(
  tokens: readonly IToken[],
  { opening, closing, prefix }: NestingSigns,
  refusal: (details: string) => SqlError,
): void {
  let depth = 0;
  let prefixes = 0;
  for (const { tokenType } of tokens) {
    if (opening.has(tokenType)) depth++;
    else if (closing.has(tokenType)) depth--;
    prefixes = prefix.has(tokenType) ? prefixes + 1 : 0;
    if (depth + prefixes > limits.sqlNesting.value) {
      throw refusal(`statement is nested deeper than the limit of ${limits.sqlNesting.value}`);
    }
  }
}

/** Operators in a row make a tree as deep as they are many. */
export function checkChain(length: number, refusal: (details: string) => SqlError): void {
  const { value } = limits.sqlChain;
  if (length > value) throw refusal(`more than ${value} operators in a row`);
}
