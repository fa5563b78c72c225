import { checkBlocks, indicesOptions, type LocalIndex, type Task } from '../../../cluster/index.ts';
import { type JsonObject, OpenSearchError, settingValue } from '../../../common/index.ts';
import { indexKnn, type KnnNode, type WarmupGraph, warmUp } from '../../../knn/index.ts';
import { json } from '../../response.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';

const ACTION = 'cluster:admin/knn_warmup_action';

export const knnWarmupRoutes = routes(
  ['GET /_ext/_knn/warmup/{index}'],
  {
    parameters: ['timeout', 'wait_for_completion'],
    body: 'json',
    doc: 'loads the graphs of indices into native memory, replicas included',
  },
  async (request, services) => {
    const indices = services.cluster.localIndices(request.param('index'), indicesOptions.search);
    checkIndices(indices);
    const { tasks } = services.cluster;
    const { notices } = services.knn;
    const progress = { total: 0, loaded: 0, failed: 0 };
    const options = {
      action: ACTION,
      description: `warmup of [${indices.map(({ name }) => name).join(', ')}]`,
      cancellable: true,
      status: () => ({ graphs: { ...progress } }),
    };
    const work = (task: Task): Promise<JsonObject> => warmUpIndices(indices, services, task, progress);
    if (!request.bool('wait_for_completion', true)) {
      return json({ task: tasks.start(options, work) }, 200, notices);
    }
    if (!request.has('timeout')) return json(await tasks.run(options, work), 200, notices);
    // The task continues after the timeout, or after the connection is closed.
    const id = tasks.start(options, work);
    if (!(await tasks.waitFor(id, request.time('timeout', 0)))) {
      const reason = `warmup is not complete after [${request.param('timeout')}]; it goes on as task [${id}]`;
      throw new OpenSearchError('timeout_exception', reason, { metadata: { task: id } });
    }
    const { response, error } = tasks.get(id) as { response?: JsonObject; error?: OpenSearchError };
    if (error) throw error;
    return json(response, 200, notices);
  },
);

function checkIndices(indices: readonly LocalIndex[]): void {
  if (indices.some(({ settings }) => !settingValue(indexKnn, settings))) {
    throw new OpenSearchError(
      'k_n_n_invalid_indices_exception',
      "Warm up request rejected. One or more indices have 'index.knn' set to false.",
    );
  }
  checkBlocks(indices, 'metadata_read');
}

interface Progress {
  total: number;
  loaded: number;
  failed: number;
}

/** A graph of one of a node's copies. */
interface NodeGraph {
  readonly graph: WarmupGraph;
  readonly copy: CopyOutcome;
}

interface CopyOutcome {
  readonly index: string;
  readonly shard: number;
  error: unknown;
}

/**
 * Warms up every assigned copy of every shard; unassigned ones only count in the total, as in the original.
 */
async function warmUpIndices(
  indices: readonly LocalIndex[],
  services: RestServices,
  task: Task,
  progress: Progress,
): Promise<JsonObject> {
  const copies: CopyOutcome[] = [];
  const searchers: { close(): void }[] = [];
  try {
    const graphs = new Map<string, NodeGraph[]>();
    for (const index of indices) {
      for (const handle of index.copies) {
        if (handle.shard === null || handle.routing.nodeId === null) continue;
        const searcher = handle.shard.acquireSearcher();
        searchers.push(searcher);
        const copy: CopyOutcome = { index: index.name, shard: handle.routing.shardId, error: null };
        copies.push(copy);
        const { nodeId, shardId } = handle.routing;
        const local = services.knn.node(nodeId).shard({ indexUuid: index.uuid, shardId });
        const own = local?.warmupGraphs(searcher.leaves, index.mapper) ?? [];
        graphs.set(nodeId, [...(graphs.get(nodeId) ?? []), ...own.map((graph) => ({ graph, copy }))]);
        progress.total += own.length;
      }
    }
    const nodes = [...graphs].map(([id, own]) => warmUpNode(services.knn.node(id), own, task, progress));
    await Promise.all(nodes);
  } finally {
    for (const searcher of searchers) searcher.close();
  }
  const total = indices.reduce((sum, index) => sum + index.copies.length, 0);
  return shardsJson(total, copies);
}

function warmUpNode(
  node: KnnNode,
  graphs: readonly NodeGraph[],
  task: Task,
  progress: Progress,
): Promise<void> {
  const done = (index: number, error: unknown): void => {
    progress.loaded += error === null ? 1 : 0;
    progress.failed += error === null ? 0 : 1;
    graphs[index].copy.error ??= error;
  };
  const list = graphs.map(({ graph }) => graph);
  return warmUp(node, list, { signal: task, done });
}

function shardsJson(total: number, copies: readonly CopyOutcome[]): JsonObject {
  const failures = copies.filter(({ error }) => error !== null);
  const shards: JsonObject = {
    total,
    successful: copies.length - failures.length,
    failed: failures.length,
  };
  if (failures.length > 0) {
    shards.failures = failures.map(({ index, shard, error }) => ({
      shard,
      index,
      status: 'INTERNAL_SERVER_ERROR',
      reason: { type: 'runtime_exception', reason: error instanceof Error ? error.message : String(error) },
    }));
  }
  return { _shards: shards };
}
