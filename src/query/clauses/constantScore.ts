import { constantScoreQuery } from '../bound/constantScore.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { isScalar, parsingErrorAt, readCommon } from '../reader.ts';

export const constantScoreClause: ClauseType = {
  names: ['constant_score'],
  doc: 'the matches of a filter, with the boost as score',
  parse(body, parser) {
    for (const key of Object.keys(body)) {
      const value = body[key];
      if (key === 'boost' || key === '_name') continue;
      if (Array.isArray(value)) {
        throw parsingErrorAt('unexpected token [START_ARRAY]', body, key);
      }
      if (key !== 'filter' || isScalar(value)) {
        throw parsingErrorAt(`[constant_score] query does not support [${key}]`, body, key);
      }
    }
    if (body.filter === undefined) {
      throw parsingErrorAt("[constant_score] requires a 'filter' element", body, null, 'end');
    }
    const filter = parser.query(body, 'filter');
    return makeBuilder({
      clause: 'constant_score',
      json: body,
      ...readCommon(body),
      bind: (context) => constantScoreQuery(filter.toLucene(context)),
    });
  },
};
