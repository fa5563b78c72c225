import { type JsonObject, type JsonValue, limits, type Steps } from '../common/index.ts';
import { aggregationTypes, typesChecking } from './aggregationTypes.ts';
import { ReduceContext } from './framework/internalAggregation.ts';
import { parseTree } from './framework/parseTree.ts';
import { reduceTree } from './framework/reduceTree.ts';
import { type ShardResult, TreeAggregator } from './framework/shardAggregator.ts';
import type { AggregationTree } from './framework/specs.ts';
import { validateTree } from './framework/validateTree.ts';
import type { CheckTopHits } from './metric/topHits.ts';
import type {
  AggregationBuilders,
  AggregationContext,
  AggregationReduceOptions,
  ShardAggregation,
  ShardAggregator,
} from './types.ts';

/**
 * Parses the `aggs` member of a search. Throws parsing_exception, x_content_parse_exception and similar in
 * the original's words; `placeError` adds lines and columns.
 */
export function parseAggregations(json: JsonValue): AggregationBuilders {
  return parseWith(json, aggregationTypes);
}

/** Such a parser that has the members of `top_hits` checked as it meets them. */
export function aggregationParser(checkTopHits: CheckTopHits): typeof parseAggregations {
  const types = typesChecking(checkTopHits);
  return (json) => parseWith(json, types);
}

function parseWith(json: JsonValue, types: typeof aggregationTypes): AggregationBuilders {
  const tree = parseTree(json, types);
  validateTree(tree);
  return new ParsedAggregations(tree);
}

class ParsedAggregations implements AggregationBuilders {
  readonly needsScores: boolean;
  readonly visitsAllDocs: boolean;
  readonly #tree: AggregationTree;

  constructor(tree: AggregationTree) {
    this.#tree = tree;
    this.needsScores = needsScores(tree);
    this.visitsAllDocs = tree.nodes.some(({ spec }) => spec.visitsAllDocs);
  }

  createShardAggregator(context: AggregationContext): ShardAggregator {
    return new TreeAggregator(this.#tree, context);
  }

  reduce(results: readonly ShardAggregation[], options: AggregationReduceOptions): Steps<JsonObject> {
    const context = new ReduceContext(options.maxBuckets ?? limits.buckets.value);
    const shards = (results as readonly ShardResult[]).map((result) => result.aggregations);
    return reduceTree(this.#tree, shards, context, options.typedKeys);
  }
}

function needsScores(tree: AggregationTree): boolean {
  return tree.nodes.some((node) => node.spec.needsScores || needsScores(node.children));
}
