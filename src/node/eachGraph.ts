import type { LocalIndex } from '../cluster/index.ts';
import type { KnnNode, KnnPlugin, WarmupGraph } from '../knn/index.ts';

/**
 * Collects what `read` returns for each graph of every copy of an index that is on a node; the graph's
 * segment stays open meanwhile.
 */
export async function eachGraph<T>(
  index: LocalIndex,
  knn: KnnPlugin,
  read: (graph: WarmupGraph, node: KnnNode) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const { shard, routing } of index.copies) {
    if (shard === null || routing.nodeId === null) continue;
    const { nodeId, shardId } = routing;
    const node = knn.node(nodeId);
    const searcher = shard.acquireSearcher();
    try {
      const local = node.shard({ indexUuid: index.uuid, shardId });
      for (const graph of local?.warmupGraphs(searcher.leaves, index.mapper) ?? []) {
        results.push(await read(graph, node));
      }
    } finally {
      searcher.close();
    }
  }
  return results;
}
