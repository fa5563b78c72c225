import { type IToken, Lexer } from 'chevrotain';
import { limits } from '../../../common/index.ts';
import { checkNesting, type NestingSigns } from '../nesting.ts';
import * as t from '../tokens.ts';
import { syntaxError } from './syntaxError.ts';
import { DatedName, Id, vocabulary, Written, word, wordTypes } from './tokens.ts';

const lexer = new Lexer([...vocabulary], {
  positionTracking: 'onlyOffset',
  ensureOptimizations: false,
});

const NESTING: NestingSigns = {
  opening: new Set([t.LeftParen, t.LeftBracket]),
  closing: new Set([t.RightParen, t.RightBracket]),
  prefix: new Set([word.NOT, word.INTERVAL]),
};

/** Tokens of a pipeline; invalid characters are skipped. Throws for text beyond the limits. */
export function tokenize(text: string): IToken[] {
  if (text.length > limits.sqlLength.value) {
    throw syntaxError(`statement is longer than the limit of ${limits.sqlLength.value} characters`);
  }
  const { tokens } = lexer.tokenize(text);
  for (const token of tokens) {
    if (token.tokenType !== Written) continue;
    const type = typeOf(token.image);
    token.tokenType = type;
    token.tokenTypeIdx = type.tokenTypeIdx as number;
  }
  checkNesting(tokens, NESTING, syntaxError);
  return tokens;
}

function typeOf(image: string): typeof Id {
  if (image === '*') return t.Star;
  if (image.includes('.')) return DatedName;
  return wordTypes.get(image.toUpperCase()) ?? Id;
}

/** The tokens of a range without whitespace: how the original names expressions without an alias. */
export function withoutBlanks(text: string): string {
  return lexer
    .tokenize(text)
    .tokens.map(({ image }) => image)
    .join('');
}
