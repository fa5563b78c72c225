import type { JsonObject } from '../../common/index.ts';
import {
  Aggregations,
  type InternalAggregation,
  isMultiBucket,
  isSingleBucket,
  type ReduceContext,
} from './internalAggregation.ts';
import type { AggregationNode, AggregationTree } from './specs.ts';

/** Reduces the shards' results, runs the pipelines, renders. */
export function reduceTree(
  tree: AggregationTree,
  results: readonly Aggregations[],
  context: ReduceContext,
  typedKeys: boolean,
): JsonObject {
  const rendered: JsonObject = {};
  if (results.length === 0) return rendered;
  const reduced = Aggregations.reduce(results, context);
  runPipelines(tree, reduced, context).renderInto(rendered, { typedKeys });
  return rendered;
}

/** Pipelines of inner levels first: those of a level see the finished results below it. */
function runPipelines(
  tree: AggregationTree,
  aggregations: Aggregations,
  context: ReduceContext,
): Aggregations {
  let result = tree.nodes.some((node) => hasPipelines(node.children))
    ? aggregations.map((value, index) => insideOf(tree.nodes[index], value, context))
    : aggregations;
  for (const { head, spec } of tree.pipelines) {
    if (spec.summarize) result = result.with(head, spec.summarize(result, context));
  }
  return result;
}

function hasPipelines(tree: AggregationTree): boolean {
  return tree.pipelines.length > 0 || tree.nodes.some((node) => hasPipelines(node.children));
}

/** Runs what stands inside one aggregation: pipelines within its buckets, then those that change its buckets. */
function insideOf(
  node: AggregationNode,
  value: InternalAggregation,
  context: ReduceContext,
): InternalAggregation {
  const tree = node.children;
  if (!hasPipelines(tree)) return value;
  const below: AggregationTree = { nodes: tree.nodes, pipelines: [] };
  let result = changeAggregations(value, (inner) => runPipelines(below, inner, context));
  for (const { head, spec } of tree.pipelines) {
    if (spec.summarize) {
      result = changeAggregations(result, (inner) => inner.with(head, spec.summarize!(inner, context)));
    } else if (spec.transform) result = spec.transform(result, head, context);
  }
  return result;
}

function changeAggregations(
  value: InternalAggregation,
  change: (inner: Aggregations) => Aggregations,
): InternalAggregation {
  if (isMultiBucket(value)) {
    return value.withBuckets(
      value.buckets.map((bucket) => bucket.withAggregations(change(bucket.aggregations))),
    );
  }
  return isSingleBucket(value) ? value.withAggregations(change(value.aggregations)) : value;
}
