import { illegalArgument } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { readMatchClause } from '../text/matchMembers.ts';
import { matchText } from '../text/matchText.ts';

const KNOWN = ['analyzer', 'slop', 'zero_terms_query'];

export const matchPhraseClause: ClauseType = {
  names: ['match_phrase'],
  doc: 'documents with the terms of a text in order, at most slop moves apart',
  parse(body) {
    const { field, options, match, ...common } = readMatchClause('match_phrase', body, KNOWN, {
      type: 'phrase',
    });
    if (field === '') throw illegalArgument('[match_phrase] requires fieldName');
    return makeBuilder({
      clause: 'match_phrase',
      json: body,
      ...common,
      bind: (context) => matchText(context, field, options.query, match),
    });
  },
};
