import { illegalArgument } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { readMatchClause, readMatchOptions } from '../text/matchMembers.ts';
import { matchText } from '../text/matchText.ts';

const KNOWN = ['analyzer', 'slop', 'zero_terms_query'];

export const matchPhraseClause: ClauseType = {
  names: ['match_phrase'],
  doc: 'documents with the terms of a text in order, at most slop moves apart',
  parse(body) {
    const { field, options: json, ...common } = readMatchClause('match_phrase', body, KNOWN);
    if (field === '') throw illegalArgument('[match_phrase] requires fieldName');
    const options = readMatchOptions('match_phrase', json, { type: 'phrase' });
    return makeBuilder({
      clause: 'match_phrase',
      json: body,
      ...common,
      bind: (context) => matchText(context, field, json.query, options),
    });
  },
};
