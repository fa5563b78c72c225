import { OpenSearchError } from '../../common/index.ts';
import { parsePath } from './bucketOrder.ts';
import type { AggregationNode, AggregationTree } from './specs.ts';

/**
 * Validates pipelines against what they read. Throws action_request_validation_exception with all problems.
 */
export function validateTree(tree: AggregationTree): void {
  const problems = problemsOf(tree, null);
  if (problems.length === 0) return;
  const list = problems.map((problem, index) => `${index + 1}: ${problem};`).join('');
  throw new OpenSearchError('action_request_validation_exception', `Validation Failed: ${list}`);
}

function problemsOf(tree: AggregationTree, parent: AggregationNode | null): string[] {
  return [...ownProblems(tree, parent), ...tree.nodes.flatMap((node) => problemsOf(node.children, node))];
}

/** An invalid path prevents checking the other pipelines of its level. */
function ownProblems(tree: AggregationTree, parent: AggregationNode | null): string[] {
  const lost = tree.pipelines.flatMap(({ spec }) => spec.bucketsPaths.map((path) => lostPath(path, tree)));
  const [first] = lost.filter((problem) => problem !== null);
  if (first !== undefined) return [first];
  const pipelineNames = tree.pipelines.map((pipeline) => pipeline.head.name);
  return tree.pipelines.flatMap(({ head, spec }) => [
    ...spec.validate({ name: head.name, siblings: tree.nodes, pipelineNames, parent }),
  ]);
}

/** The problem of a path whose names are resolved in the request; `null` if it is valid. */
function lostPath(path: string, tree: AggregationTree): string | null {
  if (path === '_count' || path === '_key') return null;
  const elements = parsePath(path);
  const nodeOf = (level: AggregationTree, name: string): AggregationNode | undefined =>
    level.nodes.find((node) => node.head.name === name);
  const isPipeline = (level: AggregationTree, name: string): boolean =>
    level.pipelines.some((pipeline) => pipeline.head.name === name);
  let node = elements.length === 0 ? undefined : nodeOf(tree, elements[0].name);
  if (node === undefined) {
    if (elements.length > 0 && isPipeline(tree, elements[0].name)) return null;
    return elements.length === 0 ? `Invalid path [${path}]` : `No aggregation found for path [${path}]`;
  }
  for (const [index, { name }] of elements.entries()) {
    if (index === 0) continue;
    const last = index === elements.length - 1;
    if (last && (name.toLowerCase() === '_key' || name === '_count')) return null;
    const below: AggregationNode | undefined = nodeOf(node.children, name);
    if (below === undefined && !(last && isPipeline(node.children, name))) {
      return `No aggregation [${name}] found for path [${path}]`;
    }
    if (below !== undefined) node = below;
  }
  return null;
}
