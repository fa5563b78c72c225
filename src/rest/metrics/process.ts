import type { BreakerFigures } from '../../common/index.ts';
import type { EventLoopFigures, SystemFigures } from '../services.ts';
import type { Metric } from './metric.ts';

const system = (
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  value: (figures: SystemFigures) => number,
): Metric => ({ name, type, help, read: ({ services }) => [{ value: value(services.system()) }] });

const breaker = (
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  value: (figures: BreakerFigures) => number,
): Metric => ({
  name: `rockpool_breaker_${name}`,
  type,
  help,
  read: ({ services }) =>
    Object.entries(services.breakers.figures()).map(([name, figures]) => ({
      labels: { breaker: name },
      value: value(figures),
    })),
});

const eventLoop = (
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  value: (figures: EventLoopFigures) => number,
): Metric => ({
  name: `rockpool_event_loop_${name}`,
  type,
  help,
  read: ({ services }) => [{ value: value(services.eventLoop()) }],
});

/** What weighs on the process. Names without `rockpool_` are those that every Prometheus client library uses. */
export const processMetrics: readonly Metric[] = [
  system('process_cpu_seconds_total', 'counter', 'processor time', ({ cpuTimeMs }) => cpuTimeMs / 1000),
  system('process_resident_memory_bytes', 'gauge', 'resident memory', ({ residentBytes }) => residentBytes),
  system('process_uptime_seconds', 'gauge', 'time since the start', ({ uptimeMs }) => uptimeMs / 1000),
  system('nodejs_heap_size_used_bytes', 'gauge', 'used heap', ({ heapUsedBytes }) => heapUsedBytes),
  system(
    'nodejs_heap_size_limit_bytes',
    'gauge',
    'what the heap may grow to',
    ({ heapMaxBytes }) => heapMaxBytes,
  ),
  system(
    'rockpool_disk_free_bytes',
    'gauge',
    'free space of the data folder',
    ({ diskFreeBytes }) => diskFreeBytes,
  ),
  breaker('used_bytes', 'gauge', 'memory reserved now', ({ usedBytes }) => usedBytes),
  breaker('limit_bytes', 'gauge', 'what may be reserved', ({ limitBytes }) => limitBytes),
  breaker('trips_total', 'counter', 'requests refused for their memory', ({ tripped }) => tripped),
  {
    name: 'rockpool_event_loop_delay_seconds',
    type: 'gauge',
    help: 'delay of what waited its turn, since the start',
    read: ({ services }) => {
      const { p50Ms, p99Ms } = services.eventLoop();
      return [
        { labels: { quantile: '0.5' }, value: p50Ms / 1000 },
        { labels: { quantile: '0.99' }, value: p99Ms / 1000 },
      ];
    },
  },
  eventLoop(
    'stalls_total',
    'counter',
    'times that the event loop was blocked for too long',
    ({ stalls }) => stalls,
  ),
  eventLoop(
    'stalled_seconds_total',
    'counter',
    'how long it was held then',
    ({ stalledMs }) => stalledMs / 1000,
  ),
];
