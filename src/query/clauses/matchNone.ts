import { matchNoneQuery } from '../bound/constantQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { checkMembers, readCommon } from '../reader.ts';

export const matchNoneClause: ClauseType = {
  names: ['match_none'],
  doc: 'no document',
  parse(body) {
    checkMembers('match_none', body, []);
    return makeBuilder({
      clause: 'match_none',
      json: body,
      ...readCommon(body),
      bind: () => matchNoneQuery,
    });
  },
};
