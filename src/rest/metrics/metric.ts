import type { LocalIndex, ShardHandle } from '../../cluster/index.ts';
import type { ShardSearchCounts } from '../../search/index.ts';
import type { ShardStats } from '../../shard/index.ts';
import type { RestServices } from '../services.ts';

/** A row of the metrics table. */
export interface Metric {
  /** Units come last (`_seconds`, `_bytes`); counters end in `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly read: (source: MetricSource) => Iterable<Sample>;
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** For histograms: the kind of series. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** The source of metrics, collected once for all rows. */
export interface MetricSource {
  readonly services: RestServices;
  /** All open copies of all shards. */
  readonly copies: readonly MeasuredCopy[];
}

export interface MeasuredCopy {
  readonly index: LocalIndex;
  readonly copy: ShardHandle;
  readonly stats: ShardStats;
  /** `null` if it was never searched. */
  readonly searches: ShardSearchCounts | null;
}

export function metricSource(services: RestServices): MetricSource {
  const copies = [...services.cluster.indices.values()].flatMap((index) =>
    index.copies.flatMap((copy) => {
      const { shard } = copy;
      if (shard === null) return [];
      return [{ index, copy, stats: shard.stats(), searches: services.search.counts(shard) }];
    }),
  );
  return { services, copies };
}
