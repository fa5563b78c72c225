import type { JsonObject } from '../../common/index.ts';
import { bindQuery } from '../bound/bindQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { readText } from '../reader.ts';
import type { QueryShardContext } from '../types.ts';
import { joinIds } from './joinIds.ts';
import { relatedDocs } from './relatedDocs.ts';

/** Registers the inner hits of has_child or has_parent: the documents on the other side. */
export function addJoinInnerHits(
  context: QueryShardContext,
  body: JsonObject | null,
  side: { readonly name: string; readonly idField: string; readonly query: BoundQuery },
): void {
  if (body === null) return;
  const query = bindQuery(side.query);
  context.onInnerHits?.({
    name: body.name === undefined ? side.name : readText(body.name),
    path: side.name,
    body,
    query,
    children: [],
    related: (leaf, doc) => {
      const id = joinIds(leaf.reader, side.idField)(doc);
      return id === null ? [] : relatedDocs(context.leaves, query, side.idField, id);
    },
  });
}
