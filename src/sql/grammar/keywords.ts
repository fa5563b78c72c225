import { createToken, Lexer, type TokenType } from 'chevrotain';
import { BareAlias, Name } from './tokens.ts';

/** Keywords by whether they can also be names: never; as columns or functions; also as aliases without AS. */

const RESERVED = [
  ...['All', 'And', 'As', 'Asc', 'Between', 'By', 'Case', 'Cast', 'Cross', 'Delete', 'Desc', 'Describe'],
  ...[
    'Distinct',
    'Else',
    'End',
    'Exists',
    'False',
    'From',
    'Group',
    'Having',
    'In',
    'Inner',
    'Intersect',
    'Is',
  ],
  ...['Join', 'Like', 'Limit', 'Except', 'MinusWord', 'Natural', 'Not', 'Null', 'On', 'Or', 'Order', 'Outer'],
  ...['Regexp', 'Select', 'Show', 'Then', 'True', 'Union', 'Using', 'When', 'Where'],
] as const;

const NAMES = ['Full', 'Left', 'Right', 'Offset', 'With', 'Interval'] as const;

const ALIASES = [
  ...['Any', 'Div', 'Mod', 'Some'],
  ...[
    'Columns',
    'Current',
    'Date',
    'Extract',
    'Filter',
    'First',
    'Following',
    'Last',
    'Missing',
    'Nulls',
    'Over',
  ],
  ...[
    'Partition',
    'Position',
    'Preceding',
    'Range',
    'Recursive',
    'Row',
    'Rows',
    'Tables',
    'Time',
    'Timestamp',
  ],
  'Unbounded',
] as const;

type KeywordName = (typeof RESERVED)[number] | (typeof NAMES)[number] | (typeof ALIASES)[number];

const make = (name: string, categories: TokenType[]): [string, TokenType] => [
  name,
  createToken({ name, pattern: Lexer.NA, categories }),
];

/** `keyword.Select`, … : the token types. */
export const keyword = Object.fromEntries([
  ...RESERVED.map((name) => make(name, [])),
  ...NAMES.map((name) => make(name, [Name])),
  ...ALIASES.map((name) => make(name, [Name, BareAlias])),
]) as Readonly<Record<KeywordName, TokenType>>;

/** Token types by upper-case word. */
export const keywordByWord: ReadonlyMap<string, TokenType> = new Map(
  Object.values(keyword).map((type) => [type.name.replace(/Word$/, '').toUpperCase(), type]),
);
