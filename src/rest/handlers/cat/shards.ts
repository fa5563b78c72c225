import type { LocalIndex, ShardHandle } from '../../../cluster/index.ts';
import { indicesOptions, NODE_HOST } from '../../../cluster/index.ts';
import { Pacer } from '../../../common/index.ts';
import type { HeldSegments } from '../../../search/index.ts';
import type { RestResponse } from '../../response.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { recoveryType, segmentGeneration } from '../indices/segments.ts';
import { copyStats } from '../indices/stats.ts';
import { statsSections } from '../indices/statsSections.ts';
import { indicesParameters, requestIndices, timeoutParameters } from '../indicesOptions.ts';
import { pitIds } from '../search/pointInTime.ts';
import type { Figure } from './figures.ts';
import {
  memoryFigures,
  operationFigures,
  readFigure,
  searchFigures,
  segmentFigures,
  warmerFigures,
} from './figures.ts';

function nodeName({ cluster }: RestServices, nodeId: string | null): string | null {
  return cluster.nodes.find(({ id }) => id === nodeId)?.name ?? null;
}

const shardColumns: readonly CatColumn[] = [
  { name: 'index', aliases: ['i', 'idx'], doc: 'index name' },
  { name: 'shard', aliases: ['s', 'sh'], doc: 'shard name' },
  { name: 'prirep', aliases: ['p', 'pr', 'primaryOrReplica'], doc: 'primary or replica' },
  { name: 'state', aliases: ['st'], doc: 'shard state' },
  { name: 'docs', aliases: ['d', 'dc'], align: 'right', doc: 'number of docs in shard' },
  {
    name: 'store',
    aliases: ['sto'],
    align: 'right',
    kind: 'bytes',
    doc: 'store size of shard (how much disk it uses)',
  },
  { name: 'ip', doc: 'ip of node where it lives' },
  { name: 'id', hidden: true, doc: 'unique id of node where it lives' },
  { name: 'node', aliases: ['n'], doc: 'name of node where it lives' },
  { name: 'sync_id', aliases: ['sync_id'], hidden: true, doc: 'sync id' },
  { name: 'unassigned.reason', aliases: ['ur'], hidden: true, doc: 'reason shard is unassigned' },
  { name: 'unassigned.at', aliases: ['ua'], hidden: true, doc: 'time shard became unassigned (UTC)' },
  {
    name: 'unassigned.for',
    aliases: ['uf'],
    align: 'right',
    kind: 'time',
    hidden: true,
    doc: 'time has been unassigned',
  },
  {
    name: 'unassigned.details',
    aliases: ['ud'],
    hidden: true,
    doc: 'additional details as to why the shard became unassigned',
  },
  { name: 'recoverysource.type', aliases: ['rs'], hidden: true, doc: 'recovery source type' },
];

const figures: readonly Figure[] = [
  ...memoryFigures,
  ...operationFigures,
  ...searchFigures('sp'),
  ...segmentFigures,
];

const checkpointColumns: readonly CatColumn[] = [
  { name: 'seq_no.max', aliases: ['sqm', 'maxSeqNo'], doc: 'max sequence number' },
  { name: 'seq_no.local_checkpoint', aliases: ['sql', 'localCheckpoint'], doc: 'local checkpoint' },
  { name: 'seq_no.global_checkpoint', aliases: ['sqg', 'globalCheckpoint'], doc: 'global checkpoint' },
].map((column) => ({ ...column, align: 'right', hidden: true }));

const pathColumns: readonly CatColumn[] = [
  { name: 'path.data', aliases: ['pd', 'dataPath'], doc: 'shard data path' },
  { name: 'path.state', aliases: ['ps', 'statsPath'], doc: 'shard state path' },
].map((column) => ({ ...column, align: 'right', hidden: true }));

const allShardColumns: readonly CatColumn[] = [
  ...shardColumns,
  ...figures,
  ...checkpointColumns,
  ...warmerFigures,
  ...pathColumns,
];

function shardRow(index: LocalIndex, copy: ShardHandle, services: RestServices): CatCell[] {
  // A shard that is being reopened has none.
  const open = copy.routing.state === 'STARTED' ? copy.shard : null;
  const stats = open?.stats();
  const sections = open ? copyStats(copy, statsSections, services.search) : null;
  const { shardId, primary, state, nodeId } = copy.routing;
  const assigned = nodeId !== null;
  const { unassigned } = copy.routing;
  const waitedMs = unassigned ? services.clock.nowMs() - unassigned.sinceMs : 0;
  return [
    index.name,
    shardId,
    primary ? 'p' : 'r',
    state,
    stats?.docs.count ?? null,
    stats?.store.sizeBytes ?? null,
    assigned ? NODE_HOST : null,
    nodeId,
    nodeName(services, nodeId),
    null,
    unassigned?.reason ?? null,
    unassigned ? new Date(unassigned.sinceMs).toISOString() : null,
    unassigned ? waitedMs : null,
    unassigned?.details ?? null,
    unassigned ? recoveryType(index, primary, services).toLowerCase() : null,
    ...figures.map(({ path }) => readFigure(sections, path)),
    ...checkpointColumns.map(() => copy.shard?.maxSeqNo ?? null),
    ...warmerFigures.map(({ path }) => readFigure(sections, path)),
    ...pathColumns.map(() => (copy.shard ? services.system().dataPath : null)),
  ];
}

const segmentColumns: readonly CatColumn[] = [
  { name: 'index', aliases: ['i', 'idx'], doc: 'index name' },
  { name: 'shard', aliases: ['s', 'sh'], doc: 'shard name' },
  { name: 'prirep', aliases: ['p', 'pr', 'primaryOrReplica'], doc: 'primary or replica' },
  { name: 'ip', doc: 'ip of node where it lives' },
  { name: 'id', hidden: true, doc: 'unique id of node where it lives' },
  { name: 'segment', aliases: ['seg'], doc: 'segment name' },
  { name: 'generation', aliases: ['g', 'gen'], align: 'right', doc: 'segment generation' },
  { name: 'docs.count', aliases: ['dc', 'docsCount'], align: 'right', doc: 'number of docs in segment' },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    align: 'right',
    doc: 'number of deleted docs in segment',
  },
  { name: 'size', aliases: ['si'], align: 'right', kind: 'bytes', doc: 'segment size in bytes' },
  { name: 'size.memory', aliases: ['sm', 'sizeMemory'], align: 'right', doc: 'segment memory in bytes' },
  { name: 'committed', aliases: ['ic', 'isCommitted'], doc: 'is segment committed' },
  { name: 'searchable', aliases: ['is', 'isSearchable'], doc: 'is segment searched' },
  { name: 'version', aliases: ['v', 'ver'], doc: 'version' },
  { name: 'compound', aliases: ['ico', 'isCompound'], doc: 'is segment compound' },
];

function segmentRows(index: LocalIndex): CatCell[][] {
  return index.copies.flatMap((copy) =>
    copySegments({ index: index.name, routing: copy.routing, segments: copy.shard?.segments() ?? [] }),
  );
}

function copySegments({ index, routing, segments }: HeldSegments): CatCell[][] {
  return segments.map(({ reader, committed, search }) => [
    index,
    routing.shardId,
    routing.primary ? 'p' : 'r',
    NODE_HOST,
    routing.nodeId,
    reader.name,
    segmentGeneration(reader.name),
    reader.numDocs,
    reader.maxDoc - reader.numDocs,
    reader.sizeBytes,
    0,
    committed,
    search,
    '9.5.0',
    false,
  ]);
}

const recoveryColumns: readonly CatColumn[] = [
  { name: 'index', aliases: ['i', 'idx'], doc: 'index name' },
  { name: 'shard', aliases: ['s', 'sh'], doc: 'shard name' },
  { name: 'start_time', aliases: ['start'], hidden: true, doc: 'recovery start time' },
  {
    name: 'start_time_millis',
    aliases: ['start_millis'],
    hidden: true,
    doc: 'recovery start time in epoch milliseconds',
  },
  { name: 'stop_time', aliases: ['stop'], hidden: true, doc: 'recovery stop time' },
  {
    name: 'stop_time_millis',
    aliases: ['stop_millis'],
    hidden: true,
    doc: 'recovery stop time in epoch milliseconds',
  },
  { name: 'time', aliases: ['t', 'ti'], kind: 'time', doc: 'recovery time' },
  { name: 'type', aliases: ['ty'], doc: 'recovery type' },
  { name: 'stage', aliases: ['st'], doc: 'recovery stage' },
  { name: 'source_host', aliases: ['shost'], doc: 'source host' },
  { name: 'source_node', aliases: ['snode'], doc: 'source node name' },
  { name: 'target_host', aliases: ['thost'], doc: 'target host' },
  { name: 'target_node', aliases: ['tnode'], doc: 'target node name' },
  { name: 'repository', aliases: ['rep'], doc: 'repository' },
  { name: 'snapshot', aliases: ['snap'], doc: 'snapshot' },
  { name: 'files', aliases: ['f'], doc: 'number of files to recover' },
  { name: 'files_recovered', aliases: ['fr'], doc: 'files recovered' },
  { name: 'files_percent', aliases: ['fp'], doc: 'percent of files recovered' },
  { name: 'files_total', aliases: ['tf'], doc: 'total number of files' },
  { name: 'bytes', aliases: ['b'], doc: 'number of bytes to recover' },
  { name: 'bytes_recovered', aliases: ['br'], doc: 'bytes recovered' },
  { name: 'bytes_percent', aliases: ['bp'], doc: 'percent of bytes recovered' },
  { name: 'bytes_total', aliases: ['tb'], doc: 'total number of bytes' },
  { name: 'translog_ops', aliases: ['to'], doc: 'number of translog ops to recover' },
  { name: 'translog_ops_recovered', aliases: ['tor'], doc: 'translog ops recovered' },
  { name: 'translog_ops_percent', aliases: ['top'], doc: 'percent of translog ops recovered' },
];

function recoveryTable(indices: readonly LocalIndex[], services: RestServices): RestResponse {
  const rows = indices.flatMap((index) =>
    index.copies
      .filter((copy) => copy.routing.nodeId !== null)
      .map(({ routing }): CatCell[] => {
        const node = nodeName(services, routing.nodeId);
        const type = recoveryType(index, routing.primary, services).toLowerCase();
        const done = [0, 0, '0.0%', 0, 0, 0, '0.0%', 0, 0, 0, '100.0%'];
        const at = [new Date(index.creationDateMs).toISOString(), String(index.creationDateMs)];
        return [
          index.name,
          routing.shardId,
          ...at,
          ...at,
          0,
          type,
          'done',
          routing.primary ? 'n/a' : NODE_HOST,
          routing.primary ? 'n/a' : node,
          NODE_HOST,
          node,
          'n/a',
          'n/a',
          ...done,
        ];
      }),
  );
  return table({ columns: recoveryColumns, rows });
}

const parameters = [...catParameters, ...indicesParameters, ...timeoutParameters];

export const catShardRoutes: readonly Route[] = [
  ...routes(
    ['GET /_cat/shards', 'GET /_cat/shards/{index}'],
    { parameters, doc: 'shard copies' },
    async (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.all);
      const copies = indices.flatMap((index) => index.copies.map((copy) => ({ index, copy })));
      const pacer = new Pacer(services.clock);
      const rows = await pacer.each(copies, ({ index, copy }) => shardRow(index, copy, services));
      return table({ columns: allShardColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/segments', 'GET /_cat/segments/{index}'],
    { parameters, doc: 'segments' },
    (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.search);
      return table({ columns: segmentColumns, rows: indices.flatMap(segmentRows) });
    },
  ),
  ...routes(
    ['GET /_cat/pit_segments', 'GET /_cat/pit_segments/_all'],
    { body: 'json', parameters: catParameters, doc: 'segments that points in time keep' },
    (request, { search }) => {
      const rows = search.pitSegments(pitIds(request)).flatMap(copySegments);
      return table({ columns: segmentColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/recovery', 'GET /_cat/recovery/{index}'],
    { parameters: [...parameters, 'active_only', 'detailed'], doc: 'recoveries' },
    (request, services) => {
      const active = request.bool('active_only', false);
      return recoveryTable(
        active ? [] : requestIndices(request, services, indicesOptions.expandOpenClosed),
        services,
      );
    },
  ),
];
