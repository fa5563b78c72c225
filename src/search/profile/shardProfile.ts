import type { JsonObject } from '../../common/index.ts';
import { docSetOfBits, type LeafContext, type Query, type QueryTree } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SearchSource } from '../source/searchSource.ts';
import { profileCollectors } from './collectorProfile.ts';
import { asFilter, profileQuery } from './queryProfile.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What a search of one shard is profiled by. */
export interface ProfiledSearch {
  readonly query: Query;
  readonly needsScores: boolean;
  readonly watch: Stopwatch;
  readonly aggregations: readonly JsonObject[];
}

/** `profile.shards` of one shard. */
export function shardProfile(
  search: ShardSearch,
  source: SearchSource,
  profiled: ProfiledSearch,
): JsonObject {
  const { target } = search.open;
  const { needsScores, aggregations, watch } = profiled;
  const { nanoTime } = search;
  const tree = profiled.query.tree?.();
  const shown = tree === undefined ? null : amongRoots(tree, search.leaves);
  const root = shown === null || needsScores ? shown : asFilter(shown);
  const names = aggregations.map(({ description }) => String(description));
  return {
    id: `[${target.handle.routing.nodeId}][${target.index.name}][${target.shardId}]`,
    inbound_network_time_in_millis: 0,
    outbound_network_time_in_millis: 0,
    searches: [
      {
        query: root === null ? [] : [profileQuery(root, search.leaves, { needsScores, nanoTime })],
        rewrite_time: watch.nanos('rewrite'),
        collector: [profileCollectors(source, names, watch)],
      },
    ],
    aggregations: [...aggregations],
  };
}

/** Where documents hold nested ones, the original searches among the root documents. */
function amongRoots(tree: QueryTree, leaves: readonly LeafContext[]): QueryTree {
  if (leaves.every(({ reader }) => reader.rootDocs === null)) return tree;
  const roots: QueryTree = {
    type: 'FieldExistsQuery',
    text: 'FieldExistsQuery [field=_primary_term]',
    query: rootQuery(),
    parts: [],
  };
  const text = tree.type === 'BooleanQuery' ? `(${tree.text})` : tree.text;
  return { ...tree, type: 'BooleanQuery', text: `+${text} #${roots.text}`, parts: [tree, roots] };
}

function rootQuery(): Query {
  const match: Query['match'] = ({ reader }) =>
    reader.rootDocs === null ? { kind: 'all', maxDoc: reader.maxDoc } : docSetOfBits(reader.rootDocs);
  return {
    match,
    score: (leaf) => ({ docs: match(leaf), scores: null, constant: 0 }),
    top: () => null,
    visitTerms: () => {},
  };
}
