import type { LocalIndex, ShardHandle } from '../../cluster/index.ts';
import type { ShardSearchCounts } from '../../search/index.ts';
import type { ShardStats } from '../../shard/index.ts';
import type { RestServices } from '../services.ts';

/** One row of the metrics table. */
export interface Metric {
  /** Units last (`_seconds`, `_bytes`); what only grows ends in `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly read: (source: MetricSource) => Iterable<Sample>;
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Of histograms: which of their series it is. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/** What rows are read from: looked at once for all of them. */
export interface MetricSource {
  readonly services: RestServices;
  /** Every open copy of every shard. */
  readonly copies: readonly MeasuredCopy[];
}

export interface MeasuredCopy {
  readonly index: LocalIndex;
  readonly copy: ShardHandle;
  readonly stats: ShardStats;
  /** null: it was never searched. */
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
