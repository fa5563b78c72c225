import { matchNoneQuery } from '../bound/constantQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { commonMembers, readMembers } from '../objectMembers.ts';
import { NO_COMMON } from '../reader.ts';

export const matchNoneClause: ClauseType = {
  names: ['match_none'],
  doc: 'no document',
  parse(body) {
    const common = { ...NO_COMMON };
    readMembers('match_none', body, commonMembers(common));
    return makeBuilder({ clause: 'match_none', json: body, ...common, bind: () => matchNoneQuery });
  },
};
