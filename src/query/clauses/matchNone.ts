import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { matchNoneQuery } from '../lucene/query.ts';
import { checkFields, readCommon } from '../reader.ts';

export const matchNoneClause: ClauseType = {
  names: ['match_none'],
  doc: 'no document',
  parse(body) {
    checkFields('match_none', body, []);
    return makeBuilder({ clause: 'match_none', json: body, ...readCommon(body), bind: () => matchNoneQuery });
  },
};
