import type { VirtualNode } from '../../../cluster/index.ts';
import { NODE_HOST } from '../../../cluster/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { THREAD_POOLS } from '../cluster/nodeStats.ts';
import { timeoutParameters } from '../indicesOptions.ts';

interface PoolColumn extends CatColumn {
  readonly value: (pool: string, node: VirtualNode, services: RestServices) => CatCell;
}

interface PoolShape {
  readonly type: 'fixed' | 'fixed_auto_queue_size';
  readonly queueSize: number;
}

const fixed = (queueSize: number): PoolShape => ({ type: 'fixed', queueSize });
const adaptive = (queueSize: number): PoolShape => ({ type: 'fixed_auto_queue_size', queueSize });

/** Fixed-size pools; the others scale. */
const FIXED: ReadonlyMap<string, PoolShape> = new Map([
  ['analyze', fixed(16)],
  ['force_merge', fixed(-1)],
  ['get', fixed(1000)],
  ['listener', fixed(-1)],
  ['search', adaptive(1000)],
  ['search_throttled', adaptive(100)],
  ['sql-worker', fixed(1000)],
  ['system_read', fixed(2000)],
  ['system_write', fixed(1000)],
  ['training', fixed(1)],
  ['translog_sync', fixed(10_000)],
  ['write', fixed(10_000)],
]);

function count(name: string, alias: string, doc: string, value: number | null = 0): PoolColumn {
  return { name, aliases: [alias], align: 'right', hidden: true, doc, value: () => value };
}

function shown(column: PoolColumn): PoolColumn {
  return { ...column, hidden: false };
}

/** A single thread does everything here; the pools are those that other programs expect. */
const columns: readonly PoolColumn[] = [
  { name: 'node_name', aliases: ['nn'], doc: 'node name', value: (_pool, { name }) => name },
  { name: 'node_id', aliases: ['id'], hidden: true, doc: 'persistent node id', value: (_pool, { id }) => id },
  {
    name: 'ephemeral_node_id',
    aliases: ['eid'],
    hidden: true,
    doc: 'ephemeral node id',
    value: (_pool, { ephemeralId }) => ephemeralId,
  },
  {
    name: 'pid',
    aliases: ['p'],
    hidden: true,
    doc: 'process id',
    value: (_pool, _node, { system }) => system().pid,
  },
  { name: 'host', aliases: ['h'], hidden: true, doc: 'host name', value: () => NODE_HOST },
  { name: 'ip', aliases: ['i'], hidden: true, doc: 'ip address', value: () => NODE_HOST },
  { name: 'port', aliases: ['po'], hidden: true, doc: 'bound transport port', value: () => 9300 },
  { name: 'name', aliases: ['n'], doc: 'thread pool name', value: (pool) => pool },
  {
    name: 'type',
    aliases: ['t'],
    hidden: true,
    doc: 'thread pool type',
    value: (pool) => FIXED.get(pool)?.type ?? 'scaling',
  },
  shown(count('active', 'a', 'number of active threads')),
  count('pool_size', 'psz', 'number of threads', 1),
  shown(count('queue', 'q', 'number of tasks currently in queue')),
  {
    ...count('queue_size', 'qs', 'maximum number of tasks permitted in queue'),
    value: (pool) => FIXED.get(pool)?.queueSize ?? -1,
  },
  shown(count('rejected', 'r', 'number of rejected tasks')),
  count('largest', 'l', 'highest number of seen active threads', 1),
  count('completed', 'c', 'number of completed tasks'),
  {
    ...count('core', 'cr', 'core number of threads in a scaling thread pool'),
    value: (pool) => (FIXED.has(pool) ? null : 1),
  },
  {
    ...count('max', 'mx', 'maximum number of threads in a scaling thread pool'),
    value: (pool) => (FIXED.has(pool) ? null : 1),
  },
  {
    ...count('size', 'sz', 'number of threads in a fixed thread pool'),
    value: (pool) => (FIXED.has(pool) ? 1 : null),
  },
  {
    name: 'keep_alive',
    aliases: ['ka'],
    hidden: true,
    doc: 'thread keep alive time',
    align: 'right',
    value: (pool) => (FIXED.has(pool) ? null : pool === 'generic' ? '30s' : '5m'),
  },
];

export const catThreadPoolRoutes: readonly Route[] = routes(
  ['GET /_cat/thread_pool', 'GET /_cat/thread_pool/{thread_pool_patterns}'],
  { parameters: [...catParameters, ...timeoutParameters], doc: 'thread pools' },
  (request, services) => {
    const patterns = request.list('thread_pool_patterns') ?? ['*'];
    const pools = THREAD_POOLS.filter((name) => patterns.some((pattern) => wildcardMatches(pattern, name)));
    const rows = services.cluster.nodes.flatMap((node) =>
      pools.map((pool) => columns.map(({ value }) => value(pool, node, services))),
    );
    return table({ columns, rows });
  },
);
