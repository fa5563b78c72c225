import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { readMatchClause } from '../text/matchMembers.ts';
import { matchText } from '../text/matchText.ts';

const KNOWN = ['analyzer', 'slop', 'max_expansions', 'zero_terms_query'];

export const matchPhrasePrefixClause: ClauseType = {
  names: ['match_phrase_prefix'],
  doc: 'like match_phrase, but the last term is a prefix',
  parse(body) {
    const { field, options, match, ...common } = readMatchClause('match_phrase_prefix', body, KNOWN, {
      type: 'phrase_prefix',
    });
    return makeBuilder({
      clause: 'match_phrase_prefix',
      json: body,
      ...common,
      bind: (context) => matchText(context, field, options.query, match),
    });
  },
};
