import type { JsonObject } from '../../common/index.ts';
import { type BoundQuery, bindQuery } from '../bound/query.ts';
import { readText } from '../reader.ts';
import type { LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { joinIds } from './joinIds.ts';
import { relatedDocs } from './relatedDocs.ts';

/** Announces the inner hits of has_child or has_parent: the documents on the other side. */
export function addJoinInnerHits(
  context: QueryShardContext,
  body: JsonObject | null,
  side: { readonly name: string; readonly idField: string; readonly query: BoundQuery },
): void {
  if (body === null) return;
  const query = bindQuery(side.query);
  const memory = new Map<number, ScoredDocs>();
  const scoredOf = (leaf: LeafContext): ScoredDocs => {
    const scored = memory.get(leaf.ord) ?? query.score(leaf);
    memory.set(leaf.ord, scored);
    return scored;
  };
  context.onInnerHits?.({
    name: body.name === undefined ? side.name : readText(body.name),
    path: side.name,
    body,
    query,
    children: [],
    related: (leaf, doc) => {
      const id = joinIds(leaf.reader, side.idField)(doc);
      return id === null ? [] : relatedDocs(context.leaves, scoredOf, side.idField, id);
    },
  });
}
