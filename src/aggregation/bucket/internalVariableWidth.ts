import { type ExactJsonObject, jsonDouble } from '../../common/index.ts';
import type {
  Aggregations,
  Bucket,
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { mergeAggregations } from './keyedBucket.ts';
import { mergeNearest } from './mergeNearest.ts';

interface WidthNumbers {
  readonly min: number;
  readonly max: number;
  /** The key. */
  readonly centroid: number;
  readonly docCount: number;
}

export class WidthBucket implements Bucket {
  readonly numbers: WidthNumbers;
  readonly aggregations: Aggregations;
  readonly format: ValueFormat;

  constructor(numbers: WidthNumbers, aggregations: Aggregations, format: ValueFormat) {
    this.numbers = numbers;
    this.aggregations = aggregations;
    this.format = format;
  }

  get docCount(): number {
    return this.numbers.docCount;
  }

  get keyText(): string {
    return this.format.number(this.keyNumber);
  }

  get keyNumber(): number {
    return this.numbers.centroid;
  }

  withAggregations(aggregations: Aggregations): WidthBucket {
    return new WidthBucket(this.numbers, aggregations, this.format);
  }

  withBounds(min: number, max: number): WidthBucket {
    return new WidthBucket({ ...this.numbers, min, max }, this.aggregations, this.format);
  }

  render(context: RenderContext): ExactJsonObject {
    const { min, max, centroid, docCount } = this.numbers;
    const rendered: ExactJsonObject = {};
    for (const [name, value] of Object.entries({ min, key: centroid, max })) {
      rendered[name] = jsonDouble(value);
      if (!this.format.raw) rendered[`${name}_as_string`] = this.format.number(value);
    }
    rendered.doc_count = docCount;
    this.aggregations.renderInto(rendered, context);
    return rendered;
  }
}

/** Clusters of the shards, merged until there are no more than were asked for. */
export class InternalVariableWidth implements MultiBucketResult {
  readonly type = 'variable_width_histogram';
  readonly buckets: readonly WidthBucket[];
  readonly mapped: boolean;
  readonly #target: number;

  constructor(target: number, buckets: readonly WidthBucket[], mapped = true) {
    this.#target = target;
    this.buckets = buckets;
    this.mapped = mapped;
  }

  reduce(results: readonly InternalVariableWidth[], context: ReduceContext): InternalAggregation {
    const all = results
      .flatMap((result) => result.buckets)
      .sort((a, b) => a.keyNumber - b.keyNumber)
      .map((bucket) => [bucket]);
    const sameKey = joinRuns(all, (a, b) => a[0].keyNumber === b[0].keyNumber);
    const nearest = mergeNearest(sameKey.map(weigh), this.#target).map(({ from, to }) =>
      mergeRun(sameKey.slice(from, to).flat(), context),
    );
    const sameMin = joinRuns(
      nearest.map((bucket) => [bucket]),
      (a, b) => a[0].numbers.min === b[0].numbers.min,
    );
    const buckets = sameMin.map((run) => mergeRun(run, context));
    context.consumeBuckets(buckets.length);
    return new InternalVariableWidth(this.#target, withoutOverlaps(buckets));
  }

  withBuckets(buckets: readonly WidthBucket[]): InternalVariableWidth {
    return new InternalVariableWidth(this.#target, buckets, this.mapped);
  }

  render(context: RenderContext): ExactJsonObject {
    return { buckets: this.buckets.map((bucket) => bucket.render(context)) };
  }
}

type Run = readonly WidthBucket[];

function joinRuns(runs: readonly Run[], alike: (a: Run, b: Run) => boolean): Run[] {
  const joined: WidthBucket[][] = [];
  for (const run of runs) {
    const last = joined[joined.length - 1];
    if (last !== undefined && alike(last, run)) for (const bucket of run) last.push(bucket);
    else joined.push([...run]);
  }
  return joined;
}

function weigh(run: Run): { readonly docCount: number; readonly centroid: number } {
  const docCount = run.reduce((sum, bucket) => sum + bucket.docCount, 0);
  if (run.length === 1) return { docCount, centroid: run[0].keyNumber };
  const sum = run.reduce((total, bucket) => total + bucket.docCount * bucket.keyNumber, 0);
  return { docCount, centroid: sum / docCount };
}

function mergeRun(run: Run, context: ReduceContext): WidthBucket {
  const aggregations = mergeAggregations(run, context);
  const min = run.reduce((least, { numbers }) => Math.min(least, numbers.min), Number.POSITIVE_INFINITY);
  const max = run.reduce((most, { numbers }) => Math.max(most, numbers.max), Number.NEGATIVE_INFINITY);
  return new WidthBucket({ ...weigh(run), min, max }, aggregations, run[0].format);
}

/** Where two buckets overlap, they meet in the middle. */
function withoutOverlaps(buckets: readonly WidthBucket[]): WidthBucket[] {
  const apart = [...buckets];
  for (let i = 1; i < apart.length; i++) {
    const before = apart[i - 1];
    const { min, max } = apart[i].numbers;
    if (min >= before.numbers.max) continue;
    const middle = (before.numbers.max + min) / 2;
    apart[i] = apart[i].withBounds(middle, max);
    apart[i - 1] = before.withBounds(before.numbers.min, middle);
  }
  return apart;
}
