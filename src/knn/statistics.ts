import { float32ToNumber, JsonDouble } from '../common/index.ts';
import type { KnnCounters } from './counters.ts';
import type { CacheCounters } from './nativeMemoryCache.ts';

/** The source of a node's statistics. */
export interface NodeStatisticsSource {
  readonly counters: KnnCounters;
  readonly cache: Readonly<CacheCounters>;
  /** Graphs in memory, except expired ones. */
  readonly graphs: Iterable<{ readonly indexName: string; readonly weightKb: number }>;
  /** The configured limit, whether or not the breaker is enabled. */
  readonly limitKb: number;
  readonly capacityReached: boolean;
}

export interface ClusterStatisticsSource {
  readonly breakerTriggered: boolean;
}

interface Statistic<Source> {
  readonly name: string;
  readonly value: (source: Source) => unknown;
  readonly doc: string;
}

/** One value for the whole cluster. */
export const clusterStatistics: readonly Statistic<ClusterStatisticsSource>[] = [
  {
    name: 'circuit_breaker_triggered',
    value: (source) => source.breakerTriggered,
    doc: 'whether documents with vectors are refused because a graph was evicted for lack of room',
  },
  { name: 'model_index_status', value: () => null, doc: 'always null: there are no models' },
];

const noModels = { doc: 'always this: there are no models' } as const;

/** One value per node, in the order in which the original prints them. */
export const nodeStatistics: readonly Statistic<NodeStatisticsSource>[] = [
  {
    name: 'graph_memory_usage_percentage',
    value: (source) => percentage(sumKb(source.graphs), source.limitKb),
    doc: 'weight of the graphs in memory, as a percentage of the limit that is set',
  },
  {
    name: 'graph_query_requests',
    value: ({ counters }) => counters.graphQueryRequests,
    doc: 'graphs searched: one for each segment, shard and knn clause',
  },
  { name: 'graph_memory_usage', value: ({ graphs }) => sumKb(graphs), doc: 'KB of the graphs in memory' },
  {
    name: 'cache_capacity_reached',
    value: (source) => source.capacityReached,
    doc: 'a graph was evicted for lack of room, and usage has not yet fallen',
  },
  {
    name: 'load_success_count',
    value: ({ cache }) => cache.loadSuccessCount,
    doc: 'graphs loaded into memory',
  },
  { name: 'training_memory_usage', value: () => 0, ...noModels },
  {
    name: 'indices_in_cache',
    value: (source) => indicesInCache(source),
    doc: 'usage and number of graphs of each index that has graphs in memory',
  },
  {
    name: 'script_query_errors',
    value: ({ counters }) => counters.scriptQueryErrors,
    doc: 'knn_score runs refused for their parameters',
  },
  {
    name: 'hit_count',
    value: ({ cache }) => cache.hitCount,
    doc: 'graphs wanted, by a query or a warmup, that were in memory',
  },
  {
    name: 'knn_query_requests',
    value: ({ counters }) => counters.knnQueryRequests,
    doc: 'knn clauses parsed by this node as coordinator',
  },
  {
    name: 'total_load_time',
    value: ({ cache }) => cache.totalLoadNanos,
    doc: 'nanoseconds spent on loading graphs',
  },
  {
    name: 'miss_count',
    value: ({ cache }) => cache.missCount,
    doc: 'graphs wanted that were not in memory',
  },
  {
    name: 'knn_query_with_filter_requests',
    value: ({ counters }) => counters.knnQueryWithFilterRequests,
    doc: 'knn clauses with a filter',
  },
  { name: 'training_memory_usage_percentage', value: () => new JsonDouble(0), ...noModels },
  {
    name: 'lucene_initialized',
    value: ({ counters }) => counters.luceneInitialized,
    doc: 'a field of engine lucene has been used',
  },
  {
    name: 'graph_index_requests',
    value: ({ counters }) => counters.graphIndexRequests,
    doc: 'graphs built: one a field at each refresh and merge that has vectors',
  },
  {
    name: 'faiss_initialized',
    value: ({ counters }) => counters.faissInitialized,
    doc: 'a graph of engine faiss has been built or loaded',
  },
  {
    name: 'load_exception_count',
    value: ({ cache }) => cache.loadExceptionCount,
    doc: 'loads that failed',
  },
  { name: 'training_errors', value: () => 0, ...noModels },
  {
    name: 'eviction_count',
    value: ({ cache }) => cache.evictionCount,
    doc: 'graphs that left for lack of room or because they were idle',
  },
  {
    name: 'nmslib_initialized',
    value: ({ counters }) => counters.nmslibInitialized,
    doc: 'a graph of engine nmslib has been built or loaded',
  },
  {
    name: 'script_compilations',
    value: ({ counters }) => counters.scriptCompilations,
    doc: 'compilations of knn scripts, failed ones included',
  },
  {
    name: 'script_query_requests',
    value: ({ counters }) => counters.scriptQueryRequests,
    doc: 'knn_score scripts made: one a shard and phase',
  },
  {
    name: 'graph_query_errors',
    value: ({ counters }) => counters.graphQueryErrors,
    doc: 'graph searches that failed',
  },
  { name: 'indexing_from_model_degraded', value: () => false, ...noModels },
  {
    name: 'graph_index_errors',
    value: ({ counters }) => counters.graphIndexErrors,
    doc: 'graph builds that failed, and graph files found damaged and built anew',
  },
  { name: 'training_requests', value: () => 0, ...noModels },
  {
    name: 'script_compilation_errors',
    value: ({ counters }) => counters.scriptCompilationErrors,
    doc: 'compilations of knn scripts that failed',
  },
];

/** The selected statistics (`null` for all) in table order. */
export function readStatistics<Source>(
  table: readonly Statistic<Source>[],
  source: Source,
  names: ReadonlySet<string> | null,
): Record<string, unknown> {
  const chosen = table.filter(({ name }) => names === null || names.has(name));
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value(source)]));
}

function sumKb(graphs: NodeStatisticsSource['graphs']): number {
  let sum = 0;
  for (const { weightKb } of graphs) sum += weightKb;
  return sum;
}

/** `100 * KB / (float) limit`, which prints as a float (`100.0`). */
function percentage(kb: number, limitKb: number): number | JsonDouble {
  const value = limitKb === 0 ? 0 : float32ToNumber(Math.fround(100 * kb) / Math.fround(limitKb));
  return Number.isInteger(value) ? new JsonDouble(value) : value;
}

function indicesInCache({ graphs, limitKb }: NodeStatisticsSource): Record<string, unknown> {
  const usage = new Map<string, { kb: number; count: number }>();
  for (const { indexName, weightKb } of graphs) {
    const index = usage.get(indexName) ?? { kb: 0, count: 0 };
    usage.set(indexName, { kb: index.kb + weightKb, count: index.count + 1 });
  }
  const rows = [...usage].map(([name, { kb, count }]) => [
    name,
    {
      graph_memory_usage_percentage: percentage(kb, limitKb),
      graph_memory_usage: kb,
      graph_count: count,
    },
  ]);
  return Object.fromEntries(rows);
}
