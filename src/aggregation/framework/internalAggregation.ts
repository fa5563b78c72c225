import {
  bug,
  type ExactJsonObject,
  type JsonObject,
  OpenSearchError,
  setMember,
} from '../../common/index.ts';

/** Context for reducing results: counts buckets against `search.max_buckets`. */
export class ReduceContext {
  readonly maxBuckets: number;
  #buckets = 0;

  constructor(maxBuckets: number) {
    this.maxBuckets = maxBuckets;
  }

  /** Throws too_many_buckets_exception if the response exceeds the limit. */
  consumeBuckets(count: number): void {
    this.#buckets += count;
    if (this.#buckets > this.maxBuckets) throw tooManyBuckets(this.maxBuckets, this.#buckets);
  }
}

export function tooManyBuckets(limit: number, count: number, status?: number): OpenSearchError {
  const reason =
    `Trying to create too many buckets. Must be less than or equal to: [${limit}] but was [${count}]. ` +
    'This limit can be set by changing the [search.max_buckets] cluster level setting.';
  return new OpenSearchError('too_many_buckets_exception', reason, {
    metadata: { max_buckets: limit },
    status,
  });
}

export interface RenderContext {
  readonly typedKeys: boolean;
}

/** The result of one aggregation, of a shard or reduced. Immutable. */
export interface InternalAggregation {
  /** The original's name of the result type, printed by typed_keys: `sterms`, `avg`, … */
  readonly type: string;
  /** `false` if the field is unmapped on this shard; another shard's result then leads the reduction. */
  readonly mapped?: boolean;
  /** Reduces results of the same aggregation, including this one, to the final result. */
  reduce(results: readonly InternalAggregation[], context: ReduceContext): InternalAggregation;
  /** The members after `meta`. */
  render(context: RenderContext): ExactJsonObject;
  /** The number selected by the last element of a buckets_path; `null` if there is no such value. */
  number?(key: string | null): number | null;
  /** Whether there are several values, of which a buckets_path must name one. */
  readonly multiValue?: boolean;
}

/** A result with a single bucket: filter, missing, nested, … */
export interface SingleBucketResult extends InternalAggregation {
  readonly docCount: number;
  readonly aggregations: Aggregations;
  withAggregations(aggregations: Aggregations): SingleBucketResult;
}

/** A result with several buckets. */
export interface MultiBucketResult extends InternalAggregation {
  readonly buckets: readonly Bucket[];
  /** A copy with other buckets, for pipeline aggregations that add to, drop or sort them. */
  withBuckets(buckets: readonly Bucket[]): MultiBucketResult;
}

export interface Bucket {
  readonly docCount: number;
  readonly aggregations: Aggregations;
  /** The key as text, for `keys` of max_bucket and paths like `agg['key']`. */
  readonly keyText: string;
  /** The key as a number, for derivatives and moving functions; NaN for other keys. */
  readonly keyNumber: number;
  withAggregations(aggregations: Aggregations): Bucket;
}

export function isMultiBucket(result: InternalAggregation): result is MultiBucketResult {
  return 'buckets' in result;
}

export function isSingleBucket(result: InternalAggregation): result is SingleBucketResult {
  return 'aggregations' in result;
}

/** Name and meta of an aggregation, shared by its results. */
export interface AggregationHead {
  readonly name: string;
  readonly meta: JsonObject | null;
}

/** Sibling results, in the order in which they print. */
export class Aggregations {
  static readonly none = new Aggregations([], []);
  readonly heads: readonly AggregationHead[];
  readonly values: readonly InternalAggregation[];

  constructor(heads: readonly AggregationHead[], values: readonly InternalAggregation[]) {
    this.heads = heads;
    this.values = values;
  }

  get(name: string): InternalAggregation | undefined {
    const index = this.heads.findIndex((head) => head.name === name);
    return index === -1 ? undefined : this.values[index];
  }

  with(head: AggregationHead, value: InternalAggregation): Aggregations {
    return new Aggregations([...this.heads, head], [...this.values, value]);
  }

  /** Reduces the results of several shards or buckets, which all have the same heads. */
  static reduce(results: readonly Aggregations[], context: ReduceContext): Aggregations {
    const [first] = results;
    if (first.values.length === 0) return first;
    if (results.length === 1) {
      const own = first.values.map((value) => value.reduce([value], context));
      return new Aggregations(first.heads, own);
    }
    const reduced = first.values.map((_, index) =>
      reduceResults(
        results.map((result) => result.values[index]),
        context,
      ),
    );
    return new Aggregations(first.heads, reduced);
  }

  /** Adds the results to `target` under their names. */
  renderInto(target: ExactJsonObject, context: RenderContext): void {
    this.values.forEach((value, index) => {
      this.setRendered(target, index, value.render(context), context);
    });
  }

  /** Adds a rendered result under its name. */
  setRendered(target: ExactJsonObject, index: number, body: ExactJsonObject, context: RenderContext): void {
    const { name, meta } = this.heads[index];
    const member = context.typedKeys ? `${this.values[index].type}#${name}` : name;
    setMember(target, member, meta === null ? body : { meta, ...body });
  }
}

function reduceResults(results: readonly InternalAggregation[], context: ReduceContext): InternalAggregation {
  if (results.length === 0) throw bug('nothing to reduce');
  const leader = results.find((result) => result.mapped !== false);
  if (leader === undefined) return results[0].reduce(results, context);
  return leader.reduce(
    results.filter((result) => result.mapped !== false),
    context,
  );
}
