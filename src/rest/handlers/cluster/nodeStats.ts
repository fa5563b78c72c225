import type { VirtualNode } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';

import { unrecognizedNames } from '../../parameters.ts';
import type { RestRequest } from '../../request.ts';
import type { RestServices } from '../../services.ts';
import { badLevelWhileWriting } from '../badLevel.ts';
import { copyStats, statsDetail } from '../indices/stats.ts';
import { emptyStats, statsSections, sumStats } from '../indices/statsSections.ts';
import { ingestStats } from '../ingest/ingestStats.ts';
import { breakersJson } from './breakerStats.ts';
import type { NodeSection } from './nodeSection.ts';

const LEVELS = ['indices', 'node', 'shards'];

/** Statistics of the copies on a node, in the format of `_stats`. */
function indicesJson(node: VirtualNode, { cluster, search }: RestServices, request: RestRequest): JsonObject {
  const level = request.param('level') ?? 'node';
  if (!LEVELS.includes(level)) throw badLevelWhileWriting(level, LEVELS);
  const names = request.list('index_metric')?.filter((name) => name !== '_all') ?? [];
  const known = statsSections.map(({ metric }) => metric);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unrecognizedNames('index metric', request.path, unknown, known);
  const sections = statsSections.filter(({ metric }) => names.length === 0 || names.includes(metric));
  const detail = statsDetail(request);
  const byIndex = [...cluster.indices.values()].map((index): [string, JsonObject[]] => [
    index.name,
    index.copies
      .filter((copy) => copy.shard && copy.routing.nodeId === node.id)
      .map((copy) => copyStats(copy, sections, search, detail)),
  ]);
  const total = sumStats(byIndex.flatMap(([, stats]) => stats));
  const json = Object.keys(total).length > 0 ? total : emptyStats(sections);
  if (level === 'node') return json;
  const indices = byIndex
    .filter(([, stats]) => stats.length > 0)
    .map(([name, stats]) => [name, sumStats(stats)]);
  return { ...json, [level]: Object.fromEntries(indices) };
}

function memoryJson(total: number, free: number): JsonObject {
  const percent = total === 0 ? 0 : Math.round((free * 100) / total);
  return {
    total_in_bytes: total,
    free_in_bytes: free,
    used_in_bytes: total - free,
    free_percent: percent,
    used_percent: 100 - percent,
  };
}

/** What `_nodes/stats` reports about a node. */
export const nodeStatsSections: readonly NodeSection[] = [
  { metric: 'indices', render: indicesJson },
  {
    metric: 'os',
    render: (_node, { system, clock }) => {
      const figures = system();
      const [one, five, fifteen] = figures.loadAverages;
      return {
        timestamp: clock.nowMs(),
        cpu: { percent: figures.cpuPercent, load_average: { '1m': one, '5m': five, '15m': fifteen } },
        mem: memoryJson(figures.memoryTotalBytes, figures.memoryFreeBytes),
        swap: { total_in_bytes: 0, free_in_bytes: 0, used_in_bytes: 0 },
      };
    },
  },
  {
    metric: 'process',
    render: (_node, { system, clock }) => ({
      timestamp: clock.nowMs(),
      open_file_descriptors: -1,
      max_file_descriptors: -1,
      cpu: { percent: system().cpuPercent, total_in_millis: Math.round(system().cpuTimeMs) },
      mem: { total_virtual_in_bytes: system().residentBytes },
    }),
  },
  {
    metric: 'jvm',
    render: (_node, { system, clock }) => {
      const { uptimeMs, heapUsedBytes, heapMaxBytes } = system();
      const collector = { collection_count: 0, collection_time_in_millis: 0 };
      const pool = { used_in_bytes: 0, max_in_bytes: 0, peak_used_in_bytes: 0, peak_max_in_bytes: 0 };
      return {
        timestamp: clock.nowMs(),
        uptime_in_millis: Math.round(uptimeMs),
        mem: {
          heap_used_in_bytes: heapUsedBytes,
          heap_used_percent: Math.round((heapUsedBytes * 100) / heapMaxBytes),
          heap_committed_in_bytes: heapMaxBytes,
          heap_max_in_bytes: heapMaxBytes,
          non_heap_used_in_bytes: 0,
          non_heap_committed_in_bytes: 0,
          pools: { young: { ...pool }, survivor: { ...pool }, old: { ...pool } },
        },
        threads: { count: 1, peak_count: 1 },
        gc: { collectors: { young: { ...collector }, old: { ...collector } } },
        buffer_pools: {
          direct: { ...BUFFER_POOL },
          mapped: { ...BUFFER_POOL },
        },
        classes: { current_loaded_count: 0, total_loaded_count: 0, total_unloaded_count: 0 },
      };
    },
  },
  { metric: 'thread_pool', render: threadPools },
  {
    metric: 'fs',
    render: (_node, { system, clock }) => {
      const { diskTotalBytes, diskFreeBytes, dataPath } = system();
      const space = {
        total_in_bytes: diskTotalBytes,
        free_in_bytes: diskFreeBytes,
        available_in_bytes: diskFreeBytes,
      };
      return {
        timestamp: clock.nowMs(),
        total: space,
        data: [{ path: dataPath, mount: '/', type: 'ext4', ...space }],
        io_stats: {},
      };
    },
  },
  {
    metric: 'transport',
    render: () => ({
      server_open: 0,
      total_outbound_connections: 0,
      rx_count: 0,
      rx_size_in_bytes: 0,
      tx_count: 0,
      tx_size_in_bytes: 0,
    }),
  },
  {
    metric: 'http',
    render: (_node, { connections: { figures } }) => ({
      current_open: figures.open,
      total_opened: figures.opened,
    }),
  },
  { metric: 'breaker', member: 'breakers', render: (_node, { breakers }) => breakersJson(breakers) },
  {
    metric: 'script',
    render: () => ({ compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 }),
  },
  {
    metric: 'discovery',
    render: () => ({
      cluster_state_queue: { total: 0, pending: 0, committed: 0 },
      published_cluster_states: { full_states: 0, incompatible_diffs: 0, compatible_diffs: 0 },
    }),
  },
  { metric: 'ingest', render: (_node, services) => ingestStats(services) },
  { metric: 'adaptive_selection', render: () => ({}) },
  { metric: 'script_cache', render: () => ({}) },
  {
    metric: 'indexing_pressure',
    render: (_node, { system }) => ({
      memory: {
        current: pressure(),
        total: { ...pressure(), coordinating_rejections: 0, primary_rejections: 0, replica_rejections: 0 },
        limit_in_bytes: Math.floor(system().heapMaxBytes / 10),
      },
    }),
  },
  { metric: 'shard_indexing_pressure', render: () => ({ stats: {} }) },
];

const BUFFER_POOL = { count: 0, used_in_bytes: 0, total_capacity_in_bytes: 0 };

function pressure(): JsonObject {
  return {
    combined_coordinating_and_primary_in_bytes: 0,
    coordinating_in_bytes: 0,
    primary_in_bytes: 0,
    replica_in_bytes: 0,
    all_in_bytes: 0,
  };
}

function threadPools(): JsonObject {
  const pool = { threads: 1, queue: 0, active: 0, rejected: 0, largest: 1, completed: 0 };
  return Object.fromEntries(THREAD_POOLS.map((name) => [name, { ...pool }]));
}

export const THREAD_POOLS: readonly string[] = [
  'analyze',
  'fetch_shard_started',
  'fetch_shard_store',
  'flush',
  'force_merge',
  'generic',
  'get',
  'listener',
  'management',
  'refresh',
  'remote_purge',
  'search',
  'search_throttled',
  'snapshot',
  'sql-worker',
  'system_read',
  'system_write',
  'training',
  'translog_sync',
  'translog_transfer',
  'warmer',
  'write',
];
