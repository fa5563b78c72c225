import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { readMatchClause } from '../text/matchMembers.ts';
import { matchText } from '../text/matchText.ts';

const KNOWN = [
  'operator',
  'analyzer',
  'minimum_should_match',
  'fuzziness',
  'prefix_length',
  'max_expansions',
  'fuzzy_transpositions',
  'fuzzy_rewrite',
  'cutoff_frequency',
];

export const matchBoolPrefixClause: ClauseType = {
  names: ['match_bool_prefix'],
  doc: 'like match, but the last term is a prefix',
  parse(body) {
    const { field, options, match, ...common } = readMatchClause('match_bool_prefix', body, KNOWN, {
      type: 'bool_prefix',
    });
    return makeBuilder({
      clause: 'match_bool_prefix',
      json: body,
      ...common,
      bind: (context) => matchText(context, field, options.query, match),
    });
  },
};
