import { type JsonValue, limits, OpenSearchError } from '../../common/index.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { matchAllQuery } from '../bound/constantQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseParser, ClauseType } from '../clause.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import {
  booleanMember,
  commonMembers,
  type ObjectMember,
  objectsOrNullMember,
  readMembers,
  scalarMember,
} from '../objectMembers.ts';
import { isScalar, malformedQuery, NO_COMMON, readText, tokenName } from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';

interface BoolParts {
  readonly must: readonly ClauseBuilder[];
  readonly filter: readonly ClauseBuilder[];
  readonly should: readonly ClauseBuilder[];
  readonly mustNot: readonly ClauseBuilder[];
  readonly minimumShouldMatch: string | null;
  readonly adjustPureNegative: boolean;
}

export const boolClause: ClauseType = {
  names: ['bool'],
  doc: 'combines clauses that must, should or must not match; adds the scores of must and should',
  parse(body, parser) {
    const clauses = { must: [], filter: [], should: [], mustNot: [] } as Record<string, ClauseBuilder[]>;
    const options = { minimumShouldMatch: null as string | null, adjustPureNegative: true };
    const common = { ...NO_COMMON };
    const into = (name: string): ObjectMember =>
      objectsOrNullMember((json, key) => clauses[name].push(...readClauses(json, key, parser)));
    readMembers('bool', body, {
      must: into('must'),
      must_not: into('mustNot'),
      mustNot: into('mustNot'),
      filter: into('filter'),
      should: into('should'),
      minimum_should_match: scalarMember((json, key) => {
        options.minimumShouldMatch = json[key] === null ? null : readText(json[key]);
      }),
      adjust_pure_negative: booleanMember((json, key) => {
        options.adjustPureNegative = booleanAt(json, key);
      }),
      ...commonMembers(common),
    });
    const { must, filter, should, mustNot } = clauses;
    const parts: BoolParts = { must, filter, should, mustNot, ...options };
    return makeBuilder({
      clause: 'bool',
      json: body,
      ...common,
      bind: (context) => bindBool(context, parts),
    });
  },
};

/**
 * Reads one query or an array of them. In an array, a scalar before a query is ignored, as by the original's
 * parser.
 */
function readClauses(container: object, key: string, parser: ClauseParser): ClauseBuilder[] {
  const value = (container as Readonly<Record<string, JsonValue>>)[key];
  if (value === null) return [];
  if (!Array.isArray(value)) return [parser.query(container, key)];
  const builders: ClauseBuilder[] = [];
  for (let i = 0; i < value.length; i++) {
    if (Array.isArray(value[i])) {
      const reason = `expected value but got [${tokenName(value[i])}]`;
      const at = { container: value, key: i, edge: 'value' } as const;
      throw new OpenSearchError('illegal_state_exception', reason, { at });
    }
    const isPassed = isScalar(value[i]);
    if (isPassed && i + 1 === value.length) throw malformedQuery(value, null, 'end');
    builders.push(parser.query(value, isPassed ? ++i : i));
  }
  return builders;
}

function bindBool(context: QueryShardContext, parts: BoolParts): BoundQuery {
  const { must, filter, should, mustNot } = parts;
  const count = must.length + filter.length + should.length + mustNot.length;
  if (count === 0) return matchAllQuery;
  if (count > limits.boolClauses.value) {
    throw new OpenSearchError('too_many_clauses', `maxClauseCount is set to ${limits.boolClauses.value}`);
  }
  const bind = (builders: readonly ClauseBuilder[]): BoundQuery[] =>
    builders.map((builder) => builder.toLucene(context));
  const onlyExcludes = must.length + filter.length + should.length === 0 && parts.adjustPureNegative;
  // In the original's order: the first clause that cannot be bound is reported.
  const clauses = {
    must: bind(must),
    mustNot: bind(mustNot),
    should: bind(should),
    filter: onlyExcludes ? [matchAllQuery] : bind(filter),
  };
  return booleanQuery({ ...clauses, minimumShouldMatch: minimumOf(parts) });
}

function minimumOf({ should, minimumShouldMatch: spec }: BoolParts): number {
  return should.length === 0 || spec === null ? 0 : Math.max(0, minimumShouldMatch(spec, should.length));
}
