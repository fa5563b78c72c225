import type { JsonObject } from '../../../common/index.ts';
import type { RouteFigures } from '../../metrics/requestMetrics.ts';
import { json } from '../../response.ts';
import { routes } from '../../route.ts';

export const requestRoutes = routes(
  ['GET /_rockpool/requests'],
  { doc: 'how many requests were answered, by route, and the slowest of them' },
  (_request, { requests }) => {
    const byRoute = [...requests.figures].map(routeJson);
    const nowMs = requests.begin();
    return json({
      total: byRoute.reduce((total, { count }) => total + count, 0),
      routes: byRoute,
      slowest: requests.slowest.map(({ route, status, seconds, endedMs }) => ({
        method: route.method,
        route: route.path,
        status,
        took_ms: rounded(seconds * 1000),
        ago_ms: Math.round(nowMs - endedMs),
      })),
    });
  },
);

function routeJson({ route, byStatus, seconds }: RouteFigures): JsonObject & { readonly count: number } {
  let count = 0;
  let errors = 0;
  for (const [status, times] of byStatus) {
    count += times;
    if (status >= 400) errors += times;
  }
  return {
    method: route.method,
    route: route.path,
    count,
    errors,
    mean_ms: rounded((seconds * 1000) / count),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
