import type { Route } from '../../route.ts';
import { bodyRoutes } from './bodies.ts';
import { clockRoutes } from './clock.ts';
import { eventRoutes } from './events.ts';
import { faultRoutes } from './faults.ts';
import { forkRoutes } from './forks.ts';
import { functionRoutes } from './functions.ts';
import { graphRoutes } from './graphs.ts';
import { knnLaboratoryRoutes } from './knn.ts';
import { loadRoutes } from './load.ts';
import { metricRoutes } from './metrics.ts';
import { nodeLifeRoutes } from './nodes.ts';
import { openApiRoutes } from './openApi.ts';
import { requestRoutes } from './requests.ts';
import { keptStateRoutes } from './snapshots.ts';

/** Rockpool's own APIs: the laboratory, and operating a server. */
export const rockpoolRoutes: readonly Route[] = [
  ...eventRoutes,
  ...knnLaboratoryRoutes,
  ...graphRoutes,
  ...functionRoutes,
  ...bodyRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...loadRoutes,
  ...nodeLifeRoutes,
  ...forkRoutes,
  ...keptStateRoutes,
  ...metricRoutes,
  ...requestRoutes,
  ...openApiRoutes,
];
