import { indicesOptions, NODE_HOST, splitExpression } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { unrecognizedNames } from '../../parameters.ts';
import type { ParameterName } from '../../parameterTable.ts';
import { table, text } from '../../response.ts';
import type { Route, RouteHandler } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn, CatTable } from '../../table.ts';
import { catParameters } from '../../table.ts';
import {
  indicesParameters,
  requestIndices,
  requestIndicesOptions,
  timeoutParameters,
} from '../indicesOptions.ts';
import { requestQuery } from '../search/queryBody.ts';
import { bareSearchRequest, uriQueryParameters } from '../search/searchParameters.ts';
import { catClusterRoutes } from './cluster.ts';
import { catFielddataRoutes } from './fielddata.ts';
import { catIndicesRoutes } from './indices.ts';
import { catNodeRoutes } from './nodes.ts';
import { catShardRoutes } from './shards.ts';
import { catSnapshotRoutes } from './snapshots.ts';
import { catThreadPoolRoutes } from './threadPools.ts';

const parameters = [...catParameters, ...timeoutParameters];

const countColumns: readonly CatColumn[] = [
  { name: 'epoch', aliases: ['t', 'time'], doc: 'seconds since 1970-01-01 00:00:00' },
  { name: 'timestamp', aliases: ['ts', 'hms', 'hhmmss'], doc: 'time in HH:MM:SS' },
  { name: 'count', aliases: ['dc', 'docs.count', 'docsCount'], doc: 'the document count' },
];

const aliasColumns: readonly CatColumn[] = [
  { name: 'alias', aliases: ['a'], doc: 'alias name' },
  { name: 'index', aliases: ['i', 'idx'], doc: 'index alias points to' },
  { name: 'filter', aliases: ['f', 'fi'], doc: 'filter' },
  { name: 'routing.index', aliases: ['ri', 'routingIndex'], doc: 'index routing' },
  { name: 'routing.search', aliases: ['rs', 'routingSearch'], doc: 'search routing' },
  { name: 'is_write_index', aliases: ['w', 'isWriteIndex'], doc: 'write index' },
];

function aliasRow(alias: string, index: string, body: JsonObject): CatCell[] {
  return [
    alias,
    index,
    body.filter === undefined ? '-' : '*',
    String(body.index_routing ?? '-'),
    String(body.search_routing ?? '-'),
    String(body.is_write_index ?? '-'),
  ];
}

function aliasTable(services: RestServices, patterns: readonly string[] | null, hidden: boolean): CatTable {
  const rows = [...services.cluster.indices.values()].flatMap((index) =>
    [...index.aliases]
      .filter(([, body]) => hidden || body.is_hidden !== true)
      .filter(([alias]) => patterns === null || patterns.some((pattern) => wildcardMatches(pattern, alias)))
      .map(([alias, body]) => aliasRow(alias, index.name, body)),
  );
  return { columns: aliasColumns, rows };
}

const attributeColumns: readonly CatColumn[] = [
  { name: 'node', aliases: ['name'], doc: 'node name' },
  { name: 'id', aliases: ['id', 'nodeId'], hidden: true, doc: 'unique node id' },
  { name: 'pid', aliases: ['p'], hidden: true, doc: 'process id' },
  { name: 'host', aliases: ['h'], doc: 'host name' },
  { name: 'ip', aliases: ['i'], doc: 'ip address' },
  { name: 'port', aliases: ['po'], hidden: true, doc: 'bound transport port' },
  { name: 'attr', aliases: ['attr.name'], doc: 'attribute description' },
  { name: 'value', aliases: ['attr.value'], doc: 'attribute value' },
];

const managerColumns: readonly CatColumn[] = [
  { name: 'id', doc: 'node id' },
  { name: 'host', aliases: ['h'], doc: 'host name' },
  { name: 'ip', doc: 'ip address ' },
  { name: 'node', aliases: ['n'], doc: 'node name' },
];

interface EmptyTable {
  readonly paths: readonly string[];
  readonly parameters?: readonly ParameterName[];
  readonly columns: readonly CatColumn[];
}

/** Tables that never have rows here. */
const EMPTY_TABLES: readonly EmptyTable[] = [
  {
    paths: ['/_cat/pending_tasks'],
    columns: [
      { name: 'insertOrder', aliases: ['o'], align: 'right', doc: 'task insertion order' },
      { name: 'timeInQueue', aliases: ['t'], align: 'right', doc: 'how long task has been in queue' },
      { name: 'priority', aliases: ['p'], doc: 'task priority' },
      { name: 'source', aliases: ['s'], doc: 'task source' },
    ],
  },
  {
    // Replicas apply operations here; segments are never copied.
    paths: ['/_cat/segment_replication', '/_cat/segment_replication/{index}'],
    parameters: ['active_only', 'completed_only', 'detailed', 'shards'],
    columns: [
      { name: 'shardId', aliases: ['s'], doc: ' shard Id' },
      { name: 'target_node', aliases: ['tnode'], doc: 'target node name' },
      { name: 'target_host', aliases: ['thost'], doc: 'target host' },
      { name: 'checkpoints_behind', aliases: ['cpb'], doc: 'checkpoints behind primary' },
      { name: 'bytes_behind', aliases: ['bb'], doc: 'bytes behind primary' },
      {
        name: 'current_lag',
        aliases: ['clag'],
        doc: 'ongoing time elapsed waiting for replica to catch up to primary',
      },
      {
        name: 'last_completed_lag',
        aliases: ['lcl'],
        doc: 'time taken for replica to catch up to latest primary refresh',
      },
      {
        name: 'rejected_requests',
        aliases: ['rr'],
        doc: 'count of rejected requests for the replication group',
      },
    ],
  },
];

/** Parameters allowed for help: those that control how a table is shown. */
const SHOWN_BY: readonly ParameterName[] = [
  ...(['bytes', 'format', 'h', 'help', 'pri', 's', 'size', 'time', 'timeout', 'ts', 'v'] as const),
  ...(['error_trace', 'filter_path', 'human', 'pretty'] as const),
];

const ALSO_SHOWN_BY: Readonly<Record<string, readonly ParameterName[]>> = {
  '/_cat/indices': ['local', 'health'],
  '/_cat/indices/{index}': ['local', 'health'],
  '/_cat/thread_pool/{thread_pool_patterns}': ['thread_pool_patterns'],
};

/**
 * Help is about the table itself, so parameters that select rows are rejected, including those in the path.
 */
function withHelp({ path, parameters: own, handler }: Route): RouteHandler {
  const allowed: readonly string[] = [...SHOWN_BY, ...(ALSO_SHOWN_BY[path] ?? [])];
  return (request, services) => {
    if (request.bool('help', false)) {
      const unread = [...request.params.names()].filter((name) => !allowed.includes(name));
      const candidates = own.filter((name) => allowed.includes(name));
      if (unread.length > 0) throw unrecognizedNames('parameter', request.path, unread, candidates);
    }
    request.bool('v', false);
    return handler(request, services);
  };
}

const others: readonly Route[] = [
  ...routes(
    ['GET /_cat/count', 'GET /_cat/count/{index}'],
    { body: 'json', parameters: [...catParameters, ...uriQueryParameters], doc: 'documents' },
    async (request, services) => {
      const { search, clock } = services;
      const read = requestQuery(request, services, (query) => search.prepareCount({ query }));
      const index = request.param('index');
      const { count } = await search.count({
        ...bareSearchRequest(index, indicesOptions.search, {}, request.signal),
        prepared: read?.prepared,
      });
      const now = clock.nowMs();
      const time = new Date(now).toISOString().slice(11, 19);
      return table({ columns: countColumns, rows: [[String(Math.floor(now / 1000)), time, count]] });
    },
  ),
  ...routes(
    ['GET /_cat/aliases', 'GET /_cat/aliases/{alias}'],
    { parameters: [...catParameters, ...indicesParameters], doc: 'aliases' },
    (request, services) => {
      const names = request.param('alias');
      const hidden = requestIndicesOptions(request, indicesOptions.all).expandWildcards.includes('hidden');
      const patterns = names === null ? null : splitExpression(names);
      return table(aliasTable(services, patterns, hidden));
    },
  ),
  ...routes(
    ['GET /_cat/nodeattrs'],
    { parameters, doc: 'attributes of nodes' },
    (_request, { cluster, system }) => {
      const attribute = ['shard_indexing_pressure_enabled', 'true'];
      const rows = cluster.nodes.map((node) => [
        node.name,
        node.id,
        system().pid,
        NODE_HOST,
        NODE_HOST,
        9300,
        ...attribute,
      ]);
      return table({ columns: attributeColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/master', 'GET /_cat/cluster_manager'],
    { parameters, doc: 'the cluster manager' },
    (_request, { cluster }) => {
      const [{ id, name }] = cluster.nodes;
      return table({ columns: managerColumns, rows: [[id, NODE_HOST, NODE_HOST, name]] });
    },
  ),
  ...EMPTY_TABLES.flatMap(({ paths, parameters: own = [], columns }) =>
    routes(
      paths.map((path) => `GET ${path}`),
      { parameters: [...parameters, ...own], doc: 'always empty' },
      (request, services) => {
        if (request.has('index')) requestIndices(request, services, indicesOptions.search);
        return table({ columns, rows: [] });
      },
    ),
  ),
];

const tables: readonly Route[] = [
  ...catFielddataRoutes,
  ...catIndicesRoutes,
  ...catShardRoutes,
  ...catClusterRoutes,
  ...catNodeRoutes,
  ...catThreadPoolRoutes,
  ...catSnapshotRoutes,
  ...others,
].map((route) => ({ ...route, handler: withHelp(route) }));

export const catRoutes: readonly Route[] = [
  ...tables,
  ...routes(['GET /_cat'], { parameters: [], doc: 'the cat APIs' }, () =>
    text(
      `=^.^=\n${tables
        .map(({ path }) => path)
        .sort()
        .join('\n')}\n`,
    ),
  ),
];
