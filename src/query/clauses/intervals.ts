import { illegalArgument, isJsonObject } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { intervalQuery } from '../bound/intervalQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { parsingErrorAt, readCommon } from '../reader.ts';
import { parseIntervalRule } from '../span/parseIntervals.ts';

export const intervalsClause: ClauseType = {
  names: ['intervals'],
  doc: 'terms by their order and distance, in nested rules',
  parse(body) {
    const [field, ...others] = Object.keys(body);
    const json = body[field];
    if (others.length > 0) {
      const reason = `[intervals] query doesn't support multiple fields, found [${field}] and [${others[0]}]`;
      throw parsingErrorAt(reason, body, others[0]);
    }
    if (!isJsonObject(json))
      throw parsingErrorAt('Expected [FIELD_NAME] but got [END_OBJECT]', { intervals: body }, 'intervals');
    const rule = parseIntervalRule(json);
    return makeBuilder({
      clause: 'intervals',
      json: body,
      ...readCommon(json),
      bind(context) {
        const type = context.mapper.field(field);
        if (type === undefined) return matchNoneQuery;
        if (type.family !== 'text') {
          throw illegalArgument(
            `Can only use interval queries on text fields - not on [${field}] which is of type [${type.typeName}]`,
          );
        }
        return intervalQuery(context, field, rule(context, type));
      },
    });
  },
};
