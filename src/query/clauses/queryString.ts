import { isJsonObject, type JsonObject, limits, OpenSearchError } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { rewriteMethod } from '../bound/multiTerm.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { shardError } from '../fieldQueries.ts';
import { intAt, numberAt } from '../numberTokens.ts';
import { bindQueryNode, type QueryStringOptions } from '../queryString/bind.ts';
import { parseQuerySyntax, type QueryNode } from '../queryString/syntax.ts';
import { QuerySyntaxError } from '../queryString/syntaxErrors.ts';
import { isScalar, parsingErrorAt, readCommon, readText, textAt, tokenName } from '../reader.ts';
import { checkAnalyzer } from '../text/analyze.ts';
import { defaultFields, isAllFields, isLenient } from '../text/defaultFields.ts';
import { type MemberReader, readFuzziness, readOperator, valueBy } from '../text/matchMembers.ts';
import { type FieldBoost, parseFieldBoosts } from '../text/multiMatch.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import { readMultiMatchType } from './multiMatch.ts';

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

/** Read by the original, which does nothing with them. */
const UNUSED_FLAGS = ['enable_position_increments', 'escape'];

export const queryStringClause: ClauseType = {
  names: ['query_string'],
  doc: "Lucene's query syntax: fields, AND OR NOT, phrases, wildcards, ranges, boosts",
  parse(body) {
    for (const key of Object.keys(body)) {
      const value = body[key];
      const known = KNOWN.includes(key) || key === 'boost' || key === '_name';
      if (known && (key === 'fields' ? Array.isArray(value) : isScalar(value) && value !== null)) continue;
      const reason =
        isJsonObject(value) || value === null
          ? `[query_string] unknown token [${tokenName(value)}] after [${key}]`
          : `[query_string] query does not support [${key}]`;
      throw parsingErrorAt(reason, body, key);
    }
    const parsed = readOptions(body);
    const given = parseFieldBoosts([body.fields ?? []].flat().map(readText));
    for (const key of UNUSED_FLAGS) if (body[key] !== undefined) booleanAt(body, key);
    if (body.query === undefined || body.query === null) {
      throw parsingErrorAt('[query_string] must be provided with a [query]', body, null, 'end');
    }
    const text = readText(body.query);
    return makeBuilder({
      clause: 'query_string',
      json: body,
      ...readCommon(body),
      bind: (context) => bindQueryString(context, text, body, parsed, given),
    });
  },
};

type ParsedOptions = Omit<QueryStringOptions, 'field' | 'fields' | 'lenient' | 'rewrite'>;

function readOptions(body: JsonObject): ParsedOptions {
  const read = <T>(key: string, change: MemberReader<T>, otherwise: T): T =>
    body[key] === undefined || body[key] === null ? otherwise : change(body, key);
  return {
    defaultOperator: read<'or' | 'and'>('default_operator', valueBy(readOperator), 'or'),
    type: read('type', readMultiMatchType, 'best_fields'),
    tieBreaker: read<number | null>(
      'tie_breaker',
      (container, key) => Math.fround(numberAt(container, key)),
      null,
    ),
    analyzer: read<string | null>('analyzer', textAt, null),
    quoteAnalyzer: read<string | null>('quote_analyzer', textAt, null),
    quoteFieldSuffix: read<string | null>('quote_field_suffix', textAt, null),
    phraseSlop: read('phrase_slop', intAt, 0),
    fuzziness: read('fuzziness', valueBy(readFuzziness), 'AUTO'),
    fuzzyPrefixLength: read('fuzzy_prefix_length', intAt, 0),
    fuzzyMaxExpansions: read('fuzzy_max_expansions', intAt, 50),
    fuzzyTranspositions: read('fuzzy_transpositions', booleanAt, true),
    allowLeadingWildcard: read('allow_leading_wildcard', booleanAt, true),
    analyzeWildcard: read('analyze_wildcard', booleanAt, false),
    synonymPhrases: read('auto_generate_synonyms_phrase_query', booleanAt, true),
    minimumShouldMatch: read<string | null>('minimum_should_match', textAt, null),
    timeZone: read<string | null>('time_zone', textAt, null),
    maxStates: read('max_determinized_states', intAt, limits.automatonStates.value),
  };
}

function bindQueryString(
  context: QueryShardContext,
  text: string,
  body: JsonObject,
  parsed: ParsedOptions,
  given: readonly FieldBoost[],
): BoundQuery {
  checkAnalyzer(context, 'query_string', parsed.analyzer);
  checkAnalyzer(context, 'query_string', parsed.quoteAnalyzer, 'quote_analyzer');
  const { field, fields, lenient } = fieldsOf(context, body, given);
  // Only validated: the original ignores it for fuzzy words.
  if (body.fuzzy_rewrite != null) rewriteMethod(readText(body.fuzzy_rewrite));
  const rewrite = rewriteMethod(body.rewrite == null ? 'constant_score' : readText(body.rewrite));
  if (text.trim() === '') return matchNoneQuery;
  const query = body.escape === true ? escapeSyntax(text) : text;
  const options = { ...parsed, field, fields, lenient, rewrite };
  const read: QueryNode[] = [];
  try {
    return bindQueryNode(
      context,
      parseQuerySyntax(query, (leaf) => read.push(leaf)),
      options,
    );
  } catch (error) {
    // The original binds while parsing, so binding errors of text before a syntax error are reported first.
    const first = error instanceof QuerySyntaxError ? (errorIn(read, context, options) ?? error) : error;
    throw first instanceof QuerySyntaxError ? failedToParse(context, text, query, first) : first;
  }
}

/** The binding error of the first invalid leaf; `null` if all are valid. */
function errorIn(
  leaves: readonly QueryNode[],
  context: QueryShardContext,
  options: QueryStringOptions,
): unknown {
  try {
    for (const leaf of leaves) bindQueryNode(context, leaf, options);
    return null;
  } catch (error) {
    return error;
  }
}

/** The default field or fields, and whether the query is lenient. */
function fieldsOf(context: QueryShardContext, body: JsonObject, given: readonly FieldBoost[]) {
  const { default_field: named } = body;
  const fields = named == null ? (given.length > 0 ? given : defaultFields(context)) : [];
  const all = named == null ? fields.some(isAllFields) : readText(named) === '*';
  const lenient = body.lenient == null ? all || isLenient(context, fields) : booleanAt(body, 'lenient');
  if (named != null) return { field: readText(named), fields, lenient };
  return { field: given.length === 0 && all ? '*' : null, fields, lenient };
}

const SPECIAL = '\\+-!():^[]"{}~*?|&/';

function escapeSyntax(text: string): string {
  return [...text].map((c) => (SPECIAL.includes(c) ? `\\${c}` : c)).join('');
}

/** Lucene's own exceptions are not root causes. `parsed`: the parsed text, possibly escaped. */
function failedToParse(
  context: QueryShardContext,
  text: string,
  parsed: string,
  error: QuerySyntaxError,
): OpenSearchError {
  const reason = `Failed to parse query [${text}]`;
  const { metadata, type } = shardError(context, reason);
  const root = new OpenSearchError(type, reason, { metadata });
  const causedBy = new OpenSearchError('parse_exception', `Cannot parse '${parsed}': ${error.message}`, {
    causedBy: new OpenSearchError(error.type, error.message),
  });
  return new OpenSearchError(type, reason, { metadata, causedBy, rootCauses: [root] });
}
