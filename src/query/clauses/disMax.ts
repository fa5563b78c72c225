import { disMaxQuery } from '../bound/disMaxQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { numberAt } from '../numberTokens.ts';
import { isScalar, malformedQuery, parsingErrorAt, readCommon } from '../reader.ts';

export const disMaxClause: ClauseType = {
  names: ['dis_max'],
  doc: 'the best score of several queries, plus tie_breaker times the others',
  parse(body, parser) {
    const { queries } = body;
    for (const key of Object.keys(body)) {
      if (key === 'boost' || key === '_name') continue;
      const known = key === 'queries' ? !isScalar(body[key]) : key === 'tie_breaker' && isScalar(body[key]);
      if (!known) throw parsingErrorAt(`[dis_max] query does not support [${key}]`, body, key);
    }
    if (queries === undefined) {
      throw parsingErrorAt("[dis_max] requires 'queries' field with at least one clause", body, null, 'end');
    }
    if (Array.isArray(queries) && queries.length === 0) {
      throw malformedQuery(queries, null, 'end');
    }
    const builders = Array.isArray(queries)
      ? queries.map((_, i) => parser.query(queries, i))
      : [parser.query(body, 'queries')];
    const tieBreaker = body.tie_breaker === undefined ? 0 : Math.fround(numberAt(body, 'tie_breaker'));
    return makeBuilder({
      clause: 'dis_max',
      json: body,
      ...readCommon(body),
      bind: (context) =>
        disMaxQuery(
          builders.map((builder) => builder.toLucene(context)),
          tieBreaker,
        ),
    });
  },
};
