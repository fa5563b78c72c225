import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { numberAt } from '../numberTokens.ts';
import { isScalar, parsingErrorAt, readFieldClause, readText, tokenName } from '../reader.ts';
import { queryAnalyzer, termsByPosition } from '../text/analyze.ts';
import { type CommonTermsOptions, commonTermsQuery } from '../text/commonTerms.ts';
import { readOperator } from '../text/matchMembers.ts';
import type { QueryShardContext } from '../types.ts';

const KNOWN = [
  'query',
  'analyzer',
  'cutoff_frequency',
  'low_freq_operator',
  'high_freq_operator',
  'minimum_should_match',
];

const DEFAULT_CUTOFF = 0.01;

export const commonClause: ClauseType = {
  names: ['common'],
  doc: 'matches a text by its rare terms; the frequent ones only score',
  parse(body) {
    const { field, options: json, ...common } = readFieldClause('common', body, 'query', KNOWN, checkCommon);
    const analyzer = json.analyzer === undefined ? null : readText(json.analyzer);
    const options = readOptions(json);
    if ((json.query ?? null) === null) throw illegalArgument('text cannot be null');
    const text = readText(json.query);
    return makeBuilder({
      clause: 'common',
      json: body,
      ...common,
      bind: (context) => bindCommon(context, field, text, analyzer, options),
    });
  },
};

function checkCommon(_clause: string, json: JsonObject): void {
  for (const key of Object.keys(json)) {
    if (KNOWN.includes(key) || key === 'boost' || key === '_name') continue;
    throw parsingErrorAt(`[common] query does not support [${key}]`, json, key);
  }
  if (isJsonObject(json.minimum_should_match)) checkMinimum(json.minimum_should_match);
}

function checkMinimum(json: JsonObject): void {
  for (const [key, value] of Object.entries(json)) {
    if (!isScalar(value)) {
      throw parsingErrorAt(`[common] unexpected token type [${tokenName(value)}] after [${key}]`, json, key);
    }
    if (key === 'low_freq' || key === 'high_freq') continue;
    throw parsingErrorAt(`[common] query does not support [${key}] for [minimum_should_match]`, json, key);
  }
}

function readOptions(json: JsonObject): CommonTermsOptions {
  const { minimum_should_match: minimum } = json;
  const ofPart = (key: string): string | null => {
    if (minimum === undefined) return null;
    if (!isJsonObject(minimum)) return key === 'low_freq' ? readText(minimum) : null;
    return minimum[key] === undefined ? null : readText(minimum[key]);
  };
  const operator = (value: JsonValue | undefined) => (value === undefined ? 'or' : readOperator(value));
  return {
    cutoff: json.cutoff_frequency === undefined ? DEFAULT_CUTOFF : numberAt(json, 'cutoff_frequency'),
    lowOperator: operator(json.low_freq_operator),
    highOperator: operator(json.high_freq_operator),
    lowMinimum: ofPart('low_freq'),
    highMinimum: ofPart('high_freq'),
  };
}

function bindCommon(
  context: QueryShardContext,
  name: string,
  text: string,
  analyzer: string | null,
  options: CommonTermsOptions,
): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  const tokens = queryAnalyzer(context, field, 'common', analyzer).tokenize(text);
  const terms = termsByPosition(tokens).flatMap((group) => group.terms);
  return terms.length === 0 ? matchNoneQuery : commonTermsQuery(context, field.name, terms, options);
}
