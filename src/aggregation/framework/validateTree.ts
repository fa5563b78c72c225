import { OpenSearchError } from '../../common/index.ts';
import type { AggregationNode, AggregationTree } from './specs.ts';

/** Checks pipelines against what they read. Throws action_request_validation_exception with all problems. */
export function validateTree(tree: AggregationTree): void {
  const problems = problemsOf(tree, null);
  if (problems.length === 0) return;
  const list = problems.map((problem, index) => `${index + 1}: ${problem};`).join('');
  throw new OpenSearchError('action_request_validation_exception', `Validation Failed: ${list}`);
}

function problemsOf(tree: AggregationTree, parent: AggregationNode | null): string[] {
  const problems = tree.nodes.flatMap((node) => problemsOf(node.children, node));
  const pipelineNames = tree.pipelines.map((pipeline) => pipeline.head.name);
  for (const { head, spec } of tree.pipelines) {
    problems.push(...spec.validate({ name: head.name, siblings: tree.nodes, pipelineNames, parent }));
  }
  return problems;
}
