import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { joinIdField } from '../../mapper/index.ts';
import { anyOf, filtered } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { shardError } from '../fieldQueries.ts';
import { readInnerHits } from '../innerHits.ts';
import { addJoinInnerHits } from '../join/innerHits.ts';
import { joinQuery } from '../join/joinQuery.ts';
import { joinOf } from '../join/relations.ts';
import { checkKinds, readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';

interface HasParent {
  readonly type: string;
  readonly query: ClauseBuilder;
  readonly score: boolean;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: JsonObject | null;
}

const KINDS = {
  parent_type: 'value',
  query: 'object',
  score: 'value',
  ignore_unmapped: 'value',
  inner_hits: 'object',
} as const;

export const hasParentClause: ClauseType = {
  names: ['has_parent'],
  doc: "children of matching parents; with `score` they get their parent's score",
  passesNulls: true,
  parse(body, parser) {
    checkKinds('has_parent', body, KINDS, { passesArrays: true });
    if (body.parent_type === undefined) throw illegalArgument("[has_parent] requires 'parent_type' field");
    if (body.query === undefined) throw illegalArgument("[has_parent] requires 'query' field");
    const parts: HasParent = {
      type: readText(body.parent_type),
      query: parser.query(body, 'query'),
      score: body.score !== undefined && booleanAt(body, 'score'),
      ignoreUnmapped: body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped'),
      innerHits: readInnerHits(body, parser),
    };
    return makeBuilder({
      clause: 'has_parent',
      json: body,
      ...readCommon(body),
      bind: (context) => bind(context, parts),
    });
  },
};

function bind(context: QueryShardContext, parts: HasParent): BoundQuery {
  checkExpensive(context, '[joining] queries');
  const join = joinOf(context.mapper);
  const children = join?.childrenOf(parts.type) ?? [];
  if (join === null || children.length === 0) {
    if (parts.ignoreUnmapped) return matchNoneQuery;
    const reason =
      join === null
        ? '[has_parent] no join field has been configured'
        : `[has_parent] join field [${join.field}] doesn't hold [${parts.type}] as a parent`;
    throw shardError(context, reason);
  }
  const idField = joinIdField(join.field, parts.type);
  const from = filtered(parts.query.toLucene(context), termQuery(context, join.field, parts.type));
  addJoinInnerHits(context, parts.innerHits, { name: parts.type, idField, query: from });
  return joinQuery(context, {
    from,
    to: anyOf(children.map((child) => termQuery(context, join.field, child))),
    idField,
    scoreMode: parts.score ? 'max' : 'none',
    min: 1,
    max: Number.POSITIVE_INFINITY,
  });
}
