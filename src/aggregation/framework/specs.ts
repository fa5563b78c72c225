import type { JsonObject, Steps } from '../../common/index.ts';
import type { Aggregator, AggregatorPlace } from './aggregator.ts';
import type {
  AggregationHead,
  Aggregations,
  InternalAggregation,
  ReduceContext,
} from './internalAggregation.ts';

/** An aggregation as parsed: knows nothing of an index. */
export interface AggregationSpec {
  readonly needsScores?: boolean;
  /** Documents count that the query does not find. */
  readonly visitsAllDocs?: boolean;
  /** Histograms: pipelines over a sequence want 0. */
  readonly minDocCount?: number;
  /** Sets the aggregation up on one shard. Throws for fields that it cannot work on. */
  create(place: AggregatorPlace): Aggregator;
}

/** A row of the table of aggregations: one per file under bucket/ and metric/. */
export interface AggregationType {
  readonly name: string;
  /** Metrics take no sub-aggregations. */
  readonly family: 'bucket' | 'metric';
  /** False: a bucket aggregation without sub-aggregations; absent: as its family. */
  readonly takesSubAggregations?: boolean;
  parse(json: JsonObject, aggregation: string): AggregationSpec;
}

/** A pipeline aggregation as parsed: works on reduced results. */
export interface PipelineSpec {
  /** The paths it reads, by variable; order follows the request. */
  readonly bucketsPaths: readonly string[];
  /** Problems in the original's words, without the `Validation Failed` frame. */
  validate(place: PipelinePlace): readonly string[];
  /** Siblings: the result to add. */
  summarize?(aggregations: Aggregations, context: ReduceContext): InternalAggregation;
  /** Parents: the changed result. */
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

/** Where a pipeline aggregation stands, for its checks. */
export interface PipelinePlace {
  readonly name: string;
  readonly siblings: readonly AggregationNode[];
  readonly pipelineNames: readonly string[];
  /** null at the top level. */
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

/** The aggregations of one `aggs` object, in the order of the request; pipelines in the order in which they run. */
export interface AggregationTree {
  readonly nodes: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
}

export const EMPTY_TREE: AggregationTree = { nodes: [], pipelines: [] };
