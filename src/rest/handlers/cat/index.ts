import { indicesOptions, NODE_HOST, splitExpression } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { table, text } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn, CatTable } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { indicesParameters, requestIndicesOptions, timeoutParameters } from '../indicesOptions.ts';
import { queryOnly } from '../search/count.ts';
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
  { name: 'id', aliases: ['nodeId'], hidden: true, doc: 'unique node id' },
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
  { name: 'ip', doc: 'ip address' },
  { name: 'node', aliases: ['n'], doc: 'node name' },
];

/** Tables that have columns and never a row here. */
const EMPTY_TABLES: readonly { readonly path: string; readonly columns: readonly string[] }[] = [
  { path: '/_cat/pending_tasks', columns: ['insertOrder', 'timeInQueue', 'priority', 'source'] },
];

const others: readonly Route[] = [
  ...routes(
    ['GET /_cat/count', 'GET /_cat/count/{index}'],
    { body: 'json', parameters: [...catParameters, ...uriQueryParameters], doc: 'documents' },
    async (request, { search, clock }) => {
      const query = queryOnly(request);
      const source: JsonObject = query ? { query } : {};
      const index = request.param('index');
      const { count } = await search.count(
        bareSearchRequest(index, indicesOptions.search, source, request.signal),
      );
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
  ...EMPTY_TABLES.flatMap(({ path, columns }) =>
    routes([`GET ${path}`], { parameters, doc: 'always empty' }, () =>
      table({ columns: columns.map((name) => ({ name, doc: name })), rows: [] }),
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
];

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
