import { inOneStep, type JsonObject, type Steps } from '../../common/index.ts';
import {
  Aggregations,
  type Bucket,
  type InternalAggregation,
  isMultiBucket,
  isSingleBucket,
  type ReduceContext,
} from './internalAggregation.ts';
import { renderInSteps } from './renderInSteps.ts';
import type { AggregationNode, AggregationTree } from './specs.ts';

/** Reduces the shards' results, runs pipelines, and renders. */
export function* reduceTree(
  tree: AggregationTree,
  results: readonly Aggregations[],
  context: ReduceContext,
  typedKeys: boolean,
): Steps<JsonObject> {
  const rendered: JsonObject = {};
  if (results.length === 0) return rendered;
  const reduced = Aggregations.reduce(results, context);
  yield;
  const finished = yield* runPipelines(tree, reduced, context);
  yield* renderInSteps(finished, rendered, { typedKeys });
  return rendered;
}

/** Runs pipelines, inner levels first, since those of a level read the finished results below it. */
function* runPipelines(
  tree: AggregationTree,
  aggregations: Aggregations,
  context: ReduceContext,
): Steps<Aggregations> {
  let result = aggregations;
  if (tree.nodes.some((node) => hasPipelines(node.children))) {
    const values: InternalAggregation[] = [];
    for (const [index, value] of aggregations.values.entries()) {
      values.push(yield* insideOf(tree.nodes[index], value, context));
    }
    result = new Aggregations(aggregations.heads, values);
  }
  for (const { head, spec } of tree.pipelines) {
    yield;
    if (spec.summarize) result = result.with(head, spec.summarize(result, context));
  }
  return result;
}

function hasPipelines(tree: AggregationTree): boolean {
  return tree.pipelines.length > 0 || tree.nodes.some((node) => hasPipelines(node.children));
}

/**
 * Runs the pipelines inside an aggregation: first those within its buckets, then those that change the
 * buckets.
 */
function* insideOf(
  node: AggregationNode,
  value: InternalAggregation,
  context: ReduceContext,
): Steps<InternalAggregation> {
  const tree = node.children;
  if (!hasPipelines(tree)) return value;
  const below: AggregationTree = { nodes: tree.nodes, pipelines: [] };
  let result = hasPipelines(below)
    ? yield* changeAggregations(value, (inner) => runPipelines(below, inner, context))
    : value;
  for (const { head, spec } of tree.pipelines) {
    yield;
    const { summarize, transform } = spec;
    if (summarize) {
      const change = (inner: Aggregations) => inOneStep(() => inner.with(head, summarize(inner, context)));
      result = yield* changeAggregations(result, change);
    } else if (transform) result = yield* transform(result, head, context);
  }
  return result;
}

function* changeAggregations(
  value: InternalAggregation,
  change: (inner: Aggregations) => Steps<Aggregations>,
): Steps<InternalAggregation> {
  if (isSingleBucket(value)) return value.withAggregations(yield* change(value.aggregations));
  if (!isMultiBucket(value)) return value;
  const buckets: Bucket[] = [];
  for (const bucket of value.buckets) {
    buckets.push(bucket.withAggregations(yield* change(bucket.aggregations)));
  }
  return value.withBuckets(buckets);
}
