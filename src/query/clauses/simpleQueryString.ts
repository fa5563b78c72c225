import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { matchAllQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import { bestOfFields } from '../bound/disMaxQuery.ts';
import { fuzzyQuery } from '../bound/fuzzyQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import { intAt } from '../numberTokens.ts';
import {
  parseSimpleSyntax,
  SIMPLE_FLAGS,
  type SimpleFlag,
  type SimpleNode,
} from '../queryString/simpleSyntax.ts';
import { isScalar, parsingErrorAt, readCommon, readText, textAt, tokenName } from '../reader.ts';
import { checkAnalyzer, queryAnalyzer } from '../text/analyze.ts';
import { defaultFields, isLenient } from '../text/defaultFields.ts';
import { type MemberReader, readOperator, valueBy } from '../text/matchMembers.ts';
import { MATCH_DEFAULTS, type MatchOptions, matchText } from '../text/matchText.ts';
import {
  expandFields,
  type FieldBoost,
  multiMatch,
  parseFieldBoosts,
  quotedSiblings,
} from '../text/multiMatch.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import { prefixQuery } from './prefix.ts';

const KNOWN = [
  'query',
  'fields',
  'default_operator',
  'analyzer',
  'flags',
  'lenient',
  'analyze_wildcard',
  'minimum_should_match',
  'quote_field_suffix',
  'auto_generate_synonyms_phrase_query',
  'fuzzy_prefix_length',
  'fuzzy_max_expansions',
  'fuzzy_transpositions',
];

interface SimpleOptions {
  readonly operator: 'and' | 'or';
  readonly flags: ReadonlySet<SimpleFlag>;
  readonly minimumShouldMatch: string | null;
  /** `null` to decide by the fields. */
  readonly lenient: boolean | null;
  readonly quoteFieldSuffix: string | null;
  readonly analyzeWildcard: boolean;
  readonly match: MatchOptions;
}

export const simpleQueryStringClause: ClauseType = {
  names: ['simple_query_string'],
  doc: 'a forgiving syntax: + | - "phrase" prefix* (…) word~1',
  parse(body) {
    for (const key of Object.keys(body)) {
      const known = KNOWN.includes(key) || key === 'boost' || key === '_name';
      if (known && (key === 'fields' ? Array.isArray(body[key]) : isScalar(body[key]) && body[key] !== null))
        continue;
      throw parsingErrorAt(`[simple_query_string] ${notTaken(key, body[key])}`, body, key);
    }
    const options = readOptions(body);
    const names = body.fields === undefined ? [] : [body.fields].flat().map(readText);
    const fields = names.length === 0 ? null : parseFieldBoosts(names);
    if (body.query === undefined || body.query === null) {
      const reason = '[simple_query_string] query text missing';
      throw parsingErrorAt(reason, body, null, 'end');
    }
    const text = readText(body.query);
    return makeBuilder({
      clause: 'simple_query_string',
      json: body,
      ...readCommon(body),
      bind(context) {
        checkAnalyzer(context, 'simple_query_string', options.match.analyzer);
        return bindSimple(context, text, fields, options);
      },
    });
  },
};

function notTaken(key: string, value: JsonValue): string {
  if (isJsonObject(value) || value === null) return `unknown token [${tokenName(value)}] after [${key}]`;
  return Array.isArray(value) ? `query does not support [${key}]` : `unsupported field [${key}]`;
}

function readOptions(body: JsonObject): SimpleOptions {
  const read = <T>(key: string, change: MemberReader<T>, otherwise: T): T =>
    body[key] === undefined || body[key] === null ? otherwise : change(body, key);
  const operator = read<'or' | 'and'>('default_operator', valueBy(readOperator), 'or');
  return {
    operator,
    flags: read('flags', valueBy(readFlags), new Set<SimpleFlag>(SIMPLE_FLAGS)),
    minimumShouldMatch: read<string | null>('minimum_should_match', textAt, null),
    lenient: read<boolean | null>('lenient', booleanAt, null),
    quoteFieldSuffix: read<string | null>('quote_field_suffix', textAt, null),
    analyzeWildcard: read('analyze_wildcard', booleanAt, false),
    match: {
      ...MATCH_DEFAULTS,
      clause: 'simple_query_string',
      operator,
      analyzer: read<string | null>('analyzer', textAt, null),
      prefixLength: read('fuzzy_prefix_length', intAt, 0),
      maxExpansions: read('fuzzy_max_expansions', intAt, 50),
      transpositions: read('fuzzy_transpositions', booleanAt, true),
      synonymPhrases: read('auto_generate_synonyms_phrase_query', booleanAt, true),
    },
  };
}

/** Flags by bit: 1, 2, 4, … */
const FLAG_BITS: readonly SimpleFlag[] = [
  'AND',
  'NOT',
  'OR',
  'PREFIX',
  'PHRASE',
  'PRECEDENCE',
  'ESCAPE',
  'WHITESPACE',
  'FUZZY',
  'NEAR',
];

function readFlags(value: JsonValue): ReadonlySet<SimpleFlag> {
  if (typeof value === 'number') return new Set(FLAG_BITS.filter((_, bit) => (value & (1 << bit)) !== 0));
  if (value === '') return new Set(SIMPLE_FLAGS);
  const names = readText(value)
    .split('|')
    .filter((name) => name !== '');
  const flags = new Set<SimpleFlag>();
  for (const name of names) {
    const key = name.toUpperCase();
    if (key === 'ALL') return new Set(SIMPLE_FLAGS);
    if (key === 'NONE') return new Set();
    const flag = SIMPLE_FLAGS.find((known) => known === key);
    if (flag === undefined) throw illegalArgument(`Unknown simple_query_string flag [${name}]`);
    flags.add(flag);
  }
  return flags;
}

function bindSimple(
  context: QueryShardContext,
  text: string,
  explicit: readonly FieldBoost[] | null,
  options: SimpleOptions,
): BoundQuery {
  const fields = explicit ?? defaultFields(context);
  const match = { ...options.match, lenient: options.lenient ?? isLenient(context, fields) };
  if (text.trim() === '*') return matchAllQuery;
  const root = parseSimpleSyntax(text, options.flags, options.operator, (part) =>
    hasTerms(context, fields, part, match),
  );
  if (root === null) return matchNoneQuery;
  return bindNode(context, fields, root, { ...options, match }, true);
}

/** Whether a text has terms in any of the fields; only analysed fields may have none. */
function hasTerms(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  text: string,
  { clause, analyzer }: MatchOptions,
): boolean {
  return expandFields(context, fields).some(({ field: name }) => {
    const field = context.mapper.field(name);
    if (field?.family !== 'text') return true;
    return queryAnalyzer(context, field, clause, analyzer).tokenize(text).length > 0;
  });
}

function bindNode(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  node: SimpleNode,
  options: SimpleOptions,
  top: boolean,
): BoundQuery {
  switch (node.kind) {
    case 'bool': {
      const queries = node.nodes.map((child) => bindNode(context, fields, child, options, false));
      return joined(queries, node.operator, top ? options.minimumShouldMatch : null);
    }
    case 'not': {
      const query = bindNode(context, fields, node.node, options, false);
      return booleanQuery({
        must: [],
        filter: [],
        should: [matchAllQuery],
        mustNot: [query],
        minimumShouldMatch: 0,
      });
    }
    case 'text':
      return multiMatch(context, fields, node.text, {
        type: 'most_fields',
        tieBreaker: null,
        match: options.match,
      });
    case 'phrase': {
      const match: MatchOptions = { ...options.match, type: 'phrase', slop: node.slop };
      const quoted = quotedSiblings(context, fields, options.quoteFieldSuffix);
      // The scores of words are added over the fields; for phrases the best one counts.
      return eachField(context, quoted, 0, (field) => matchText(context, field.name, node.text, match));
    }
    case 'prefix':
      return eachField(context, fields, 1, (field) => prefixOf(context, field, node.text, options));
    case 'fuzzy': {
      const match: MatchOptions = { ...options.match, fuzziness: String(node.edits) };
      return eachField(context, fields, 1, (field) => fuzzyOf(context, field, node.text, match));
    }
  }
}

function joined(queries: readonly BoundQuery[], operator: 'and' | 'or', spec: string | null): BoundQuery {
  const and = operator === 'and';
  const minimum = spec === null || and ? 0 : Math.max(0, minimumShouldMatch(spec, queries.length));
  return booleanQuery({
    must: and ? queries : [],
    filter: [],
    should: and ? [] : queries,
    mustNot: [],
    minimumShouldMatch: and ? 0 : minimum,
  });
}

function eachField(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  tieBreaker: number,
  bind: (field: MappedFieldType) => BoundQuery,
): BoundQuery {
  const queries = expandFields(context, fields).flatMap(({ field: name, boost }) => {
    const field = context.mapper.field(name);
    return field === undefined ? [] : [boostQuery(bind(field), boost)];
  });
  return bestOfFields(queries, tieBreaker);
}

/** `word*`: the text is a single prefix, unless `analyze_wildcard` analyses it. */
function prefixOf(
  context: QueryShardContext,
  field: MappedFieldType,
  text: string,
  { match, analyzeWildcard }: SimpleOptions,
): BoundQuery {
  if (field.family !== 'text' || analyzeWildcard) {
    return matchText(context, field.name, text, { ...match, type: 'bool_prefix' });
  }
  return prefixQuery(context, field.name, normalized(context, field, text, match));
}

/** `word~1`: a single term, even if the analyzer would split it. */
function fuzzyOf(
  context: QueryShardContext,
  field: MappedFieldType,
  text: string,
  match: MatchOptions,
): BoundQuery {
  if (field.family !== 'text') return matchText(context, field.name, text, match);
  return fuzzyQuery(context, field.name, normalized(context, field, text, match), {
    fuzziness: String(match.fuzziness),
    prefixLength: match.prefixLength,
    maxExpansions: match.maxExpansions,
    transpositions: match.transpositions,
    rewrite: null,
  });
}

/** Normalises a text like the field's terms. */
function normalized(
  context: QueryShardContext,
  field: MappedFieldType,
  text: string,
  { clause, analyzer }: MatchOptions,
): string {
  return queryAnalyzer(context, field, clause, analyzer).normalize(text);
}
