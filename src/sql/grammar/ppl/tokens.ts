import { createToken, Lexer, type TokenType } from 'chevrotain';
import * as t from '../tokens.ts';
import { listed, type PplWord, reserved, roles, wordsBeforeSigns, wordsBehindSigns } from './words.ts';

/** PPL's vocabulary: operators, strings and integers are SQL's, keywords its own. */

const abstract = (name: string): TokenType => createToken({ name, pattern: Lexer.NA });

/** Abstract: anything that can name a column. */
export const Name = abstract('PplName');

type Role = keyof typeof roles;

const byRole = new Map(Object.entries(roles).map(([name, lines]) => [name, new Set(listed(lines))]));

/** Abstract: `role.EvalFunction`, …: keywords by what they can be besides names. */
export const role = Object.fromEntries([...byRole.keys()].map((name) => [name, abstract(name)])) as Readonly<
  Record<Role, TokenType>
>;

const isReserved = new Set(listed(reserved));

function wordToken(word: string): [string, TokenType] {
  const categories = Object.values(role).filter(({ name }) => byRole.get(name)?.has(word));
  if (!isReserved.has(word)) categories.push(Name);
  return [word, createToken({ name: word, pattern: Lexer.NA, categories })];
}

const before = listed(wordsBeforeSigns).map(wordToken);
const behind = listed(wordsBehindSigns).map(wordToken);

/** `word.SEARCH`, … : the token types. */
export const word = Object.fromEntries([...before, ...behind]) as Readonly<Record<PplWord, TokenType>>;

/** Token types by upper-case word. */
export const wordTypes: ReadonlyMap<string, TokenType> = new Map([...before, ...behind]);

export const Id = createToken({ name: 'ID', pattern: Lexer.NA, categories: [Name] });
/** `logs-2026.01`: the name of an index, never of a column. */
export const DatedName = createToken({ name: 'ID_DATE_SUFFIX', pattern: Lexer.NA });
export const QuotedName = createToken({
  name: 'BQUOTA_STRING',
  pattern: /`(?:\\[\s\S]|``|[^`\\])*`/,
  line_breaks: true,
});
export const Decimal = createToken({ name: 'DECIMAL_LITERAL', pattern: /\d*\.\d+/ });
/** A name or a keyword; the lexer decides which. A single star is the operator. */
export const Written = createToken({
  name: 'Written',
  pattern: /(?!\*(?![\w*-]|\.[*0-9]))[@*A-Za-z][\w*-]*(?:[-.][*0-9]+)*/,
});
/** Unmatched quotes. */
export const LoneQuote = createToken({ name: 'SINGLE_QUOTE', pattern: "'" });
export const LoneDoubleQuote = createToken({ name: 'DOUBLE_QUOTE', pattern: '"' });
export const Backtick = createToken({ name: 'BACKTICK', pattern: '`' });
/** Characters that are not used in the grammar. */
export const Stray = createToken({ name: 'Stray', pattern: /[!:~&]/ });
const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true });
/** Skips characters that are not part of any token. */
const Unknown = createToken({
  name: 'Unknown',
  pattern: /[\s\S]/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
export const Pipe = createToken({ name: 'Pipe', pattern: '|' });

const signs = [
  ...[
    Pipe,
    t.Comma,
    t.Equal,
    t.LessOrEqual,
    t.GreaterOrEqual,
    t.NotEqual,
    t.Greater,
    t.Less,
    t.Plus,
    t.Minus,
  ],
  ...[t.Star, t.Slash, t.Percent, t.LeftParen, t.RightParen, t.LeftBracket, t.RightBracket, t.Caret, t.Dot],
];

/** In the order the lexer tries them: where two match, the longer one first. */
export const vocabulary: readonly TokenType[] = [
  ...[Blank, Written, t.SingleQuoted, t.DoubleQuoted, QuotedName, Decimal, t.Integer],
  ...[...signs, Stray, LoneQuote, LoneDoubleQuote, Backtick, Unknown],
  ...[Id, DatedName, Name, ...Object.values(role), ...wordTypes.values()],
];

/** Token types as listed in messages, in their order. */
export const shown: ReadonlyMap<TokenType, string> = new Map([
  ...before.map(([name, type]): [TokenType, string] => [type, `'${name}'`]),
  ...[Pipe, t.Comma, t.Dot, t.Equal, t.Greater, t.Less].map(quoted),
  ...([
    [t.LessOrEqual, 'NOT_GREATER'],
    [t.GreaterOrEqual, 'NOT_LESS'],
    [t.NotEqual, 'NOT_EQUAL'],
  ] as const),
  ...[
    t.Plus,
    t.Minus,
    t.Star,
    t.Slash,
    t.Percent,
    t.LeftParen,
    t.RightParen,
    t.LeftBracket,
    t.RightBracket,
  ].map(quoted),
  ...[LoneQuote, LoneDoubleQuote, Backtick, t.Caret].map(quoted),
  ...behind.map(([name, type]): [TokenType, string] => [type, `'${name}'`]),
  [Id, 'ID'],
  [t.Integer, 'INTEGER_LITERAL'],
  [Decimal, 'DECIMAL_LITERAL'],
  [DatedName, 'ID_DATE_SUFFIX'],
  [t.DoubleQuoted, 'DQUOTA_STRING'],
  [t.SingleQuoted, 'SQUOTA_STRING'],
  [QuotedName, 'BQUOTA_STRING'],
]);

function quoted(type: TokenType): [TokenType, string] {
  return [type, `'${type.PATTERN}'`];
}
