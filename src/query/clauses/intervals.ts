import { isJsonObject } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { intervalQuery } from '../bound/intervalQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { parsingErrorAt, readCommon, tokenName } from '../reader.ts';
import { checkIntervalField, parseIntervalRule } from '../span/parseIntervals.ts';

export const intervalsClause: ClauseType = {
  names: ['intervals'],
  doc: 'matches terms by order and distance, with nested rules',
  parse(body) {
    const [field, ...others] = Object.keys(body);
    const json = body[field];
    if (field === undefined) {
      throw parsingErrorAt('Expected [FIELD_NAME] but got [END_OBJECT]', body, null, 'end');
    }
    if (!isJsonObject(json)) {
      throw parsingErrorAt(`Expected [START_OBJECT] but got [${tokenName(json)}]`, body, field);
    }
    const rule = parseIntervalRule(json, body);
    if (others.length > 0) {
      throw parsingErrorAt('Expected [END_OBJECT] but got [FIELD_NAME]', body, others[0], 'key');
    }
    return makeBuilder({
      clause: 'intervals',
      json: body,
      ...readCommon(json),
      bind(context) {
        const type = context.mapper.field(field);
        if (type === undefined) return matchNoneQuery;
        return intervalQuery(context, field, rule(context, checkIntervalField(type)));
      },
    });
  },
};
