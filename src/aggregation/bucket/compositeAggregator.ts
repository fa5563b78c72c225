import { type ExactJsonObject, type Pacer, setMember, TopN, topN } from '../../common/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type {
  Aggregations,
  Bucket,
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import { type TupleKeys, TuplesOfMany, TuplesOfOne } from '../values/tupleKeys.ts';
import { compareParts, type TupleParts } from '../values/tuplePage.ts';
import { encodeParts } from '../values/tupleText.ts';
import type { BoundSource, CompositeSource } from './compositeSources.ts';
import { mergeAggregations } from './keyedBucket.ts';

/** Only nested aggregations can be parents, so there is a single owner. */
const ROOT_OWNER = 0;
const BUCKETS_BETWEEN_PAUSES = 1024;

interface CompositeOptions {
  readonly sources: readonly CompositeSource[];
  readonly bound: readonly BoundSource[];
  readonly size: number;
  readonly after: TupleParts | null;
}

/** Counts key combinations and returns the first page after `after`. */
export class CompositeAggregator implements Aggregator {
  readonly #options: CompositeOptions;
  readonly #tuples: TupleKeys;
  readonly #buckets: KeyedBuckets;
  /** The ordinals of the page's buckets, in order. */
  #page: readonly number[] = [];

  constructor(place: AggregatorPlace, options: CompositeOptions) {
    const { sources, bound } = options;
    this.#options = options;
    this.#tuples =
      sources.length === 1
        ? new TuplesOfOne(bound[0].keys, sources[0].missingBucket)
        : new TuplesOfMany(
            bound.map(({ keys }) => keys),
            sources.map(({ missingBucket }) => missingBucket),
            encodeParts,
            { orders: sources, size: options.size, after: options.after },
          );
    this.#buckets = new KeyedBuckets(this.#tuples, place, { singleOwner: true });
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    return this.#buckets.leaf(leaf);
  }

  async settle(pacer: Pacer): Promise<void> {
    const ords = this.#buckets.ordsOf(ROOT_OWNER);
    const top = new TopN<number>(this.#options.size, (a, b) => this.#compare(a, b));
    await pacer.chunks(ords.length, BUCKETS_BETWEEN_PAUSES, (from, to) => {
      for (let i = from; i < to; i++) if (this.#isAfter(ords[i])) top.add(ords[i]);
    });
    this.#page = top.sorted();
    await this.#buckets.children.buildAhead(this.#page, pacer);
  }

  build(owner: number): InternalAggregation {
    const { sources, bound, size } = this.#options;
    const shape = { sources, bound, size };
    const ords = owner === ROOT_OWNER ? this.#page : [];
    const page = ords.map((ord) => {
      const aggregations = this.#buckets.children.build(ord);
      return new CompositeBucket(this.#tuples.parts(ord), this.#buckets.docCount(ord), aggregations, shape);
    });
    return new InternalComposite(shape, page);
  }

  /** Compares buckets by ordinals, which avoids reading most keys. */
  #compare(a: number, b: number): number {
    const { sources } = this.#options;
    for (let s = 0; s < sources.length; s++) {
      const order = this.#tuples.comparePart(s, a, b);
      if (order === 0) continue;
      if (order !== null) return sources[s].ascending ? order : -order;
      return compareParts(this.#tuples.part(a, s), this.#tuples.part(b, s), sources[s]);
    }
    return 0;
  }

  /** Whether the bucket comes after the last one of the previous page. */
  #isAfter(ord: number): boolean {
    const { sources, after } = this.#options;
    if (after === null) return true;
    for (let s = 0; s < sources.length; s++) {
      const order = compareParts(this.#tuples.part(ord, s), after[s], sources[s]);
      if (order !== 0) return order > 0;
    }
    return false;
  }
}

function compositeComparator(sources: readonly CompositeSource[]): (a: TupleParts, b: TupleParts) => number {
  return (a, b) => {
    for (let i = 0; i < sources.length; i++) {
      const result = compareParts(a[i], b[i], sources[i]);
      if (result !== 0) return result;
    }
    return 0;
  };
}

interface CompositeShape {
  readonly sources: readonly CompositeSource[];
  readonly bound: readonly BoundSource[];
  readonly size: number;
}

class CompositeBucket implements Bucket {
  readonly key: TupleParts;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly shape: CompositeShape;
  readonly keyNumber = Number.NaN;

  constructor(key: TupleParts, docCount: number, aggregations: Aggregations, shape: CompositeShape) {
    this.key = key;
    this.docCount = docCount;
    this.aggregations = aggregations;
    this.shape = shape;
  }

  get keyText(): string {
    const members = this.shape.sources.map(({ name }, index) => `${name}=${this.#member(index)}`);
    return `{${members.join(', ')}}`;
  }

  withAggregations(aggregations: Aggregations): CompositeBucket {
    return new CompositeBucket(this.key, this.docCount, aggregations, this.shape);
  }

  renderKey(): ExactJsonObject {
    const rendered: ExactJsonObject = {};
    this.shape.sources.forEach(({ name }, index) => {
      setMember(rendered, name, this.#member(index));
    });
    return rendered;
  }

  #member(index: number) {
    const value = this.key[index];
    return value === null ? null : this.shape.bound[index].render(value);
  }
}

class InternalComposite implements MultiBucketResult {
  readonly type = 'composite';
  readonly buckets: readonly CompositeBucket[];
  readonly #shape: CompositeShape;
  /** The last bucket before pipelines removed some. */
  readonly #last: CompositeBucket | null;

  constructor(
    shape: CompositeShape,
    buckets: readonly CompositeBucket[],
    last: CompositeBucket | null = buckets[buckets.length - 1] ?? null,
  ) {
    this.#shape = shape;
    this.buckets = buckets;
    this.#last = last;
  }

  reduce(results: readonly InternalComposite[], context: ReduceContext): InternalAggregation {
    const page = results.length === 1 ? this.buckets.map((bucket) => [bucket]) : this.#firstGroups(results);
    context.consumeBuckets(page.length);
    return new InternalComposite(
      this.#shape,
      page.map((group) => {
        const docCount = group.reduce((sum, bucket) => sum + bucket.docCount, 0);
        return new CompositeBucket(group[0].key, docCount, mergeAggregations(group, context), group[0].shape);
      }),
    );
  }

  /** The buckets of the page, grouped by key, in order. */
  #firstGroups(results: readonly InternalComposite[]): CompositeBucket[][] {
    const groups = new Map<string, CompositeBucket[]>();
    for (const bucket of results.flatMap((result) => result.buckets)) {
      const id = JSON.stringify(bucket.key.map(String));
      const group = groups.get(id);
      if (group) group.push(bucket);
      else groups.set(id, [bucket]);
    }
    const compare = compositeComparator(this.#shape.sources);
    return topN(groups.values(), this.#shape.size, (a, b) => compare(a[0].key, b[0].key));
  }

  withBuckets(buckets: readonly CompositeBucket[]): InternalComposite {
    return new InternalComposite(this.#shape, buckets, this.#last);
  }

  render(context: RenderContext): ExactJsonObject {
    const buckets = this.buckets.map((bucket) => {
      const rendered: ExactJsonObject = { key: bucket.renderKey(), doc_count: bucket.docCount };
      bucket.aggregations.renderInto(rendered, context);
      return rendered;
    });
    return this.#last === null ? { buckets } : { after_key: this.#last.renderKey(), buckets };
  }
}
