import type { MeasuredCopy, Metric } from './metric.ts';

/** Sums over the copies of an index: primaries, or all. */
function perIndex(which: 'primaries' | 'copies', value: (measured: MeasuredCopy) => number): Metric['read'] {
  return ({ copies }) => {
    const sums = new Map<string, number>();
    for (const measured of copies) {
      if (which === 'primaries' && !measured.copy.routing.primary) continue;
      const { name } = measured.index;
      sums.set(name, (sums.get(name) ?? 0) + value(measured));
    }
    return [...sums].map(([index, sum]) => ({ labels: { index }, value: sum }));
  };
}

const gauge = (
  name: string,
  help: string,
  which: 'primaries' | 'copies',
  value: (measured: MeasuredCopy) => number,
): Metric => ({ name: `rockpool_index_${name}`, type: 'gauge', help, read: perIndex(which, value) });

const counter = (name: string, help: string, value: (measured: MeasuredCopy) => number): Metric => ({
  name: `rockpool_index_${name}_total`,
  type: 'counter',
  help,
  read: perIndex('copies', value),
});

/** Content of indices and operations on them. Counters restart with the process. */
export const indexMetrics: readonly Metric[] = [
  gauge('documents', 'documents, of primaries', 'primaries', ({ stats }) => stats.docs.count),
  gauge(
    'deleted_documents',
    'deleted documents not yet merged away',
    'primaries',
    ({ stats }) => stats.docs.deleted,
  ),
  gauge('store_bytes', 'size of the files, of all copies', 'copies', ({ stats }) => stats.store.sizeBytes),
  gauge(
    'translog_bytes',
    'size of the translog, of all copies',
    'copies',
    ({ stats }) => stats.translog.sizeBytes,
  ),
  gauge('segments', 'segments, of all copies', 'copies', ({ stats }) => stats.segments.count),
  counter('indexed', 'documents written, by every copy', ({ stats }) => stats.indexing.indexTotal),
  counter('deleted', 'documents deleted, by every copy', ({ stats }) => stats.indexing.deleteTotal),
  counter('indexing_seconds', 'time spent on writing', ({ stats }) => stats.indexing.timeMs / 1000),
  counter('refreshes', 'refreshes', ({ stats }) => stats.refresh.total),
  counter('flushes', 'flushes', ({ stats }) => stats.flush.total),
  counter('merges', 'merges', ({ stats }) => stats.merges.total),
  counter('searches', 'searches of a shard', ({ searches }) => searches?.query.total ?? 0),
  counter(
    'search_seconds',
    'time spent on searches of a shard',
    ({ searches }) => (searches?.query.timeMs ?? 0) / 1000,
  ),
  {
    name: 'rockpool_shards',
    type: 'gauge',
    help: 'copies of shards, by state',
    read: ({ services }) => {
      const counts = { STARTED: 0, INITIALIZING: 0, UNASSIGNED: 0 };
      for (const index of services.cluster.indices.values()) {
        for (const { routing } of index.copies) counts[routing.state]++;
      }
      return Object.entries(counts).map(([state, value]) => ({
        labels: { state: state.toLowerCase() },
        value,
      }));
    },
  },
];
