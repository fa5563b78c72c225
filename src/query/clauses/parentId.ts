import { illegalArgument } from '../../common/index.ts';
import { joinIdField } from '../../mapper/index.ts';
import { filtered } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { termQuery } from '../bound/termQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { shardError } from '../fieldQueries.ts';
import { joinOf } from '../join/relations.ts';
import { checkKinds, readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';

export const parentIdClause: ClauseType = {
  names: ['parent_id'],
  doc: 'children of a type, of a given parent',
  parse(body) {
    checkKinds('parent_id', body, { type: 'value', id: 'value', ignore_unmapped: 'value' });
    for (const key of ['type', 'id']) {
      if (body[key] === undefined) throw illegalArgument(`[parent_id] requires '${key}' field`);
    }
    const type = readText(body.type);
    const id = readText(body.id);
    const ignoreUnmapped = body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped');
    return makeBuilder({
      clause: 'parent_id',
      json: body,
      ...readCommon(body),
      bind: (context) => {
        const join = joinOf(context.mapper);
        const parent = join?.parentOf(type) ?? null;
        if (join === null || parent === null) {
          if (ignoreUnmapped) return matchNoneQuery;
          const reason =
            join === null
              ? `[parent_id] no join field found for index [${context.indexName}]`
              : `[parent_id] no relation found for child [${type}]`;
          throw shardError(context, reason);
        }
        return filtered(
          termQuery(context, joinIdField(join.field, parent), id),
          termQuery(context, join.field, type),
        );
      },
    });
  },
};
