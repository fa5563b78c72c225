import { isJsonObject, type JsonObject, limits, OpenSearchError } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { booleanQuery } from '../lucene/booleanQuery.ts';
import { type LuceneQuery, matchAllQuery } from '../lucene/query.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import {
  boosted,
  checkFields,
  contentErrorAt,
  isScalar,
  readBoolean,
  readCommon,
  readQueries,
  readText,
  tokenName,
} from '../reader.ts';
import type { QueryShardContext } from '../types.ts';

interface BoolParts {
  readonly must: readonly ClauseBuilder[];
  readonly filter: readonly ClauseBuilder[];
  readonly should: readonly ClauseBuilder[];
  readonly mustNot: readonly ClauseBuilder[];
  readonly minimumShouldMatch: string | null;
  readonly adjustPureNegative: boolean;
}

const KNOWN = [
  'must',
  'filter',
  'should',
  'must_not',
  'mustNot',
  'minimum_should_match',
  'adjust_pure_negative',
];

export const boolClause: ClauseType = {
  names: ['bool'],
  doc: 'clauses that must, should and must not match; the scores of must and should are added',
  parse(body, parser) {
    checkFields('bool', body, KNOWN);
    const read = (key: string): ClauseBuilder[] =>
      readQueries('bool', body, key, (container, member) => parser.query(container, member));
    const parts: BoolParts = {
      must: read('must'),
      filter: read('filter'),
      should: read('should'),
      mustNot: [...read('must_not'), ...read('mustNot')],
      minimumShouldMatch: readMinimum(body),
      adjustPureNegative: body.adjust_pure_negative === undefined || readBoolean(body.adjust_pure_negative),
    };
    return boosted('bool', body, () =>
      makeBuilder({
        clause: 'bool',
        json: body,
        ...readCommon(body),
        bind: (context) => bindBool(context, parts),
      }),
    );
  },
};

function readMinimum(body: JsonObject): string | null {
  const value = body.minimum_should_match;
  if (value === undefined || value === null) return null;
  if (isJsonObject(value) || !isScalar(value)) {
    const reason = `[bool] minimum_should_match doesn't support values of type: ${tokenName(value)}`;
    throw contentErrorAt(reason, body, 'minimum_should_match');
  }
  return readText(value);
}

function bindBool(context: QueryShardContext, parts: BoolParts): LuceneQuery {
  const { must, filter, should, mustNot } = parts;
  const count = must.length + filter.length + should.length + mustNot.length;
  if (count === 0) return matchAllQuery;
  if (count > limits.boolClauses.value) {
    throw new OpenSearchError('too_many_clauses', `maxClauseCount is set to ${limits.boolClauses.value}`);
  }
  const bind = (builders: readonly ClauseBuilder[]): LuceneQuery[] =>
    builders.map((builder) => builder.toLucene(context));
  const onlyExcludes = must.length + filter.length + should.length === 0 && parts.adjustPureNegative;
  const clauses = {
    must: bind(must),
    filter: onlyExcludes ? [matchAllQuery] : bind(filter),
    should: bind(should),
    mustNot: bind(mustNot),
  };
  return booleanQuery({ ...clauses, minimumShouldMatch: minimumOf(parts) });
}

/** Without a `minimum_should_match`, one `should` must match unless something else is required. */
function minimumOf(parts: BoolParts): number {
  const { must, filter, should } = parts;
  if (should.length === 0) return 0;
  if (parts.minimumShouldMatch !== null) return minimumShouldMatch(parts.minimumShouldMatch, should.length);
  return must.length + filter.length > 0 ? 0 : 1;
}
