import type { KnnNode } from '../../knn/index.ts';
import type { Metric } from './metric.ts';

/** One value per running node. */
function perNode(value: (node: KnnNode) => number): Metric['read'] {
  return ({ services: { cluster, knn } }) =>
    cluster.nodes
      .filter(({ id }) => cluster.membership.isStarted(id))
      .map(({ id, name }) => ({ labels: { node: name }, value: value(knn.node(id)) }));
}

const counter = (name: string, help: string, value: (node: KnnNode) => number): Metric => ({
  name: `rockpool_knn_${name}_total`,
  type: 'counter',
  help,
  read: perNode(value),
});

const gauge = (name: string, help: string, value: (node: KnnNode) => number): Metric => ({
  name: `rockpool_knn_${name}`,
  type: 'gauge',
  help,
  read: perNode(value),
});

const KB = 1024;
const NANOS = 1e9;

/** The native memory cache of each node. Its counters restart when a setting rebuilds it. */
export const graphCacheMetrics: readonly Metric[] = [
  counter('cache_hits', 'graphs wanted that were in memory', ({ cache }) => cache.counters.hitCount),
  counter('cache_misses', 'graphs wanted that were not in memory', ({ cache }) => cache.counters.missCount),
  counter(
    'cache_evictions',
    'graphs that left for lack of room or because they were idle',
    ({ cache }) => cache.counters.evictionCount,
  ),
  counter('cache_loads', 'graphs loaded into memory', ({ cache }) => cache.counters.loadSuccessCount),
  counter('cache_load_failures', 'loads that failed', ({ cache }) => cache.counters.loadExceptionCount),
  counter(
    'cache_load_seconds',
    'time spent on loading graphs',
    ({ cache }) => Number(cache.counters.totalLoadNanos) / NANOS,
  ),
  gauge('cache_bytes', 'weight of the graphs in memory', ({ cache }) => cache.weightKb() * KB),
  gauge('cache_limit_bytes', 'what graphs in memory may weigh', ({ limitKb }) => limitKb * KB),
  gauge('cache_graphs', 'graphs in memory', ({ cache }) => [...cache.weights()].length),
  gauge(
    'cache_capacity_reached',
    '1: a graph was evicted for lack of room, and usage has not yet fallen',
    ({ capacityReached }) => Number(capacityReached),
  ),
  counter('queries', 'knn clauses parsed', ({ counters }) => counters.knnQueryRequests),
  counter('graph_queries', 'graphs searched', ({ counters }) => counters.graphQueryRequests),
  counter('graph_query_failures', 'graph searches that failed', ({ counters }) => counters.graphQueryErrors),
  counter('graph_builds', 'graphs built', ({ counters }) => counters.graphIndexRequests),
  counter(
    'graph_build_failures',
    'graph builds that failed, and damaged graphs built anew',
    ({ counters }) => counters.graphIndexErrors,
  ),
  {
    name: 'rockpool_knn_breaker_triggered',
    type: 'gauge',
    help: '1: documents with vectors are refused because a graph was evicted for lack of room',
    read: ({ services }) => {
      const { circuit_breaker_triggered: triggered } = services.knn.clusterStatistics(null);
      return [{ value: Number(triggered) }];
    },
  },
];
