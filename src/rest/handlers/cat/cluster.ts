import type { Task } from '../../../cluster/index.ts';
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
import { runningTime, withListTask } from '../cluster/tasks.ts';
import { timeoutParameters } from '../indicesOptions.ts';
import { VERSION } from '../root.ts';
import { percent } from './nodes.ts';

const parameters = [...catParameters, ...timeoutParameters];

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
  {
    name: 'discovered_cluster_manager',
    aliases: ['dcm', 'dm', 'discovered_master'],
    align: 'right',
    doc: 'cluster manager is discovered or not',
  },
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
    doc: 'disk used by OpenSearch indices',
  },
  {
    name: 'disk.used',
    align: 'right',
    aliases: ['du', 'diskUsed'],
    kind: 'bytes',
    doc: 'disk used (total, not just OpenSearch)',
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
  { name: 'running_time_ns', aliases: ['time'], hidden: true, doc: 'running time ns' },
  { name: 'running_time', aliases: ['time'], doc: 'running time' },
  { name: 'node_id', aliases: ['ni'], hidden: true, doc: 'unique node id' },
  { name: 'ip', aliases: ['i'], doc: 'ip address' },
  { name: 'port', aliases: ['po'], hidden: true, doc: 'bound transport port' },
  { name: 'node', aliases: ['n'], doc: 'node name' },
  { name: 'version', aliases: ['v'], hidden: true, doc: 'es version' },
  { name: 'x_opaque_id', aliases: ['x'], hidden: true, doc: 'X-Opaque-ID header' },
];

/** Columns shown with `detailed`. */
const detailColumns: readonly CatColumn[] = [
  { name: 'description', aliases: ['desc'], doc: 'task action' },
  { name: 'resource_stats', hidden: true, doc: 'resource consumption info of the task' },
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
    9300,
    services.cluster.nodes.find(({ id }) => id === task.nodeId)?.name ?? '',
    VERSION.number,
    String(task.headers['X-Opaque-Id'] ?? '-'),
    task.description,
    '{}',
  ];
}

export const catClusterRoutes: readonly Route[] = [
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
    (request, services) =>
      withListTask(request, services, () => {
        const tasks = services.cluster.tasks.list({ actions: null, nodeIds: null, parentTaskId: null });
        const columns = request.bool('detailed', false) ? [...taskColumns, ...detailColumns] : taskColumns;
        return table({ columns, rows: tasks.map((task) => taskRow(task, services)) });
      }),
  ),
];
