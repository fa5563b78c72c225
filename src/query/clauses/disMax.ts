import { jsonAt } from '../../common/index.ts';
import { disMaxQuery } from '../bound/disMaxQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseParser, ClauseType } from '../clause.ts';
import { numberAt, type TokenContainer } from '../numberTokens.ts';
import { malformedQuery, NO_COMMON, parsingErrorAt } from '../reader.ts';
import { commonTokens, queriesToken, readTokens, scalarToken } from '../tokenLoop.ts';

export const disMaxClause: ClauseType = {
  names: ['dis_max'],
  doc: 'the best score of several queries, plus tie_breaker times the others',
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const builders: ClauseBuilder[] = [];
    let tieBreaker = 0;
    const members = {
      queries: queriesToken((json, key) => builders.push(...readQueries(json, key, parser))),
      tie_breaker: scalarToken((json, key) => void (tieBreaker = Math.fround(numberAt(json, key)))),
      ...commonTokens(common, scalarToken),
    };
    readTokens({ clause: 'dis_max', members }, body);
    if (builders.length === 0) {
      throw parsingErrorAt("[dis_max] requires 'queries' field with at least one clause", body, null, 'end');
    }
    return makeBuilder({
      clause: 'dis_max',
      json: body,
      ...common,
      bind: (context) =>
        disMaxQuery(
          builders.map((builder) => builder.toLucene(context)),
          tieBreaker,
        ),
    });
  },
};

function readQueries(container: TokenContainer, key: string | number, parser: ClauseParser): ClauseBuilder[] {
  const queries = jsonAt(container, key);
  if (!Array.isArray(queries)) return [parser.query(container, key)];
  if (queries.length === 0) throw malformedQuery(queries, null, 'end');
  return queries.map((_, i) => parser.query(queries, i));
}
