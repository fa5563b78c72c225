import type { LocalIndex } from '../../../cluster/index.ts';
import { OpenSearchError } from '../../../common/index.ts';
import type { SearchRequest, SearchResponse } from '../../../search/index.ts';
import type { RestServices } from '../../services.ts';
import { logSlowSearch } from './slowSearches.ts';

/** How often a shard was searched, as `_stats` shows it. */
export interface SearchCounts {
  queries: number;
  timeMs: number;
  scrolls: number;
  suggestions: number;
  /** Searches that the original's request cache would have taken; here each is run. */
  cacheMisses: number;
}

interface ShardCounts extends SearchCounts {
  /** By the names that searches give themselves in `stats`. */
  readonly groups: Map<string, SearchCounts>;
}

const MAX_GROUPS = 1000;
const countsOfShard = new WeakMap<object, ShardCounts>();

/** What was counted on a shard; null: it was never searched. */
export function searchCounts(shard: object): ShardCounts | null {
  return countsOfShard.get(shard) ?? null;
}

/** Runs a search, counts it on every shard that it went to, and tells of it when it was slow. */
export async function countedSearch(request: SearchRequest, services: RestServices): Promise<SearchResponse> {
  const { stats } = request.source;
  const groups = Array.isArray(stats) ? stats.map(String) : [];
  const response = await services.search.search(request);
  const indices = searchedIndices(request, services);
  logSlowSearch(indices, request, response, services.log);
  for (const shard of primariesOf(indices)) {
    let counts = countsOfShard.get(shard);
    if (!counts) {
      counts = { ...newCounts(), groups: new Map() };
      countsOfShard.set(shard, counts);
    }
    add(counts, request, response);
    for (const group of groups) {
      let named = counts.groups.get(group);
      if (!named && counts.groups.size < MAX_GROUPS) {
        named = newCounts();
        counts.groups.set(group, named);
      }
      if (named) add(named, request, response);
    }
  }
  return response;
}

function primariesOf(indices: readonly LocalIndex[]): readonly object[] {
  return indices.flatMap(({ copies }) =>
    copies.flatMap(({ routing, shard }) => (routing.primary && shard ? [shard] : [])),
  );
}

function searchedIndices(request: SearchRequest, { cluster }: RestServices): readonly LocalIndex[] {
  try {
    return cluster.localIndices(request.indices, request.indicesOptions);
  } catch (error) {
    // A point in time names no indices, and its own may be gone by now.
    if (error instanceof OpenSearchError) return [];
    throw error;
  }
}

function newCounts(): SearchCounts {
  return { queries: 0, timeMs: 0, scrolls: 0, suggestions: 0, cacheMisses: 0 };
}

function add(
  counts: SearchCounts,
  { source, scrollMs, requestCache }: SearchRequest,
  { took }: SearchResponse,
): void {
  counts.queries++;
  counts.timeMs += took;
  if (scrollMs !== null) counts.scrolls++;
  if (source.suggest !== undefined) counts.suggestions++;
  const cached = requestCache ?? source.size === 0;
  if (cached && scrollMs === null && source.profile !== true) counts.cacheMisses++;
}
