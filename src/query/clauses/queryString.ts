import { type JsonObject, type JsonValue, limits, OpenSearchError } from '../../common/index.ts';
import { type BoundQuery, matchNoneQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { shardError } from '../fieldQueries.ts';
import { bindQueryNode, type QueryStringOptions } from '../queryString/bind.ts';
import { parseQuerySyntax, type QueryNode } from '../queryString/syntax.ts';
import {
  isScalar,
  parsingErrorAt,
  readBoolean,
  readCommon,
  readInt,
  readNumber,
  readText,
} from '../reader.ts';
import { withRewriteMethod } from '../rewriteMethod.ts';
import { defaultFields, isLenient } from '../text/defaultFields.ts';
import { readFuzziness, readOperator } from '../text/matchMembers.ts';
import { type MultiMatchType, parseFieldBoosts } from '../text/multiMatch.ts';
import type { QueryShardContext } from '../types.ts';

const KNOWN = [
  'query',
  'default_field',
  'fields',
  'default_operator',
  'analyzer',
  'quote_analyzer',
  'allow_leading_wildcard',
  'max_determinized_states',
  'enable_position_increments',
  'escape',
  'fuzzy_prefix_length',
  'fuzzy_max_expansions',
  'fuzzy_rewrite',
  'phrase_slop',
  'fuzziness',
  'tie_breaker',
  'analyze_wildcard',
  'rewrite',
  'minimum_should_match',
  'quote_field_suffix',
  'lenient',
  'time_zone',
  'type',
  'auto_generate_synonyms_phrase_query',
  'fuzzy_transpositions',
];

export const queryStringClause: ClauseType = {
  names: ['query_string'],
  doc: "Lucene's query syntax: fields, AND OR NOT, phrases, wildcards, ranges, boosts",
  parse(body) {
    for (const key of Object.keys(body)) {
      const known = KNOWN.includes(key) || key === 'boost' || key === '_name';
      if (known && (isScalar(body[key]) || key === 'fields')) continue;
      throw parsingErrorAt(`[query_string] query does not support [${key}]`, body, key);
    }
    if (body.query === undefined || body.query === null) {
      throw parsingErrorAt('[query_string] must be provided with a [query]', body, null, 'end');
    }
    const text = readText(body.query);
    const parsed = readOptions(body);
    return makeBuilder({
      clause: 'query_string',
      json: body,
      ...readCommon(body),
      bind: withRewriteMethod(body.rewrite, (context) => bindQueryString(context, text, body, parsed)),
    });
  },
};

type ParsedOptions = Omit<QueryStringOptions, 'fields' | 'lenient'>;

function readOptions(body: JsonObject): ParsedOptions {
  const read = <T>(key: string, change: (value: JsonValue) => T, otherwise: T): T =>
    body[key] === undefined || body[key] === null ? otherwise : change(body[key]);
  return {
    defaultOperator: read<'or' | 'and'>('default_operator', readOperator, 'or'),
    type: read('type', (value) => readText(value).toLowerCase() as MultiMatchType, 'best_fields'),
    tieBreaker: read<number | null>('tie_breaker', (value) => Math.fround(readNumber(value)), null),
    analyzer: read<string | null>('analyzer', readText, null),
    quoteAnalyzer: read<string | null>('quote_analyzer', readText, null),
    phraseSlop: read('phrase_slop', readInt, 0),
    fuzziness: read('fuzziness', readFuzziness, 'AUTO'),
    fuzzyPrefixLength: read('fuzzy_prefix_length', readInt, 0),
    fuzzyMaxExpansions: read('fuzzy_max_expansions', readInt, 50),
    fuzzyTranspositions: read('fuzzy_transpositions', readBoolean, true),
    allowLeadingWildcard: read('allow_leading_wildcard', readBoolean, true),
    minimumShouldMatch: read<string | null>('minimum_should_match', readText, null),
    timeZone: read<string | null>('time_zone', readText, null),
    maxStates: read('max_determinized_states', readInt, limits.automatonStates.value),
  };
}

function bindQueryString(
  context: QueryShardContext,
  text: string,
  body: JsonObject,
  parsed: ParsedOptions,
): BoundQuery {
  const explicit = fieldsOf(body);
  const fields = explicit ?? defaultFields(context);
  const lenient = body.lenient === undefined ? isLenient(context, fields) : readBoolean(body.lenient);
  const node = parseText(context, body.escape === true ? escapeSyntax(text) : text, parsed.defaultOperator);
  return node === null ? matchNoneQuery : bindQueryNode(context, node, { ...parsed, fields, lenient });
}

/** null: the index says which fields. */
function fieldsOf(body: JsonObject) {
  const { fields = [], default_field: field } = body;
  const names = Array.isArray(fields) ? fields : [fields];
  if (names.length > 0) return parseFieldBoosts(names.map(readText));
  return field === undefined ? null : parseFieldBoosts([readText(field)]);
}

const SPECIAL = '\\+-!():^[]"{}~*?|&/';

function escapeSyntax(text: string): string {
  return [...text].map((c) => (SPECIAL.includes(c) ? `\\${c}` : c)).join('');
}

function parseText(context: QueryShardContext, text: string, operator: 'or' | 'and'): QueryNode | null {
  try {
    return parseQuerySyntax(text, operator);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type !== 'parse_exception') throw error;
    const reason = `Failed to parse query [${text}]`;
    const { metadata, type } = shardError(context, reason);
    // Lucene's own exception: it is no root cause.
    const root = new OpenSearchError(type, reason, { metadata });
    throw new OpenSearchError(type, reason, { metadata, causedBy: error, rootCauses: [root] });
  }
}
