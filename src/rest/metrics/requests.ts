import type { Metric, Sample } from './metric.ts';
import { LATENCY_BOUNDS, type RouteFigures } from './requestMetrics.ts';

/** Requests by route and status, their latency, and connections. */
export const requestMetrics: readonly Metric[] = [
  {
    name: 'rockpool_http_requests_total',
    type: 'counter',
    help: 'requests answered, by route and status',
    *read({ services }) {
      for (const { route, byStatus } of services.requests.figures) {
        for (const [status, value] of byStatus) {
          yield { labels: { method: route.method, route: route.path, status: String(status) }, value };
        }
      }
    },
  },
  {
    name: 'rockpool_http_request_duration_seconds',
    type: 'histogram',
    help: 'from the request line until the answer is handed to the socket, by route',
    *read({ services }) {
      for (const figures of services.requests.figures) yield* histogram(figures);
    },
  },
  {
    name: 'rockpool_http_connections',
    type: 'gauge',
    help: 'open connections',
    read: ({ services }) => [{ value: services.connections.figures.open }],
  },
  {
    name: 'rockpool_http_connections_opened_total',
    type: 'counter',
    help: 'connections since the start',
    read: ({ services }) => [{ value: services.connections.figures.opened }],
  },
  {
    name: 'rockpool_http_connections_evicted_total',
    type: 'counter',
    help: 'connections closed to make room for others',
    read: ({ services }) => [{ value: services.connections.figures.evicted }],
  },
];

function* histogram({ route, buckets, seconds }: RouteFigures): Generator<Sample> {
  const labels = { method: route.method, route: route.path };
  let count = 0;
  for (const [i, within] of buckets.entries()) {
    count += within;
    const bound = i < LATENCY_BOUNDS.length ? String(LATENCY_BOUNDS[i]) : '+Inf';
    yield { suffix: '_bucket', labels: { ...labels, le: bound }, value: count };
  }
  yield { suffix: '_sum', labels, value: seconds };
  yield { suffix: '_count', labels, value: count };
}
