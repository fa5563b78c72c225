import type { IToken, TokenType } from 'chevrotain';
import { limits } from '../../common/index.ts';
import type { SqlError } from '../errors.ts';

/**
 * Tokens that increase the nesting, that decrease it, and that increase it only for what directly follows.
 */
export interface NestingSigns {
  readonly opening: ReadonlySet<TokenType>;
  readonly closing: ReadonlySet<TokenType>;
  readonly prefix: ReadonlySet<TokenType>;
}

/** Bounds the recursion depth of the parser, the analyzer and the executor. */
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

/** A chain of operators produces a tree as deep as the chain is long. */
export function checkChain(length: number, refusal: (details: string) => SqlError): void {
  const { value } = limits.sqlChain;
  if (length > value) throw refusal(`more than ${value} operators in a row`);
}
