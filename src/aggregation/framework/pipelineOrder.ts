import { illegalArgument } from '../../common/index.ts';
import type { AggregationNode, PipelineNode } from './specs.ts';

/**
 * Orders pipelines so that each runs after those that it reads. Throws illegal_argument_exception for cycles.
 */
export function orderPipelines(
  pipelines: readonly PipelineNode[],
  nodes: readonly AggregationNode[],
): readonly PipelineNode[] {
  const byName = new Map(pipelines.map((pipeline) => [pipeline.head.name, pipeline]));
  const plain = new Set(nodes.map((node) => node.head.name));
  const ordered: PipelineNode[] = [];
  const state = new Map<PipelineNode, 'open' | 'done'>();
  const visit = (pipeline: PipelineNode): void => {
    if (state.get(pipeline) === 'done') return;
    if (state.get(pipeline) === 'open') {
      throw illegalArgument(`Cyclical dependency found with pipeline aggregator [${pipeline.head.name}]`);
    }
    state.set(pipeline, 'open');
    for (const path of pipeline.spec.bucketsPaths) {
      const [first] = path.split(/[>.]/);
      const needed = plain.has(first) ? undefined : (byName.get(path) ?? byName.get(first));
      if (needed) visit(needed);
    }
    state.set(pipeline, 'done');
    ordered.push(pipeline);
  };
  pipelines.forEach(visit);
  return ordered;
}
