import { inTurns, type JsonObject } from '../../common/index.ts';
import type { Query } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SearchSource } from '../source/searchSource.ts';
import { profileCollectors } from './collectorProfile.ts';
import { asFilter, profileQuery } from './queryProfile.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What is needed to profile a search on one shard. */
export interface ProfiledSearch {
  readonly query: Query;
  readonly needsScores: boolean;
  readonly watch: Stopwatch;
  readonly aggregations: readonly JsonObject[];
}

/** `profile.shards` of one shard. */
export async function shardProfile(
  search: ShardSearch,
  source: SearchSource,
  profiled: ProfiledSearch,
): Promise<JsonObject> {
  const { target } = search.open;
  const { needsScores, aggregations, watch } = profiled;
  const { nanoTime } = search;
  const tree = profiled.query.tree();
  const root = needsScores ? tree : asFilter(tree);
  const query = await inTurns(profileQuery(root, search.leaves, { needsScores, nanoTime }), search.pacer, 1);
  const names = aggregations.map(({ description }) => String(description));
  return {
    id: `[${target.handle.routing.nodeId}][${target.index.name}][${target.shardId}]`,
    inbound_network_time_in_millis: 0,
    outbound_network_time_in_millis: 0,
    searches: [
      {
        query: [query],
        rewrite_time: watch.nanos('rewrite'),
        collector: [profileCollectors(source, names, watch)],
      },
    ],
    aggregations: [...aggregations],
  };
}
