import { EOF, type IToken, type TokenType } from 'chevrotain';
import * as t from '../../tokens.ts';
import {
  Backtick,
  DatedName,
  Decimal,
  Id,
  LoneDoubleQuote,
  LoneQuote,
  Name,
  QuotedName,
  role,
  shown,
  wordTypes,
} from '../tokens.ts';

/** Kinds of tokens by their place in lists; the end of the text comes first. */
export type Terminals = ReadonlySet<number>;

export const END = 0;
const names = ['<EOF>', ...shown.values()];
const places = new Map([EOF, ...shown.keys()].map((type, place) => [type, place]));

/** The kind of a token; -1 for those that no rule takes. */
export function terminalOf(token: IToken | undefined): number {
  return token === undefined ? END : (places.get(token.tokenType) ?? -1);
}

export function listing(terminals: Terminals): string {
  const listed = [...terminals].sort((a, b) => a - b).map((place) => names[place]);
  return listed.length === 1 ? listed[0] : `{${listed.join(', ')}}`;
}

const literals = new Map([
  ['EOF', EOF],
  ['ID', Id],
  ['INTEGER', t.Integer],
  ['DECIMAL', Decimal],
  ['DATED', DatedName],
  ['QUOTED', QuotedName],
  ['SINGLE', t.SingleQuoted],
  ['DOUBLE', t.DoubleQuoted],
  ["'''", LoneQuote],
  [`'"'`, LoneDoubleQuote],
  ["'`'", Backtick],
]);

/** The kinds that a word of the rules stands for. */
export function terminalsOf(word: string): Terminals {
  if (word === '@Keyword') return placesOf([...wordTypes.values()].filter((type) => hasCategory(type, Name)));
  if (word.startsWith('@')) {
    const category = role[word.slice(1) as keyof typeof role];
    return placesOf([...wordTypes.values()].filter((type) => hasCategory(type, category)));
  }
  const type = literals.get(word) ?? wordTypes.get(word) ?? [...shown].find(([, name]) => name === word)?.[0];
  return placesOf(type === undefined ? [] : [type]);
}

function placesOf(types: readonly TokenType[]): Terminals {
  return new Set(types.map((type) => places.get(type) as number));
}

function hasCategory(type: TokenType, category: TokenType): boolean {
  return type.CATEGORIES?.includes(category) ?? false;
}
