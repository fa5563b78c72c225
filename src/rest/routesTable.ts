import { catRoutes } from './handlers/cat/index.ts';
import { allocationRoutes } from './handlers/cluster/allocation.ts';
import { healthRoutes } from './handlers/cluster/health.ts';
import { nodeRoutes } from './handlers/cluster/nodes.ts';
import { scriptRoutes } from './handlers/cluster/scripts.ts';
import { clusterSettingsRoutes } from './handlers/cluster/settings.ts';
import { stateRoutes } from './handlers/cluster/state.ts';
import { taskRoutes } from './handlers/cluster/tasks.ts';
import { bulkRoutes } from './handlers/documents/bulk.ts';
import { byQueryRoutes } from './handlers/documents/byQuery.ts';
import { getRoutes } from './handlers/documents/get.ts';
import { documentRoutes } from './handlers/documents/index.ts';
import { mgetRoutes } from './handlers/documents/mget.ts';
import { updateRoutes } from './handlers/documents/update.ts';
import { aliasRoutes } from './handlers/indices/aliases.ts';
import { analyzeRoutes } from './handlers/indices/analyze.ts';
import { blockRoutes } from './handlers/indices/blocks.ts';
import { indexRoutes } from './handlers/indices/crud.ts';
import { dataStreamRoutes } from './handlers/indices/dataStreams.ts';
import { fieldCapsRoutes } from './handlers/indices/fieldCaps.ts';
import { maintenanceRoutes } from './handlers/indices/maintenance.ts';
import { mappingRoutes } from './handlers/indices/mapping.ts';
import { resizeRoutes } from './handlers/indices/resize.ts';
import { resolveRoutes } from './handlers/indices/resolve.ts';
import { rolloverRoutes } from './handlers/indices/rollover.ts';
import { segmentRoutes } from './handlers/indices/segments.ts';
import { settingsRoutes } from './handlers/indices/settings.ts';
import { simulateRoutes } from './handlers/indices/simulate.ts';
import { statsRoutes } from './handlers/indices/stats.ts';
import { templateRoutes } from './handlers/indices/templates.ts';
import { pipelineRoutes } from './handlers/ingest/pipelines.ts';
import { simulateRoutes as simulatePipelineRoutes } from './handlers/ingest/simulate.ts';
import { knnModelRoutes } from './handlers/knn/models.ts';
import { knnStatsRoutes } from './handlers/knn/stats.ts';
import { knnWarmupRoutes } from './handlers/knn/warmup.ts';
import { notEmulatedRoutes } from './handlers/notEmulated.ts';
import { rockpoolRoutes } from './handlers/rockpool/index.ts';
import { rootRoutes } from './handlers/root.ts';
import { countRoutes } from './handlers/search/count.ts';
import { explainRoutes } from './handlers/search/explain.ts';
import { searchRoutes } from './handlers/search/index.ts';
import { msearchRoutes } from './handlers/search/msearch.ts';
import { pointInTimeRoutes } from './handlers/search/pointInTime.ts';
import { rankEvalRoutes } from './handlers/search/rankEval/index.ts';
import { scrollRoutes } from './handlers/search/scroll.ts';
import { searchShardsRoutes } from './handlers/search/searchShards.ts';
import { searchTemplateRoutes } from './handlers/search/templates.ts';
import { termVectorsRoutes } from './handlers/search/termVectors.ts';
import { validateRoutes } from './handlers/search/validate.ts';
import { repositoryRoutes } from './handlers/snapshots/repositories.ts';
import { snapshotRoutes } from './handlers/snapshots/snapshots.ts';
import { sqlRoutes } from './handlers/sql.ts';
import type { Route, RouteTag } from './route.ts';

const areas: readonly (readonly [RouteTag, ...(readonly Route[])[]])[] = [
  [
    'cluster',
    rootRoutes,
    healthRoutes,
    clusterSettingsRoutes,
    stateRoutes,
    nodeRoutes,
    taskRoutes,
    scriptRoutes,
    allocationRoutes,
  ],
  [
    'documents',
    documentRoutes,
    updateRoutes,
    getRoutes,
    mgetRoutes,
    bulkRoutes,
    byQueryRoutes,
    termVectorsRoutes,
  ],
  [
    'search',
    searchRoutes,
    countRoutes,
    msearchRoutes,
    rankEvalRoutes,
    scrollRoutes,
    validateRoutes,
    searchShardsRoutes,
    pointInTimeRoutes,
    explainRoutes,
    searchTemplateRoutes,
    fieldCapsRoutes,
  ],
  [
    'indices',
    indexRoutes,
    mappingRoutes,
    analyzeRoutes,
    settingsRoutes,
    aliasRoutes,
    templateRoutes,
    maintenanceRoutes,
    statsRoutes,
    segmentRoutes,
    dataStreamRoutes,
    resolveRoutes,
    simulateRoutes,
    rolloverRoutes,
    blockRoutes,
    resizeRoutes,
  ],
  ['ingest', pipelineRoutes, simulatePipelineRoutes],
  ['snapshots', repositoryRoutes, snapshotRoutes],
  ['sql', sqlRoutes],
  ['knn', knnStatsRoutes, knnWarmupRoutes, knnModelRoutes],
  ['cat', catRoutes],
  ['rockpool', rockpoolRoutes],
  ['refused', notEmulatedRoutes],
];

/** All APIs, one row per method and path. */
export const restRoutes: readonly Route[] = areas.flatMap(([tag, ...tables]) =>
  tables.flat().map((route) => ({ ...route, tag })),
);
