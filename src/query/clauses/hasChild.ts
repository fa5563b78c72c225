import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { joinIdField } from '../../mapper/index.ts';
import { filtered } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import type { NestedScoreMode } from '../bound/nestedJoin.ts';
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
import { intAt } from '../numberTokens.ts';
import { checkMembers, readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';

const KNOWN = [
  'type',
  'query',
  'score_mode',
  'min_children',
  'max_children',
  'ignore_unmapped',
  'inner_hits',
];

const SCORE_MODES: ReadonlySet<string> = new Set(['none', 'avg', 'sum', 'max', 'min']);

interface HasChild {
  readonly type: string;
  readonly query: ClauseBuilder;
  readonly scoreMode: NestedScoreMode;
  readonly min: number;
  readonly max: number;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: JsonObject | null;
}

export const hasChildClause: ClauseType = {
  names: ['has_child'],
  doc: 'parents with enough matching children of a type; score_mode none (default), avg, sum, max or min',
  passesNulls: true,
  parse(body, parser) {
    checkMembers('has_child', body, KNOWN);
    if (body.type === undefined) throw illegalArgument("[has_child] requires 'type' field");
    if (body.query === undefined) throw illegalArgument("[has_child] requires 'query' field");
    const query = parser.query(body, 'query');
    const mode = body.score_mode === undefined ? 'none' : readText(body.score_mode);
    if (!SCORE_MODES.has(mode)) throw illegalArgument(`No score mode for child query [${mode}] found`);
    const min = body.min_children === undefined ? 1 : intAt(body, 'min_children');
    const max = body.max_children === undefined ? 2147483647 : intAt(body, 'max_children');
    if (min <= 0) throw illegalArgument("[has_child] requires positive 'min_children' field");
    if (max <= 0) throw illegalArgument("[has_child] requires positive 'max_children' field");
    if (max < min) throw illegalArgument("[has_child] 'max_children' is less than 'min_children'");
    const parts: HasChild = {
      type: readText(body.type),
      query,
      scoreMode: mode as NestedScoreMode,
      min,
      max,
      ignoreUnmapped: body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped'),
      innerHits: readInnerHits(body, parser),
    };
    return makeBuilder({
      clause: 'has_child',
      json: body,
      ...readCommon(body),
      bind: (context) => bind(context, parts),
    });
  },
};

function bind(context: QueryShardContext, parts: HasChild): BoundQuery {
  checkExpensive(context, '[joining] queries');
  const join = joinOf(context.mapper);
  const parent = join?.parentOf(parts.type) ?? null;
  if (join === null || parent === null) {
    if (parts.ignoreUnmapped) return matchNoneQuery;
    const reason =
      join === null
        ? '[has_child] no join field has been configured'
        : `[has_child] join field [${join.field}] doesn't hold [${parts.type}] as a child`;
    throw shardError(context, reason);
  }
  const idField = joinIdField(join.field, parent);
  const from = filtered(parts.query.toLucene(context), termQuery(context, join.field, parts.type));
  addJoinInnerHits(context, parts.innerHits, { name: parts.type, idField, query: from });
  return joinQuery(context, {
    from,
    to: termQuery(context, join.field, parent),
    idField,
    scoreMode: parts.scoreMode,
    min: parts.min,
    max: parts.max,
  });
}
