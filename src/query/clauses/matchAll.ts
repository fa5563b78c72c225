import { matchAllQuery } from '../bound/constantQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { commonMembers, readMembers } from '../objectMembers.ts';
import { NO_COMMON, toldTwice } from '../reader.ts';

export const matchAllClause: ClauseType = {
  names: ['match_all'],
  doc: 'every document, score 1',
  parse(body) {
    const common = { ...NO_COMMON };
    toldTwice(body, () => readMembers('match_all', body, commonMembers(common)));
    return makeBuilder({ clause: 'match_all', json: body, ...common, bind: () => matchAllQuery });
  },
};
