import { type OpenSearchError, tokenName } from '../../common/index.ts';
import { constantScoreQuery } from '../bound/constantScore.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { NO_COMMON, parsingErrorAt } from '../reader.ts';
import { commonTokens, objectToken, type RefuseToken, readTokens } from '../tokenLoop.ts';

export const constantScoreClause: ClauseType = {
  names: ['constant_score'],
  doc: 'the matches of a filter, with the boost as score',
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const read: { filter?: ClauseBuilder } = {};
    const members = {
      filter: objectToken((json, key) => void (read.filter = parser.query(json, key))),
      ...commonTokens(common),
    };
    readTokens({ clause: 'constant_score', members, refuse: unexpected }, body);
    const { filter } = read;
    if (filter === undefined) {
      throw parsingErrorAt("[constant_score] requires a 'filter' element", body, null, 'end');
    }
    return makeBuilder({
      clause: 'constant_score',
      json: body,
      ...common,
      bind: (context) => constantScoreQuery(filter.toLucene(context)),
    });
  },
};

function unexpected(...[container, key, , value]: Parameters<RefuseToken>): OpenSearchError | null {
  if (value !== null && !Array.isArray(value)) return null;
  return parsingErrorAt(`unexpected token [${tokenName(value)}]`, container, key);
}
