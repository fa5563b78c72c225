import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import type { IndexResolver, IndexService, IndicesOptions, ShardHandle } from '../../../src/cluster/index.ts';
import {
  type CircuitBreakers,
  type Clock,
  Extensions,
  type JsonObject,
  ManualClock,
  OpenSearchError,
  plainNumbers,
  type Random,
  SeededRandom,
} from '../../../src/common/index.ts';
import type { MapperService } from '../../../src/mapper/index.ts';
import type { LeafContext } from '../../../src/query/index.ts';
import {
  createSearchService,
  type SearchRequest,
  type SearchResponse,
  type SearchService,
} from '../../../src/search/index.ts';
import type { IndexShard } from '../../../src/shard/index.ts';
import { createMapper, leavesOf } from '../query/shard.ts';

/** A search service over indices in memory: the rooms below are the real ones, shards are lists of segments. */

export interface TestIndex {
  readonly name: string;
  readonly mapping: JsonObject;
  /** The documents of each shard, and how they lie in segments. */
  readonly shards: readonly {
    readonly documents: readonly JsonObject[];
    readonly segments?: readonly number[];
  }[];
  readonly settings?: ReadonlyMap<string, string>;
  /** Of all documents. */
  readonly routing?: string;
}

export interface TestService {
  readonly service: SearchService;
  readonly clock: ManualClock;
  /** Searchers that were taken and not given back. */
  readonly openSearchers: () => number;
  search(index: string, source: JsonObject, more?: Partial<SearchRequest>): Promise<SearchResponse>;
}

const OPTIONS: IndicesOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandWildcards: ['open'],
  forbidClosed: true,
  resourceType: 'index_or_alias',
};

export function requestOf(
  index: string | null,
  source: JsonObject,
  more: Partial<SearchRequest> = {},
): SearchRequest {
  return {
    indices: index,
    indicesOptions: OPTIONS,
    source,
    routing: null,
    preference: null,
    scrollMs: null,
    searchType: 'query_then_fetch',
    allowPartialSearchResults: true,
    typedKeys: false,
    requestCache: null,
    signal: null,
    ...more,
  };
}

export function openService(...indices: readonly TestIndex[]): Promise<TestService> {
  return openServiceAt(new ManualClock(), ...indices);
}

export function openServiceAt(clock: ManualClock, ...indices: readonly TestIndex[]): Promise<TestService> {
  return openServiceWith({ clock, random: new SeededRandom(7) }, ...indices);
}

interface ServiceParts {
  readonly clock: ManualClock;
  readonly random: Random;
  readonly breakers?: CircuitBreakers;
}

export async function openServiceWith(
  { clock, random, breakers }: ServiceParts,
  ...indices: readonly TestIndex[]
): Promise<TestService> {
  let open = 0;
  const count = (change: number): void => {
    open += change;
  };
  const services = await Promise.all(indices.map((index) => indexService(index, count)));
  const resolver: IndexResolver = {
    resolve(expression) {
      const names = expression === null ? null : expression.split(',');
      const missing = names?.find((name) => !services.some((service) => service.name === name));
      if (missing !== undefined)
        throw new OpenSearchError('index_not_found_exception', `no such index [${missing}]`);
      const found = services.filter((service) => names === null || names.includes(service.name));
      return found.map((index) => ({ index, aliasFilters: null, searchRouting: null }));
    },
  };
  const service = createSearchService({ resolver, clock: clock as Clock, random, breakers });
  return {
    service,
    clock,
    openSearchers: () => open,
    search: async (index, source, more) =>
      plainNumbers((await service.search(requestOf(index, source, more))) as never) as never,
  };
}

async function indexService(index: TestIndex, count: (change: number) => void): Promise<IndexService> {
  const settings = index.settings ?? new Map<string, string>();
  const mapper: MapperService = createMapper(index.mapping, settings);
  const copies: ShardHandle[] = [];
  for (const [shardId, shard] of index.shards.entries()) {
    const leaves = await leavesOf(mapper, shard.documents, shard.segments, index.routing);
    copies.push(handleOf(shardId, leaves, count));
  }
  const parts: Partial<IndexService> = {
    name: index.name,
    uuid: `uuid-${index.name}`,
    settings,
    state: 'open',
    mapper,
    analysis: createAnalysisRegistry(settings),
    numberOfShards: copies.length,
    copies,
    searchCopies: () => copies,
    shardFor: (id, routing) => (routing ?? id).length % copies.length,
  };
  return parts as IndexService;
}

function handleOf(
  shardId: number,
  leaves: readonly LeafContext[],
  count: (change: number) => void,
): ShardHandle {
  const readers = leaves.map((leaf) => leaf.reader);
  const shard: Partial<IndexShard> = {
    shardId,
    segments: () => [],
    acquireSearcher() {
      count(1);
      return { leaves: readers, generation: 1, onReaderClosed() {}, close: () => count(-1) };
    },
  };
  const routing = { shardId, primary: true, nodeId: 'node', allocationId: 'a', state: 'STARTED' } as const;
  return { routing, shard: shard as IndexShard, extensions: Extensions.none };
}

/** `_id`s of the hits. */
export function idsOf(response: SearchResponse): string {
  return response.hits.hits.map((hit) => hit._id).join(' ');
}
