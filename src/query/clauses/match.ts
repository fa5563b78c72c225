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
  'zero_terms_query',
  'lenient',
  'auto_generate_synonyms_phrase_query',
];

export const matchClause: ClauseType = {
  names: ['match'],
  doc: 'documents with any or all terms of an analysed text',
  parse(body) {
    const { field, options, match, ...common } = readMatchClause('match', body, KNOWN, { type: 'boolean' });
    return makeBuilder({
      clause: 'match',
      json: body,
      ...common,
      bind: (context) => matchText(context, field, options.query, match),
    });
  },
};
