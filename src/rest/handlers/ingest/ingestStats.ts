import type { PipelineStats } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import type { RestServices } from '../../services.ts';

/** How often pipelines ran and failed, in the format of node statistics. */
export function ingestStats({ cluster }: RestServices): JsonObject {
  const { stats } = cluster.ingest;
  const total: PipelineStats = { count: 0, failed: 0, timeNanos: 0n };
  for (const { count, failed, timeNanos } of stats.values()) {
    total.count += count;
    total.failed += failed;
    total.timeNanos += timeNanos;
  }
  const shown = [...cluster.global.ingestPipelines.keys()].map((id) => [
    id,
    { ...counts(stats.get(id) ?? { count: 0, failed: 0, timeNanos: 0n }), processors: [] },
  ]);
  return { total: counts(total), pipelines: Object.fromEntries(shown) };
}

function counts({ count, failed, timeNanos }: PipelineStats): JsonObject {
  return { count, time_in_millis: Number(timeNanos / 1_000_000n), current: 0, failed };
}
