import { illegalArgument } from '../../common/index.ts';
import { joinIdField } from '../../mapper/index.ts';
import { anyOf, filtered } from '../bound/booleanQuery.ts';
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
import { NO_COMMON, textAt } from '../reader.ts';
import { commonTokens, type Mutable, objectToken, readTokens, valueToken } from '../tokenLoop.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';

interface HasParent extends Omit<JoinOptions, 'scoreMode'> {
  readonly type: string;
  readonly query: ClauseBuilder;
  readonly score: boolean;
}

export const hasParentClause: ClauseType = {
  names: ['has_parent'],
  doc: "children of matching parents; with `score` they get their parent's score",
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const read: Partial<Mutable<HasParent>> = {};
    const { ignore_unmapped, inner_hits } = joinTokens(read, parser);
    const members = {
      parent_type: valueToken((json, key) => void (read.type = textAt(json, key))),
      query: objectToken((json, key) => void (read.query = parser.query(json, key))),
      score: valueToken((json, key) => void (read.score = booleanAt(json, key))),
      ignore_unmapped,
      inner_hits,
      ...commonTokens(common),
    };
    readTokens({ clause: 'has_parent', members, isLenient: true }, body);
    const { type, query, score = false, ignoreUnmapped = false, innerHits = null } = read;
    if (type === undefined) throw illegalArgument("[has_parent] requires 'parent_type' field");
    if (query === undefined) throw illegalArgument("[has_parent] requires 'query' field");
    const parts: HasParent = { type, query, score, ignoreUnmapped, innerHits };
    return makeBuilder({
      clause: 'has_parent',
      json: body,
      ...common,
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
