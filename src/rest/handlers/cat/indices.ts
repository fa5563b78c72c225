import type { LocalIndex } from '../../../cluster/index.ts';
import { dataStreamOf, indicesOptions, isHidden } from '../../../cluster/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import type { ShardStats } from '../../../shard/index.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { indexStatus } from '../cluster/health.ts';
import { indicesParameters, requestIndicesOptions, timeoutParameters } from '../indicesOptions.ts';

interface Totals {
  readonly primaries: readonly ShardStats[];
  readonly all: readonly ShardStats[];
}

/** A column with what it shows of an index; figures of a closed index are unknown. */
interface IndexColumn extends CatColumn {
  readonly value: (index: LocalIndex, totals: Totals | null) => string | number | null;
}

function sum(stats: readonly ShardStats[], read: (stat: ShardStats) => number): number {
  return stats.reduce((total, stat) => total + read(stat), 0);
}

type Read = (stat: ShardStats) => number;

/** A figure of all copies, and the same of the primaries under `pri.`. */
function figures(
  name: string,
  aliases: readonly string[],
  doc: string,
  read: Read,
  kind?: CatColumn['kind'],
): readonly IndexColumn[] {
  const common = { align: 'right', hidden: true, ...(kind ? { kind } : {}) } as const;
  return [
    { ...common, name, aliases, doc, value: (_index, totals) => totals && sum(totals.all, read) },
    {
      ...common,
      name: `pri.${name}`,
      doc: `${doc} (primaries)`,
      value: (_index, totals) => totals && sum(totals.primaries, read),
    },
  ];
}

const columns: readonly IndexColumn[] = [
  { name: 'health', aliases: ['h'], doc: 'current health status', value: indexStatus },
  { name: 'status', aliases: ['s'], doc: 'open/close status', value: ({ state }) => state },
  { name: 'index', aliases: ['i', 'idx'], doc: 'index name', value: ({ name }) => name },
  { name: 'uuid', aliases: ['id'], doc: 'index uuid', value: ({ uuid }) => uuid },
  {
    name: 'pri',
    aliases: ['p', 'shards.primary', 'shardsPrimary'],
    align: 'right',
    doc: 'number of primary shards',
    value: ({ numberOfShards }) => numberOfShards,
  },
  {
    name: 'rep',
    aliases: ['r', 'shards.replica', 'shardsReplica'],
    align: 'right',
    doc: 'number of replica shards',
    value: ({ numberOfReplicas }) => numberOfReplicas,
  },
  {
    name: 'docs.count',
    aliases: ['dc', 'docsCount'],
    align: 'right',
    doc: 'available docs',
    value: (_index, totals) => totals && sum(totals.primaries, ({ docs }) => docs.count),
  },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    align: 'right',
    doc: 'deleted docs',
    value: (_index, totals) => totals && sum(totals.primaries, ({ docs }) => docs.deleted),
  },
  {
    name: 'creation.date',
    aliases: ['cd'],
    hidden: true,
    doc: 'index creation date (millisecond value)',
    value: ({ creationDateMs }) => String(creationDateMs),
  },
  {
    name: 'creation.date.string',
    aliases: ['cds'],
    hidden: true,
    doc: 'index creation date (as string)',
    value: ({ creationDateMs }) => new Date(creationDateMs).toISOString(),
  },
  {
    name: 'store.size',
    aliases: ['ss', 'storeSize'],
    align: 'right',
    kind: 'bytes',
    doc: 'store size of primaries & replicas',
    value: (_index, totals) => totals && sum(totals.all, ({ store }) => store.sizeBytes),
  },
  {
    name: 'pri.store.size',
    align: 'right',
    kind: 'bytes',
    doc: 'store size of primaries',
    value: (_index, totals) => totals && sum(totals.primaries, ({ store }) => store.sizeBytes),
  },
  ...figures(
    'segments.count',
    ['sc', 'segmentsCount'],
    'number of segments',
    ({ segments }) => segments.count,
  ),
  ...figures('flush.total', ['ft', 'flushTotal'], 'number of flushes', ({ flush }) => flush.total),
  ...figures('get.total', ['gto', 'getTotal'], 'number of get ops', ({ get }) => get.total),
  ...figures(
    'indexing.index_total',
    ['iito'],
    'number of indexing ops',
    ({ indexing }) => indexing.indexTotal,
  ),
  ...figures(
    'indexing.delete_total',
    ['idto'],
    'number of delete ops',
    ({ indexing }) => indexing.deleteTotal,
  ),
  ...figures(
    'merges.total',
    ['mt', 'mergesTotal'],
    'number of completed merge ops',
    ({ merges }) => merges.total,
  ),
  ...figures('refresh.total', ['rto', 'refreshTotal'], 'total refreshes', ({ refresh }) => refresh.total),
];

function totalsOf(index: LocalIndex): Totals | null {
  if (index.state === 'close') return null;
  const open = index.copies.filter((copy) => copy.shard);
  const stats = (copies: typeof open): ShardStats[] => copies.flatMap((copy) => copy.shard?.stats() ?? []);
  return { primaries: stats(open.filter((copy) => copy.routing.primary)), all: stats(open) };
}

export const catIndicesRoutes: readonly Route[] = routes(
  ['GET /_cat/indices', 'GET /_cat/indices/{index}'],
  {
    parameters: [
      ...catParameters,
      ...indicesParameters,
      ...timeoutParameters,
      'health',
      'pri',
      'include_unloaded_segments',
    ],
    doc: 'indices',
  },
  (request, { cluster }) => {
    const options = requestIndicesOptions(request, { ...indicesOptions.expandOpenClosed });
    const health = request.param('health');
    if (health !== null && !['green', 'yellow', 'red'].includes(health)) {
      throw illegalArgument(`unknown cluster health status [${health}]`);
    }
    const hidden = options.expandWildcards.includes('hidden') || options.expandWildcards.includes('all');
    const named = request.param('index') !== null;
    const indices = cluster
      .localIndices(request.param('index'), options)
      .filter((index) => named || hidden || !isHidden(index) || dataStreamOf(index) !== null)
      .filter((index) => health === null || indexStatus(index) === health);
    const rows = indices.map((index) => {
      const totals = totalsOf(index);
      return columns.map(({ value }) => value(index, totals));
    });
    return table({ columns, rows });
  },
);
