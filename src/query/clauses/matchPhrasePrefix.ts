import { illegalArgument } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { readMatchClause, readMatchOptions } from '../text/matchMembers.ts';
import { matchText } from '../text/matchText.ts';
import type { QueryShardContext } from '../types.ts';

const KNOWN = ['analyzer', 'slop', 'max_expansions', 'zero_terms_query'];

export const matchPhrasePrefixClause: ClauseType = {
  names: ['match_phrase_prefix'],
  doc: 'as match_phrase; the last term may be the beginning of one',
  parse(body) {
    const { field, options: json, ...common } = readMatchClause('match_phrase_prefix', body, KNOWN);
    const options = readMatchOptions('match_phrase_prefix', json, { type: 'phrase_prefix' });
    return makeBuilder({
      clause: 'match_phrase_prefix',
      json: body,
      ...common,
      bind: (context) => {
        checkPhrasePrefixField(context, field);
        return matchText(context, field, json.query, options);
      },
    });
  },
};

function checkPhrasePrefixField(context: QueryShardContext, name: string): void {
  const field = context.mapper.field(name);
  if (field === undefined || field.family === 'text') return;
  throw illegalArgument(
    `Can only use phrase prefix queries on text fields - not on [${name}] which is of type [${field.typeName}]`,
  );
}
