import { dcg } from './dcg.ts';
import { expectedReciprocalRank } from './expectedReciprocalRank.ts';
import { meanReciprocalRank } from './meanReciprocalRank.ts';
import type { MetricType } from './metric.ts';
import { precision } from './precision.ts';
import { recall } from './recall.ts';

export type { Metric, MetricType } from './metric.ts';

/** The metrics of `_rank_eval` by name. */
export const rankMetrics: ReadonlyMap<string, MetricType> = new Map(
  [precision, recall, meanReciprocalRank, dcg, expectedReciprocalRank].map((type) => [type.name, type]),
);
