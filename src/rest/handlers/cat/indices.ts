import type { LocalIndex } from '../../../cluster/index.ts';
import { dataStreamOf, indicesOptions, isHidden } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { indexStatus } from '../cluster/health.ts';
import { indexStats } from '../indices/stats.ts';
import { statsSections } from '../indices/statsSections.ts';
import { indicesParameters, requestIndicesOptions, timeoutParameters } from '../indicesOptions.ts';
import {
  memoryFigures,
  operationFigures,
  readFigure,
  requestCacheFigures,
  searchFigures,
  segmentFigures,
  suggestFigures,
  warmerFigures,
} from './figures.ts';

/** Statistics of an index; `null` while it is closed. */
type Totals = { readonly primaries: JsonObject; readonly total: JsonObject } | null;

/** A column with its value for an index; values of a closed index are unknown. */
interface IndexColumn extends CatColumn {
  readonly value: (index: LocalIndex, totals: Totals) => CatCell;
}

/** A value over all copies, and the same for primaries under `pri.`. */
function withPrimaries(
  column: CatColumn,
  read: (stats: JsonObject | null) => CatCell,
): readonly [IndexColumn, IndexColumn] {
  const { aliases: _none, ...primary } = column;
  return [
    { ...column, sibling: 'pri', value: (_index, totals) => read(totals && totals.total) },
    {
      ...primary,
      name: `pri.${column.name}`,
      value: (_index, totals) => read(totals && totals.primaries),
    },
  ];
}

const figures: readonly IndexColumn[] = [
  ...memoryFigures,
  ...requestCacheFigures('count'),
  ...operationFigures,
  ...searchFigures('sc'),
  ...segmentFigures,
  ...warmerFigures,
  ...suggestFigures,
].flatMap((figure) => withPrimaries(figure, (stats) => readFigure(stats, figure.path)));

const MEMORY_TOTAL: CatColumn = {
  name: 'memory.total',
  aliases: ['tm', 'memoryTotal'],
  align: 'right',
  hidden: true,
  kind: 'bytes',
  doc: 'total used memory',
};

function totalMemory(stats: JsonObject | null): CatCell {
  if (stats === null) return null;
  const parts = ['fielddata.memory_size', 'query_cache.memory_size', 'request_cache.memory_size'];
  const paths = [...parts, 'segments.memory'].map((part) => `${part}_in_bytes`.split('.'));
  return paths.reduce((sum, path) => sum + Number(readFigure(stats, path)), 0);
}

const [memoryTotal, memoryPrimaries] = withPrimaries(MEMORY_TOTAL, totalMemory);

const columns: readonly IndexColumn[] = [
  { name: 'health', aliases: ['h'], doc: 'current health status', value: indexStatus },
  { name: 'status', aliases: ['s'], doc: 'open/close status', value: ({ state }) => state },
  { name: 'index', aliases: ['i', 'idx'], doc: 'index name', value: ({ name }) => name },
  { name: 'uuid', aliases: ['id', 'uuid'], doc: 'index uuid', value: ({ uuid }) => uuid },
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
    value: (_index, totals) => readFigure(totals && totals.primaries, ['docs', 'count']),
  },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    align: 'right',
    doc: 'deleted docs',
    value: (_index, totals) => readFigure(totals && totals.primaries, ['docs', 'deleted']),
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
    sibling: 'pri',
    doc: 'store size of primaries & replicas',
    value: (_index, totals) => readFigure(totals && totals.total, ['store', 'size_in_bytes']),
  },
  {
    name: 'pri.store.size',
    align: 'right',
    kind: 'bytes',
    doc: 'store size of primaries',
    value: (_index, totals) => readFigure(totals && totals.primaries, ['store', 'size_in_bytes']),
  },
  ...figures,
  memoryTotal,
  { ...memoryPrimaries, doc: 'total user memory' },
  {
    name: 'search.throttled',
    aliases: ['sth'],
    hidden: true,
    doc: 'indicates if the index is search throttled',
    value: () => 'false',
  },
];

function totalsOf(index: LocalIndex, { search }: RestServices): Totals {
  return index.state === 'close' ? null : indexStats(index, statsSections, search);
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
  (request, services) => {
    const options = requestIndicesOptions(request, { ...indicesOptions.expandOpenClosed });
    const health = request.param('health');
    const wanted = health?.toLowerCase() ?? null;
    if (!request.bool('help', false) && wanted !== null && !['green', 'yellow', 'red'].includes(wanted)) {
      throw illegalArgument(`unknown cluster health status [${health}]`);
    }
    const hidden = options.expandWildcards.includes('hidden') || options.expandWildcards.includes('all');
    const named = request.param('index') !== null;
    const indices = services.cluster
      .localIndices(request.param('index'), options)
      .filter((index) => named || hidden || !isHidden(index) || dataStreamOf(index) !== null)
      .filter((index) => wanted === null || indexStatus(index) === wanted);
    const rows = indices.map((index) => {
      const totals = totalsOf(index, services);
      return columns.map(({ value }) => value(index, totals));
    });
    return table({ columns, rows });
  },
);
