import { graphCacheMetrics } from './graphCaches.ts';
import { indexMetrics } from './indices.ts';
import type { Metric } from './metric.ts';
import { processMetrics } from './process.ts';
import { requestMetrics } from './requests.ts';
import { sqlMetrics } from './sql.ts';

/** All metrics of `/_rockpool/metrics`, in order. */
export const metrics: readonly Metric[] = [
  ...requestMetrics,
  ...graphCacheMetrics,
  ...indexMetrics,
  ...sqlMetrics,
  ...processMetrics,
];
