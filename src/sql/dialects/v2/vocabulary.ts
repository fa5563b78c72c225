import {
  aggregateFunctions,
  relevanceFunctions,
  relevanceOptions,
  scalarFunctions,
  windowFunctions,
} from '../../functions/index.ts';

/** The words of the original's V2 grammar: functions are words of it, therefore names need backticks to be other things. */

const SPECIAL = ['highlight', 'score', 'scorequery', 'score_query', 'typeof', 'nested'];

const functionNames: ReadonlySet<string> = new Set([
  ...scalarFunctions.filter(({ isOperator, beyond }) => !isOperator && !beyond).flatMap(({ names }) => names),
  ...relevanceFunctions.flatMap(({ names }) => names),
  ...SPECIAL,
]);

const aggregateNames: ReadonlySet<string> = new Set(
  aggregateFunctions.filter(({ beyond }) => !beyond).flatMap(({ names }) => names),
);
const windowNames: ReadonlySet<string> = new Set(
  windowFunctions.filter(({ beyond }) => !beyond).flatMap(({ names }) => names),
);

export function isV2Function(name: string): boolean {
  return functionNames.has(name);
}

/** A full-text search: `name(field, query, option=value, …)`. */
export function isV2Search(name: string): boolean {
  return searchNames.has(name);
}

/** A full-text search that may stand behind a field and `=`. */
export function isV2SearchOfField(name: string): boolean {
  return SEARCHES_OF_FIELD.has(name);
}

const SEARCHES_OF_FIELD = new Set([
  ...['matchquery', 'match_query', 'matchphrase', 'match_phrase', 'multi_match', 'multimatch'],
]);

const searchNames: ReadonlySet<string> = new Set(relevanceFunctions.flatMap(({ names }) => names));

/** A full-text search of several fields, which are named in brackets. */
export function isV2SearchOfFields(name: string): boolean {
  return SEARCHES_OF_FIELDS.has(name);
}

const SEARCHES_OF_FIELDS = new Set([
  ...['multi_match', 'multimatch', 'multimatchquery', 'query_string', 'simple_query_string'],
]);

/** A unit of INTERVAL and EXTRACT: `DAY`, `DAY_HOUR`. */
export function isV2Unit(name: string): boolean {
  return UNIT.test(name);
}

const UNIT =
  /^(?:microsecond|second|minute|hour|day|week|month|quarter|year|year_month|day_hour|(?:day|hour)_minute|(?:day|hour|minute)_second|(?:day|hour|minute|second)_microsecond)$/i;

export function isV2Aggregate(name: string): boolean {
  return aggregateNames.has(name);
}

export function isV2Window(name: string): boolean {
  return windowNames.has(name);
}

/** `query`, `field` and `fields` name the positional arguments. */
const OPTION_NAMES = new Set([
  ...relevanceOptions.keys(),
  'auto_generate_synonyms_phrase',
  'query',
  'field',
  'fields',
]);

const HIGHLIGHT_OPTIONS = new Set(['pre_tags', 'post_tags']);

export function isV2Option(name: string, functionName: string): boolean {
  const names = functionName === 'highlight' ? HIGHLIGHT_OPTIONS : OPTION_NAMES;
  return names.has(name.toLowerCase());
}

/** Keywords that may be names all the same. */
const ALLOWED = new Set([
  'full',
  'field',
  'd',
  't',
  'ts',
  'count',
  'sum',
  'avg',
  'max',
  'min',
  'first',
  'last',
  'type',
]);

const WORDS = [
  ...['all', 'and', 'as', 'asc', 'between', 'boolean', 'by', 'case', 'cast', 'columns', 'cross', 'datetime'],
  ...[
    'delete',
    'desc',
    'describe',
    'distinct',
    'div',
    'double',
    'else',
    'end',
    'escape',
    'except',
    'exists',
    'false',
  ],
  ...[
    'fields',
    'filter',
    'flags',
    'float',
    'from',
    'group',
    'having',
    'in',
    'include',
    'inner',
    'int',
    'integer',
  ],
  ...[
    'interval',
    'is',
    'join',
    'left',
    'like',
    'limit',
    'long',
    'match',
    'minus',
    'missing',
    'natural',
    'not',
    'null',
  ],
  ...[
    'nulls',
    'offset',
    'on',
    'operator',
    'or',
    'order',
    'outer',
    'over',
    'partition',
    'path',
    'range',
    'regexp',
  ],
  ...[
    'right',
    'select',
    'show',
    'slop',
    'stats',
    'string',
    'tables',
    'term',
    'terms',
    'then',
    'time_zone',
    'true',
  ],
  ...['union', 'using', 'when', 'where', 'analyzer', 'boost', 'fuzziness', 'lenient', 'rewrite'],
];

/** Words that are no names in V2 without backticks, in lower case. */
export const V2_KEYWORDS: ReadonlySet<string> = new Set(
  [...WORDS, ...functionNames, ...aggregateNames, ...windowNames].filter((word) => !ALLOWED.has(word)),
);
