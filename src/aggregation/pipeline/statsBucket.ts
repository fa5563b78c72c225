import { InternalStats, type StatsValues } from '../metric/stats.ts';
import { type KeyedValue, siblingPipeline } from './siblingPipeline.ts';

export const statsBucket = siblingPipeline({
  name: 'stats_bucket',
  summarize: (values, format) => new InternalStatsBucket(statsOf(values), format),
});

export function statsOf(values: readonly KeyedValue[]): StatsValues {
  const stats = { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  for (const { value } of values) {
    stats.count++;
    stats.sum += value;
    stats.min = Math.min(stats.min, value);
    stats.max = Math.max(stats.max, value);
  }
  return stats;
}

class InternalStatsBucket extends InternalStats {
  override readonly type: string = 'stats_bucket';
}
