import { illegalArgument } from '../../common/index.ts';
import { joinIdField } from '../../mapper/index.ts';
import { filtered } from '../bound/booleanQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { shardError } from '../fieldQueries.ts';
import { addJoinInnerHits } from '../join/innerHits.ts';
import { joinQuery } from '../join/joinQuery.ts';
import { type JoinOptions, joinTokens } from '../join/joinTokens.ts';
import { joinOf } from '../join/relations.ts';
import { intAt } from '../numberTokens.ts';
import { NO_COMMON, textAt } from '../reader.ts';
import { commonTokens, type Mutable, objectToken, readTokens, valueToken } from '../tokenLoop.ts';
import type { QueryShardContext } from '../types.ts';

interface HasChild extends JoinOptions {
  readonly type: string;
  readonly query: ClauseBuilder;
  readonly min: number;
  readonly max: number;
}

export const hasChildClause: ClauseType = {
  names: ['has_child'],
  doc: 'parents with enough matching children of a type; score_mode none (default), avg, sum, max or min',
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const read: Partial<Mutable<HasChild>> = {};
    const members = {
      type: valueToken((json, key) => void (read.type = textAt(json, key))),
      query: objectToken((json, key) => void (read.query = parser.query(json, key))),
      min_children: valueToken((json, key) => void (read.min = intAt(json, key))),
      max_children: valueToken((json, key) => void (read.max = intAt(json, key))),
      ...joinTokens(read, parser),
      ...commonTokens(common),
    };
    readTokens({ clause: 'has_child', members, isLenient: true }, body);
    const { type, query, scoreMode = 'none', min = 1, max = 2147483647 } = read;
    if (type === undefined) throw illegalArgument("[has_child] requires 'type' field");
    if (query === undefined) throw illegalArgument("[has_child] requires 'query' field");
    if (min <= 0) throw illegalArgument("[has_child] requires positive 'min_children' field");
    if (max <= 0) throw illegalArgument("[has_child] requires positive 'max_children' field");
    if (max < min) throw illegalArgument("[has_child] 'max_children' is less than 'min_children'");
    const { ignoreUnmapped = false, innerHits = null } = read;
    const parts: HasChild = { type, query, scoreMode, min, max, ignoreUnmapped, innerHits };
    return makeBuilder({
      clause: 'has_child',
      json: body,
      ...common,
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
