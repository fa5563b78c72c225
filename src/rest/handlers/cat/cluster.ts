import type { Task, VirtualNode } from '../../../cluster/index.ts';
import { NODE_HOST, patternsOf, selectNodes, taskId } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { healthJson } from '../cluster/health.ts';
import { PLUGIN_VERSION, PLUGINS } from '../cluster/nodeInfo.ts';
import { THREAD_POOLS } from '../cluster/nodeStats.ts';
import { runningTime } from '../cluster/tasks.ts';
import { timeoutParameters } from '../indicesOptions.ts';

const parameters = [...catParameters, ...timeoutParameters];

interface NodeColumn extends CatColumn {
  readonly value: (node: VirtualNode, services: RestServices) => CatCell;
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 100) / whole));

const nodeColumns: readonly NodeColumn[] = [
  {
    name: 'id',
    aliases: ['id', 'nodeId'],
    hidden: true,
    doc: 'unique node id',
    value: ({ id }) => id.slice(0, 4),
  },
  {
    name: 'pid',
    aliases: ['p'],
    hidden: true,
    doc: 'process id',
    value: (_node, { system }) => system().pid,
  },
  { name: 'ip', aliases: ['i'], doc: 'ip address', value: () => NODE_HOST },
  { name: 'port', aliases: ['po'], hidden: true, doc: 'bound transport port', value: () => 9300 },
  {
    name: 'http_address',
    aliases: ['http'],
    hidden: true,
    doc: 'bound http address',
    value: (_node, { httpAddress }) => httpAddress(),
  },
  { name: 'version', aliases: ['v'], hidden: true, doc: 'version', value: () => '2.7.0' },
  {
    name: 'heap.percent',
    aliases: ['hp', 'heapPercent'],
    align: 'right',
    doc: 'used heap ratio',
    value: (_node, { system }) => percent(system().heapUsedBytes, system().heapMaxBytes),
  },
  {
    name: 'ram.percent',
    aliases: ['rp', 'ramPercent'],
    align: 'right',
    doc: 'used machine memory ratio',
    value: (_node, { system }) =>
      percent(system().memoryTotalBytes - system().memoryFreeBytes, system().memoryTotalBytes),
  },
  { name: 'cpu', align: 'right', doc: 'recent cpu usage', value: (_node, { system }) => system().cpuPercent },
  {
    name: 'load_1m',
    aliases: ['l'],
    align: 'right',
    doc: '1m load avg',
    value: (_node, { system }) => system().loadAverages[0].toFixed(2),
  },
  {
    name: 'load_5m',
    aliases: ['l'],
    align: 'right',
    doc: '5m load avg',
    value: (_node, { system }) => system().loadAverages[1].toFixed(2),
  },
  {
    name: 'load_15m',
    aliases: ['l'],
    align: 'right',
    doc: '15m load avg',
    value: (_node, { system }) => system().loadAverages[2].toFixed(2),
  },
  {
    name: 'disk.total',
    aliases: ['dt', 'diskTotal'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'total disk space',
    value: (_node, { system }) => system().diskTotalBytes,
  },
  {
    name: 'disk.used',
    aliases: ['du', 'diskUsed'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'used disk space',
    value: (_node, { system }) => system().diskTotalBytes - system().diskFreeBytes,
  },
  {
    name: 'disk.avail',
    aliases: ['d', 'da', 'disk', 'diskAvail'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'available disk space',
    value: (_node, { system }) => system().diskFreeBytes,
  },
  {
    name: 'disk.used_percent',
    aliases: ['dup', 'diskUsedPercent'],
    align: 'right',
    hidden: true,
    doc: 'used disk space percentage',
    value: (_node, { system }) =>
      percent(system().diskTotalBytes - system().diskFreeBytes, system().diskTotalBytes).toFixed(2),
  },
  {
    name: 'heap.current',
    aliases: ['hc', 'heapCurrent'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'used heap',
    value: (_node, { system }) => system().heapUsedBytes,
  },
  {
    name: 'heap.max',
    aliases: ['hm', 'heapMax'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'max configured heap',
    value: (_node, { system }) => system().heapMaxBytes,
  },
  {
    name: 'ram.current',
    aliases: ['rc', 'ramCurrent'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'used machine memory',
    value: (_node, { system }) => system().memoryTotalBytes - system().memoryFreeBytes,
  },
  {
    name: 'ram.max',
    aliases: ['rn', 'ramMax'],
    align: 'right',
    kind: 'bytes',
    hidden: true,
    doc: 'total machine memory',
    value: (_node, { system }) => system().memoryTotalBytes,
  },
  {
    name: 'file_desc.current',
    aliases: ['fdc', 'fileDescriptorCurrent'],
    align: 'right',
    hidden: true,
    doc: 'used file descriptors',
    value: () => -1,
  },
  {
    name: 'file_desc.percent',
    aliases: ['fdp', 'fileDescriptorPercent'],
    align: 'right',
    hidden: true,
    doc: 'used file descriptor ratio',
    value: () => -1,
  },
  {
    name: 'file_desc.max',
    aliases: ['fdm', 'fileDescriptorMax'],
    align: 'right',
    hidden: true,
    doc: 'max file descriptors',
    value: () => -1,
  },
  {
    name: 'uptime',
    aliases: ['u'],
    kind: 'time',
    align: 'right',
    hidden: true,
    doc: 'node uptime',
    value: (_node, { system }) => Math.round(system().uptimeMs),
  },
  { name: 'node.role', aliases: ['r', 'role', 'nodeRole'], doc: 'roles', value: () => 'dimr' },
  {
    name: 'node.roles',
    aliases: ['rs', 'all roles'],
    doc: 'all roles',
    value: () => 'cluster_manager,data,ingest,remote_cluster_client',
  },
  {
    name: 'cluster_manager',
    aliases: ['cm', 'm', 'master'],
    doc: '*:current cluster manager',
    value: (node, { cluster }) => (node === cluster.nodes[0] ? '*' : '-'),
  },
  { name: 'name', aliases: ['n'], doc: 'node name', value: ({ name }) => name },
];

const pluginColumns: readonly CatColumn[] = [
  { name: 'id', hidden: true, doc: 'unique node id' },
  { name: 'name', aliases: ['n'], doc: 'node name' },
  { name: 'component', aliases: ['c'], doc: 'component' },
  { name: 'version', aliases: ['v'], doc: 'component version' },
  { name: 'description', aliases: ['d'], hidden: true, doc: 'plugin details' },
];

const healthColumns: readonly CatColumn[] = [
  { name: 'epoch', aliases: ['t', 'time'], doc: 'seconds since 1970-01-01 00:00:00' },
  { name: 'timestamp', aliases: ['ts', 'hms', 'hhmmss'], doc: 'time in HH:MM:SS' },
  { name: 'cluster', aliases: ['cl'], doc: 'cluster name' },
  { name: 'status', aliases: ['st'], doc: 'health status' },
  { name: 'node.total', aliases: ['nt', 'nodeTotal'], align: 'right', doc: 'total number of nodes' },
  {
    name: 'node.data',
    aliases: ['nd', 'nodeData'],
    align: 'right',
    doc: 'number of nodes that can store data',
  },
  { name: 'discovered_cluster_manager', aliases: ['dcm'], align: 'right', doc: 'discovered cluster manager' },
  {
    name: 'shards',
    aliases: ['t', 'sh', 'shards.total', 'shardsTotal'],
    align: 'right',
    doc: 'total number of shards',
  },
  {
    name: 'pri',
    aliases: ['p', 'shards.primary', 'shardsPrimary'],
    align: 'right',
    doc: 'number of primary shards',
  },
  {
    name: 'relo',
    aliases: ['r', 'shards.relocating', 'shardsRelocating'],
    align: 'right',
    doc: 'number of relocating nodes',
  },
  {
    name: 'init',
    aliases: ['i', 'shards.initializing', 'shardsInitializing'],
    align: 'right',
    doc: 'number of initializing nodes',
  },
  {
    name: 'unassign',
    aliases: ['u', 'shards.unassigned', 'shardsUnassigned'],
    align: 'right',
    doc: 'number of unassigned shards',
  },
  { name: 'pending_tasks', aliases: ['pt', 'pendingTasks'], align: 'right', doc: 'number of pending tasks' },
  {
    name: 'max_task_wait_time',
    aliases: ['mtwt', 'maxTaskWaitTime'],
    align: 'right',
    doc: 'wait time of longest task pending',
  },
  {
    name: 'active_shards_percent',
    aliases: ['asp', 'activeShardsPercent'],
    align: 'right',
    doc: 'active number of shards in percent',
  },
];

function clockTime(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(11, 19);
}

function healthRow(services: RestServices): CatCell[] {
  const health = healthJson([...services.cluster.indices.values()], services, null);
  const now = services.clock.nowMs();
  const nodes = services.cluster.nodes.length;
  const active = Number(health.active_shards);
  const unassigned = Number(health.unassigned_shards);
  const share = active + unassigned === 0 ? 100 : (active * 100) / (active + unassigned);
  return [
    String(Math.floor(now / 1000)),
    clockTime(now),
    services.cluster.name,
    String(health.status),
    nodes,
    nodes,
    true,
    active,
    Number(health.active_primary_shards),
    0,
    0,
    unassigned,
    0,
    '-',
    `${share.toFixed(1)}%`,
  ];
}

const allocationColumns: readonly CatColumn[] = [
  { name: 'shards', align: 'right', aliases: ['s'], doc: 'number of shards on node' },
  {
    name: 'disk.indices',
    align: 'right',
    aliases: ['di', 'diskIndices'],
    kind: 'bytes',
    doc: 'disk used by indices',
  },
  {
    name: 'disk.used',
    align: 'right',
    aliases: ['du', 'diskUsed'],
    kind: 'bytes',
    doc: 'disk used (total, not just indices)',
  },
  { name: 'disk.avail', align: 'right', aliases: ['da', 'diskAvail'], kind: 'bytes', doc: 'disk available' },
  {
    name: 'disk.total',
    align: 'right',
    aliases: ['dt', 'diskTotal'],
    kind: 'bytes',
    doc: 'total capacity of all volumes',
  },
  { name: 'disk.percent', align: 'right', aliases: ['dp', 'diskPercent'], doc: 'percent disk used' },
  { name: 'host', aliases: ['h'], doc: 'host of node' },
  { name: 'ip', doc: 'ip of node' },
  { name: 'node', aliases: ['n'], doc: 'name of node' },
];

function allocationRows(services: RestServices, filter: string | null): CatCell[][] {
  const copies = [...services.cluster.indices.values()].flatMap((index) => [...index.copies]);
  const { diskTotalBytes: total, diskFreeBytes: free } = services.system();
  const rows: CatCell[][] = selectNodes(services.cluster.nodes, filter).map((node) => {
    const own = copies.filter((copy) => copy.routing.nodeId === node.id);
    const size = own.reduce((sum, copy) => sum + (copy.shard?.stats().store.sizeBytes ?? 0), 0);
    return [
      own.length,
      size,
      total - free,
      free,
      total,
      percent(total - free, total),
      NODE_HOST,
      NODE_HOST,
      node.name,
    ];
  });
  const unassigned = copies.filter((copy) => copy.routing.nodeId === null).length;
  if (unassigned > 0 && filter === null)
    rows.push([unassigned, null, null, null, null, null, null, null, 'UNASSIGNED']);
  return rows;
}

const templateColumns: readonly CatColumn[] = [
  { name: 'name', aliases: ['n'], doc: 'template name' },
  { name: 'index_patterns', aliases: ['t'], doc: 'template index patterns' },
  { name: 'order', aliases: ['o', 'p'], doc: 'template application order/priority number' },
  { name: 'version', aliases: ['v'], doc: 'version' },
  { name: 'composed_of', aliases: ['c'], doc: 'component templates comprising index template' },
];

function templateRow(name: string, template: JsonObject, order: CatCell, composed: string): CatCell[] {
  const version = template.version === undefined ? null : String(template.version);
  return [name, `[${patternsOf(template).join(', ')}]`, order, version, composed];
}

const taskColumns: readonly CatColumn[] = [
  { name: 'id', hidden: true, doc: 'id of the task with the node' },
  { name: 'action', aliases: ['ac'], doc: 'task action' },
  { name: 'task_id', aliases: ['ti'], doc: 'unique task id' },
  { name: 'parent_task_id', aliases: ['pti'], doc: 'parent task id' },
  { name: 'type', aliases: ['ty'], doc: 'task type' },
  { name: 'start_time', aliases: ['start'], doc: 'start time in ms' },
  { name: 'timestamp', aliases: ['ts', 'hms', 'hhmmss'], doc: 'start time in HH:MM:SS' },
  { name: 'running_time_ns', hidden: true, doc: 'running time ns' },
  { name: 'running_time', aliases: ['time'], doc: 'running time' },
  { name: 'node_id', aliases: ['ni'], hidden: true, doc: 'unique node id' },
  { name: 'ip', aliases: ['i'], doc: 'ip address' },
  { name: 'node', aliases: ['n'], doc: 'node name' },
  { name: 'description', aliases: ['desc'], hidden: true, doc: 'task action' },
];

function taskRow(task: Task, services: RestServices): CatCell[] {
  const now = services.clock.nanoTime();
  return [
    task.id,
    task.action,
    taskId(task),
    task.parentTaskId ?? '-',
    task.type,
    String(task.startTimeMs),
    clockTime(task.startTimeMs),
    String(now - task.startNanos),
    runningTime(task, now),
    task.nodeId,
    NODE_HOST,
    services.cluster.nodes.find(({ id }) => id === task.nodeId)?.name ?? '',
    task.description,
  ];
}

const threadPoolColumns: readonly CatColumn[] = [
  { name: 'node_name', aliases: ['nn'], doc: 'node name' },
  { name: 'node_id', aliases: ['id'], hidden: true, doc: 'persistent node id' },
  { name: 'ephemeral_node_id', aliases: ['eid'], hidden: true, doc: 'ephemeral node id' },
  { name: 'host', aliases: ['h'], hidden: true, doc: 'host name' },
  { name: 'ip', aliases: ['i'], hidden: true, doc: 'ip address' },
  { name: 'name', aliases: ['n'], doc: 'thread pool name' },
  { name: 'type', aliases: ['t'], hidden: true, doc: 'thread pool type' },
  { name: 'active', aliases: ['a'], align: 'right', doc: 'number of active threads' },
  { name: 'queue', aliases: ['q'], align: 'right', doc: 'number of tasks currently in queue' },
  { name: 'rejected', aliases: ['r'], align: 'right', doc: 'number of rejected tasks' },
  { name: 'completed', aliases: ['c'], align: 'right', hidden: true, doc: 'number of completed tasks' },
];

export const catClusterRoutes: readonly Route[] = [
  ...routes(
    ['GET /_cat/nodes'],
    { parameters: [...parameters, 'full_id', 'include_unloaded_segments'], doc: 'nodes' },
    (request, services) => {
      const full = request.bool('full_id', false);
      const rows = services.cluster.nodes.map((node) =>
        nodeColumns.map(({ name, value }) => (name === 'id' && full ? node.id : value(node, services))),
      );
      return table({ columns: nodeColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/plugins'],
    { parameters: [...parameters, 'include_bootstrap'], doc: 'plugins' },
    (_request, { cluster }) => {
      const rows = cluster.nodes.flatMap((node) =>
        PLUGINS.map(({ name, description }) => [node.id, node.name, name, PLUGIN_VERSION, description]),
      );
      return table({ columns: pluginColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/health'],
    { parameters: [...parameters, 'ts'], doc: 'health' },
    (request, services) => {
      const row = healthRow(services);
      if (request.bool('ts', true)) return table({ columns: healthColumns, rows: [row] });
      return table({ columns: healthColumns.slice(2), rows: [row.slice(2)] });
    },
  ),
  ...routes(
    ['GET /_cat/allocation', 'GET /_cat/allocation/{nodes}'],
    { parameters, doc: 'disk by node' },
    (request, services) =>
      table({ columns: allocationColumns, rows: allocationRows(services, request.param('nodes')) }),
  ),
  ...routes(
    ['GET /_cat/templates', 'GET /_cat/templates/{name}'],
    { parameters, doc: 'templates' },
    (request, { cluster }) => {
      const pattern = request.param('name') ?? '*';
      const { templates, indexTemplates } = cluster.templates;
      const rows = [
        ...[...templates].map(([name, template]) =>
          templateRow(name, template, Number(template.order ?? 0), ''),
        ),
        ...[...indexTemplates].map(([name, template]) => {
          const composed = `[${((template.composed_of ?? []) as string[]).join(', ')}]`;
          return templateRow(name, template, Number(template.priority ?? 0), composed);
        }),
      ].filter(([name]) => wildcardMatches(pattern, String(name)));
      return table({ columns: templateColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/tasks'],
    {
      parameters: [...parameters, 'actions', 'nodes', 'node_id', 'detailed', 'parent_task_id'],
      doc: 'running tasks',
    },
    (_request, services) => {
      const tasks = services.cluster.tasks.list({ actions: null, nodeIds: null, parentTaskId: null });
      return table({ columns: taskColumns, rows: tasks.map((task) => taskRow(task, services)) });
    },
  ),
  ...routes(
    ['GET /_cat/thread_pool', 'GET /_cat/thread_pool/{thread_pool_patterns}'],
    { parameters, doc: 'thread pools, as other programs expect them' },
    (request, { cluster }) => {
      const patterns = request.list('thread_pool_patterns') ?? ['*'];
      const names = THREAD_POOLS.filter((name) => patterns.some((pattern) => wildcardMatches(pattern, name)));
      const rows = cluster.nodes.flatMap((node) =>
        names.map((name) => [
          node.name,
          node.id,
          node.ephemeralId,
          NODE_HOST,
          NODE_HOST,
          name,
          'fixed',
          0,
          0,
          0,
          0,
        ]),
      );
      return table({ columns: threadPoolColumns, rows });
    },
  ),
];
