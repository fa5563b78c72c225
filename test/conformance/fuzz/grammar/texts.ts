import type { TokenType } from 'chevrotain';
import { aggregateFunctions, scalarFunctions, windowFunctions } from '../../../../src/sql/functions/index.ts';
import { keyword } from '../../../../src/sql/grammar/keywords.ts';
import * as t from '../../../../src/sql/grammar/tokens.ts';
import type { Pick } from '../pick.ts';

/** What stands for a token in a statement over the demo's films. */

const COLUMNS = [
  ...[
    'title',
    'released',
    'genre',
    'director',
    'budget',
    'imdb',
    'imdb_votes',
    'running_time_min',
    'tomatoes',
  ],
  ...[
    'mpaa_rating',
    'us_gross',
    'title_vector',
    'm',
    'x',
    '_id',
    '_score',
    'nothing',
    'title.keyword',
    '@odd',
  ],
];
const TABLES = ['movies', 'movies', 'movies', 'movies', 'movies', 'movies', 'films', 'mov*', 'm', 'x'];
const ALIASES = ['m', 'x', 'a', 'title', 'ä', 'count', 'b1'];
const UNITS = [
  'DAY',
  'MONTH',
  'MICROSECOND',
  'SECOND',
  'YEAR',
  'WEEK',
  'QUARTER',
  'INT',
  'STRING',
  'DOUBLE',
  'DATE',
];
const FUNCTIONS = [...scalarFunctions, ...aggregateFunctions, ...windowFunctions].map(
  ({ names }) => names[0],
);
const INTEGERS = ['0', '1', '2', '5', '10', '50', '200', '2147483647', '2147483648', '9223372036854775807'];
const HUGE = [
  '9223372036854775808',
  '9'.repeat(40),
  '9007199254740993',
  '10000',
  '65536',
  `1${'0'.repeat(308)}`,
];
const REALS = [
  '0.5',
  '1.0',
  '1e3',
  '.5',
  '1e308',
  '1e999',
  '5e-324',
  '0.1',
  '3.4028236e38',
  '1.7976931348623157e308',
];
const TEXTS = [
  ...[
    '',
    'a',
    '%',
    '_%',
    'the',
    'Drama',
    '2020-01-31',
    '2020-02-30',
    '10:00:00',
    '2020-01-01 10:00:00',
    '%Y-%m-%d',
  ],
  ...[
    '.*',
    '(a|b)*',
    '[',
    '\\\\',
    'a b',
    '1',
    '-1',
    '1e5',
    'day',
    'NaN',
    '{"a":1}',
    'now',
    '(a+)+$',
    '\u00e4\ud83d\ude00',
  ],
];

/** Texts of a token in a rule of the grammar; the longest are of some hundreds of characters. */
export function textOf(type: TokenType, rule: string, pick: Pick): string {
  if (type === t.Identifier || type === t.Name || type === t.BareAlias) return nameOf(rule, pick);
  if (type === t.QuotedIdentifier) return `\`${nameOf(rule, pick)}\``;
  if (type === t.SingleQuoted) return `'${textIn(pick)}'`;
  if (type === t.DoubleQuoted) return `"${textIn(pick)}"`;
  if (type === t.Integer) return pick.of(pick.chance(0.9) ? INTEGERS : HUGE);
  if (type === t.Real) return pick.of(REALS);
  if (type === t.Hint)
    return pick.of(['/*! HASH_WITH_TERMS_FILTER*/', '/*! JOIN_TABLES_LIMIT(5,5) */', '/*! x */']);
  if (typeof type.PATTERN === 'string') return type.PATTERN;
  if (keywords.has(type)) return type.name.replace(/Word$/, '').toUpperCase();
  throw new Error(`no text for a token ${type.name}`);
}

const keywords: ReadonlySet<TokenType> = new Set(Object.values(keyword));

function nameOf(rule: string, pick: Pick): string {
  switch (rule) {
    case 'call':
      return pick.of(FUNCTIONS);
    case 'indexPart':
      return pick.of(TABLES);
    case 'cast':
    case 'interval':
      return pick.of(UNITS);
    case 'braceConstant':
      return pick.of(['d', 't', 'ts', 'x']);
    case 'alias':
    case 'commonTable':
      return pick.of(ALIASES);
    default:
      return pick.of(COLUMNS);
  }
}

function textIn(pick: Pick): string {
  const text = pick.of(TEXTS);
  return pick.chance(0.02) ? text.repeat(pick.int(1, 60)) : text;
}
