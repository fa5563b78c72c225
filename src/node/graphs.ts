import type { ClusterService, LocalIndex } from '../cluster/index.ts';
import { appendAll, type JsonObject } from '../common/index.ts';
import type { BudgetFigures, KnnNode, KnnPlugin, WarmupGraph } from '../knn/index.ts';
import { eachGraph } from './eachGraph.ts';

interface GraphParts {
  readonly cluster: ClusterService;
  readonly knn: KnnPlugin;
}

/**
 * The memory of the process, every cache with its limit, and every graph with its node, size and whether it
 * is loaded.
 */
export async function graphsJson(
  indices: readonly LocalIndex[],
  { cluster, knn }: GraphParts,
): Promise<JsonObject> {
  const nodes = cluster.nodes.map(({ id, name }) => {
    const { cache, capacityReached } = knn.node(id);
    return {
      id,
      name,
      limit_kb: cache.limits.weightKb,
      used_kb: cache.weightKb(),
      capacity_reached: capacityReached,
    };
  });
  const graphs: JsonObject[] = [];
  for (const index of indices) appendAll(graphs, await eachGraph(index, knn, graphJson));
  return { native_memory: memoryJson(knn.memory), nodes, graphs };
}

/** Native memory of the graphs of all nodes. The limits of the caches are computed differently. */
function memoryJson(figures: BudgetFigures): JsonObject {
  return {
    budget_bytes: figures.totalBytes,
    graph_bytes: figures.graphBytes,
    load_bytes: figures.loadBytes,
    build_bytes: figures.buildBytes,
    husk_bytes: figures.huskBytes,
    waiting: figures.waiting,
  };
}

async function graphJson({ key, source }: WarmupGraph, node: KnnNode): Promise<JsonObject> {
  const { copy, segment, field, info, vectors } = source;
  return {
    index: copy.indexName,
    shard: copy.shardId,
    primary: copy.primary,
    node: node.id,
    segment: segment.name,
    field,
    engine: info.engine,
    vectors: vectors.count,
    dimension: vectors.dimension,
    kb: await node.store.weightKb(source),
    state: stateOf(key, node),
  };
}

function stateOf(key: string, { cache }: KnnNode): 'in_memory' | 'loading' | 'on_disk' {
  if (cache.has(key)) return 'in_memory';
  return cache.isLoading(key) ? 'loading' : 'on_disk';
}
