import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { matchAllQuery } from '../lucene/query.ts';
import { boosted, checkFields, readCommon } from '../reader.ts';

export const matchAllClause: ClauseType = {
  names: ['match_all'],
  doc: 'every document, score 1',
  parse(body) {
    checkFields('match_all', body, []);
    return boosted('match_all', body, () =>
      makeBuilder({ clause: 'match_all', json: body, ...readCommon(body), bind: () => matchAllQuery }),
    );
  },
};
