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
    const type = body.type === undefined ? null : readText(body.type);
    const id = body.id === undefined ? null : readText(body.id);
    const ignoreUnmapped = body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped');
    return makeBuilder({
      clause: 'parent_id',
      json: body,
      ...readCommon(body),
      bind: (context) => {
        const join = joinOf(context.mapper);
        const parent = type === null ? null : (join?.parentOf(type) ?? null);
        if (join === null || type === null || parent === null) {
          if (ignoreUnmapped) return matchNoneQuery;
          const reason =
            join === null
              ? `[parent_id] no join field found for index [${context.indexName}]`
              : `[parent_id] no relation found for child [${type}]`;
          throw shardError(context, reason);
        }
        if (id === null) return matchNoneQuery;
        return filtered(
          termQuery(context, joinIdField(join.field, parent), id),
          termQuery(context, join.field, type),
        );
      },
    });
  },
};
