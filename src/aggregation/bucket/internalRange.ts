import { type ExactJsonObject, setMember } from '../../common/index.ts';
import type {
  Aggregations,
  Bucket,
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { mergeAlike } from './keyedBucket.ts';

/** One range of a request, with the members printed beside its key. */
export interface RangeRow {
  readonly key: string;
  readonly members: ExactJsonObject;
}

export class RangeBucket implements Bucket {
  readonly row: RangeRow;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly keyNumber = Number.NaN;

  constructor(row: RangeRow, docCount: number, aggregations: Aggregations) {
    this.row = row;
    this.docCount = docCount;
    this.aggregations = aggregations;
  }

  get keyText(): string {
    return this.row.key;
  }

  withAggregations(aggregations: Aggregations): RangeBucket {
    return new RangeBucket(this.row, this.docCount, aggregations);
  }
}

/** Ranges of numbers, dates, addresses, distances. Every shard's result has the same buckets. */
export class InternalRange implements MultiBucketResult {
  readonly type: string;
  readonly buckets: readonly RangeBucket[];
  readonly #keyed: boolean;

  constructor(type: string, buckets: readonly RangeBucket[], keyed: boolean) {
    this.type = type;
    this.buckets = buckets;
    this.#keyed = keyed;
  }

  reduce(results: readonly InternalRange[], context: ReduceContext): InternalAggregation {
    return this.withBuckets(
      mergeAlike(results, context, ({ row }, count, parts) => new RangeBucket(row, count, parts)),
    );
  }

  withBuckets(buckets: readonly RangeBucket[]): InternalRange {
    return new InternalRange(this.type, buckets, this.#keyed);
  }

  render(context: RenderContext): ExactJsonObject {
    if (!this.#keyed) {
      const buckets = this.buckets.map((bucket) => ({ key: bucket.row.key, ...renderBody(bucket, context) }));
      return { buckets };
    }
    const buckets: ExactJsonObject = {};
    for (const bucket of this.buckets) setMember(buckets, bucket.row.key, renderBody(bucket, context));
    return { buckets };
  }
}

function renderBody(bucket: RangeBucket, context: RenderContext): ExactJsonObject {
  const rendered: ExactJsonObject = { ...bucket.row.members, doc_count: bucket.docCount };
  bucket.aggregations.renderInto(rendered, context);
  return rendered;
}
