import type { JsonObject, Steps } from '../../common/index.ts';
import type { Aggregator, AggregatorPlace } from './aggregator.ts';
import type {
  AggregationHead,
  Aggregations,
  InternalAggregation,
  ReduceContext,
} from './internalAggregation.ts';

/** A parsed aggregation, independent of any index. */
export interface AggregationSpec {
  readonly needsScores?: boolean;
  /** Also needs documents that the query does not match. */
  readonly visitsAllDocs?: boolean;
  /** For histograms: sequence pipelines require 0. */
  readonly minDocCount?: number;
  /** Creates the aggregator for a shard. Throws for unsupported fields. */
  create(place: AggregatorPlace): Aggregator;
}

/** A row of the table of aggregations: one per file in bucket/ and metric/. */
export interface AggregationType {
  readonly name: string;
  /** Metrics accept no sub-aggregations. */
  readonly family: 'bucket' | 'metric';
  /** `false` for a bucket aggregation without sub-aggregations; absent to decide by family. */
  readonly takesSubAggregations?: boolean;
  parse(json: JsonObject, aggregation: string): AggregationSpec;
}

/** A parsed pipeline aggregation; works on reduced results. */
export interface PipelineSpec {
  /** The paths that it reads, by variable, in request order. */
  readonly bucketsPaths: readonly string[];
  /** Problems in the original's words, without the `Validation Failed` prefix. */
  validate(place: PipelinePlace): readonly string[];
  /** For sibling pipelines: the result to add. */
  summarize?(aggregations: Aggregations, context: ReduceContext): InternalAggregation;
  /** For parent pipelines: the changed result. */
  transform?(
    parent: InternalAggregation,
    head: AggregationHead,
    context: ReduceContext,
  ): Steps<InternalAggregation>;
}

export interface PipelineType {
  readonly name: string;
  readonly family: 'pipeline';
  parse(json: JsonObject, aggregation: string): PipelineSpec;
}

/** The place of a pipeline aggregation, for validation. */
export interface PipelinePlace {
  readonly name: string;
  readonly siblings: readonly AggregationNode[];
  readonly pipelineNames: readonly string[];
  /** `null` at the top level. */
  readonly parent: AggregationNode | null;
}

export interface AggregationNode {
  readonly head: AggregationHead;
  readonly type: AggregationType;
  readonly spec: AggregationSpec;
  readonly children: AggregationTree;
}

export interface PipelineNode {
  readonly head: AggregationHead;
  readonly type: PipelineType;
  readonly spec: PipelineSpec;
}

/** The aggregations of an `aggs` object in request order; pipelines in execution order. */
export interface AggregationTree {
  readonly nodes: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
}

export const EMPTY_TREE: AggregationTree = { nodes: [], pipelines: [] };
