import type { VirtualNode } from '../../../cluster/index.ts';
import { NODE_HOST } from '../../../cluster/index.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { JDK_VERSION } from '../cluster/nodeInfo.ts';
import { copyStats } from '../indices/stats.ts';
import { emptyStats, statsSections, sumStats } from '../indices/statsSections.ts';
import { timeoutParameters } from '../indicesOptions.ts';
import { VERSION } from '../root.ts';
import type { Figure } from './figures.ts';
import {
  memoryFigures,
  operationFigures,
  queryCacheFigures,
  readFigure,
  requestCacheFigures,
  scriptFigures,
  searchFigures,
  segmentFigures,
  suggestFigures,
} from './figures.ts';

const parameters = [...catParameters, ...timeoutParameters];

interface NodeColumn extends CatColumn {
  readonly value: (node: VirtualNode, services: RestServices) => CatCell;
}

/** In whole percent. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100) / whole);

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
  { name: 'version', aliases: ['v'], hidden: true, doc: 'es version', value: () => VERSION.number },
  {
    name: 'type',
    aliases: ['t'],
    hidden: true,
    doc: 'es distribution type',
    value: () => VERSION.build_type,
  },
  { name: 'build', aliases: ['b'], hidden: true, doc: 'es build hash', value: () => VERSION.build_hash },
  { name: 'jdk', aliases: ['j'], hidden: true, doc: 'jdk version', value: () => JDK_VERSION },
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
    name: 'heap.percent',
    aliases: ['hp', 'heapPercent'],
    align: 'right',
    doc: 'used heap ratio',
    value: (_node, { system }) => percent(system().heapUsedBytes, system().heapMaxBytes),
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
    name: 'ram.percent',
    aliases: ['rp', 'ramPercent'],
    align: 'right',
    doc: 'used machine memory ratio',
    value: (_node, { system }) =>
      percent(system().memoryTotalBytes - system().memoryFreeBytes, system().memoryTotalBytes),
  },
  {
    name: 'ram.max',
    aliases: ['rm', 'ramMax'],
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
    name: 'cpu',
    aliases: ['cpu'],
    align: 'right',
    doc: 'recent cpu usage',
    value: (_node, { system }) => system().cpuPercent,
  },
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
    name: 'uptime',
    aliases: ['u'],
    kind: 'time',
    align: 'right',
    hidden: true,
    doc: 'node uptime',
    value: (_node, { system }) => Math.round(system().uptimeMs),
  },
  {
    name: 'node.role',
    aliases: ['r', 'role', 'nodeRole'],
    doc: 'm:master eligible node, d:data node, i:ingest node, -:coordinating node only',
    value: () => 'dimr',
  },
  {
    name: 'node.roles',
    aliases: ['rs', 'all roles'],
    doc: ' -:coordinating node only',
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

const figures: readonly Figure[] = [
  ...memoryFigures,
  ...queryCacheFigures,
  ...requestCacheFigures('counts'),
  ...operationFigures,
  ...scriptFigures,
  ...searchFigures('sc'),
  ...segmentFigures,
  ...suggestFigures,
];

function figuresOf(node: VirtualNode, { cluster, search }: RestServices): readonly CatCell[] {
  const copies = [...cluster.indices.values()]
    .flatMap((index) => index.copies)
    .filter(({ shard, routing }) => shard && routing.nodeId === node.id)
    .map((copy) => copyStats(copy, statsSections, search));
  const stats = copies.length > 0 ? sumStats(copies) : emptyStats(statsSections);
  return figures.map(({ path }) => readFigure(stats, path) ?? 0);
}

export const catNodeRoutes: readonly Route[] = [
  ...routes(
    ['GET /_cat/nodes'],
    { parameters: [...parameters, 'full_id', 'include_unloaded_segments'], doc: 'nodes' },
    (request, services) => {
      const full = request.bool('full_id', false);
      const rows = services.cluster.nodes.map((node) => [
        ...nodeColumns.map(({ name, value }) => (name === 'id' && full ? node.id : value(node, services))),
        ...figuresOf(node, services),
      ]);
      return table({ columns: [...nodeColumns, ...figures], rows });
    },
  ),
];
