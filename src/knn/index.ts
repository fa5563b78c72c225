export { checkGraphs, type GraphCheck } from './checkGraphs.ts';
export type { GraphBuilder, GraphInProgress } from './graphBuilder.ts';
export { isGraphFile } from './graphFile.ts';
export type { GraphBuild } from './graphStore.ts';
export type { HnswLibrary } from './hnswLibrary.ts';
export { EXACT_NOTICE, loadHnswLibrary } from './hnswLibrary.ts';
export { InProcessBuilder } from './inProcessBuilder.ts';
export type { KnnNode } from './knnNode.ts';
export type { KnnOptions } from './knnPlugin.ts';
export { KnnPlugin } from './knnPlugin.ts';
export { graphFolderName, type KnnShard, type WarmupGraph } from './knnShard.ts';
export {
  missRatioCurve,
  type NodeCache,
  policyCurves,
  traceCurve,
  tracesOf,
  windowsOf,
} from './laboratory/curve.ts';
export { EventLog } from './laboratory/eventLog.ts';
export type { Fault } from './laboratory/faultRules.ts';
export { FaultRules } from './laboratory/faultRules.ts';
export { KnnLaboratory } from './laboratory/laboratory.ts';
export type { GraphLayout, Plan, PlannedGraph } from './laboratory/plan.ts';
export { expectedWeightKb, graphsOf, planOf } from './laboratory/plan.ts';
export { type Policy, policies } from './laboratory/policies/policyTable.ts';
export { NO_SIMULATION } from './laboratory/simulatedLoads.ts';
export { readTraceCsv, traceCsv } from './laboratory/traceCsv.ts';
export * from './laboratory/types.ts';
export { type BudgetFigures, NativeBudget } from './nativeBudget.ts';
export { husks } from './nativeMemory.ts';
export type { CacheEvent } from './nativeMemoryCache.ts';
export {
  indexEfConstruction,
  indexEfSearch,
  indexKnn,
  indexM,
  indexSpaceType,
  knnClusterSettings,
  knnIndexSettings,
} from './settings.ts';
export type { SpaceType } from './spaceTypes.ts';
export { hammingScore, SPACE_NAMES, scoreVectors, spaceTypes } from './spaceTypes.ts';
export { clusterStatistics, nodeStatistics } from './statistics.ts';
export { parseStatisticNames } from './statisticsRequest.ts';
export * from './types.ts';
export { cosineSimilarity, dotProduct, l1Norm, lInfNorm, squaredL2 } from './vectorMath.ts';
export type { WarmupOptions } from './warmup.ts';
export { warmUp } from './warmup.ts';
export { WorkerBuilder } from './workerBuilder.ts';
