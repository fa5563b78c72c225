import {
  type ExactJsonObject,
  illegalArgument,
  type JsonObject,
  type JsonValue,
  type Steps,
  setMember,
} from '../../common/index.ts';
import { type LeafContext, parseQueryAt, type QueryBuilder, tokenName } from '../../query/index.ts';
import {
  type Aggregator,
  type AggregatorPlace,
  collectorOf,
  type DocBlock,
  type LeafCollector,
  NO_BUCKET,
  passOn,
  type SubAggregators,
} from '../framework/aggregator.ts';
import { BucketCounts } from '../framework/growable.ts';
import type {
  Aggregations,
  Bucket,
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { compareTerms } from '../values/keys.ts';
import { BlockFilter, type BlockTest } from './blockFilter.ts';
import { mergeAlike } from './keyedBucket.ts';
import { filterBlocks } from './singleBucket.ts';

interface FiltersOptions {
  readonly filters: readonly { readonly key: string; readonly builder: QueryBuilder }[];
  readonly keyed: boolean;
  /** Name of the bucket for documents that match no filter; `null` for no such bucket. */
  readonly otherKey: string | null;
}

/** One bucket per query; named ones print in the order of their names. */
export const filters: AggregationType = {
  name: 'filters',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseOptions(json, aggregation);
    return { create: (place) => new FiltersAggregator(place, options) };
  },
};

function parseOptions(json: JsonObject, aggregation: string): FiltersOptions {
  let parsed: FiltersOptions['filters'] = [];
  let keyed = true;
  let otherKey: string | null = null;
  let other: boolean | null = null;
  for (const [key, value] of Object.entries(json)) {
    const at = { container: json, key, edge: 'value' } as const;
    if (key === 'filters' && typeof value === 'object' && value !== null) {
      keyed = !Array.isArray(value);
      parsed = keyed ? namedFilters(value as JsonObject) : listedFilters(value as JsonValue[]);
    } else if (key === 'other_bucket' && typeof value === 'boolean') other = value;
    else if (key === 'other_bucket_key' && typeof value === 'string') otherKey = value;
    else throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${aggregation}]: [${key}].`, at);
  }
  if (parsed.length === 0) throw illegalArgument('[filters] cannot be empty.');
  const wantsOther = other ?? otherKey !== null;
  return { filters: parsed, keyed, otherKey: wantsOther ? (otherKey ?? '_other_') : null };
}

function namedFilters(filters: JsonObject): FiltersOptions['filters'] {
  const parsed = Object.keys(filters).map((key) => ({ key, builder: parseQueryAt(filters, key) }));
  return parsed.sort((a, b) => compareTerms(a.key, b.key));
}

function listedFilters(filters: readonly JsonValue[]): FiltersOptions['filters'] {
  return filters.map((_, index) => ({ key: String(index), builder: parseQueryAt(filters, index) }));
}

class FiltersAggregator implements Aggregator {
  readonly #options: FiltersOptions;
  readonly #filters: readonly BlockFilter[];
  readonly #children: SubAggregators;
  readonly #counts = new BucketCounts();
  /** Number of buckets per owner; bucket i of an owner is owner × size + i. */
  readonly #size: number;

  constructor(place: AggregatorPlace, options: FiltersOptions) {
    this.#options = options;
    this.#filters = options.filters.map(({ builder }) => new BlockFilter(builder, place));
    this.#children = place.children({ manyOwners: true });
    this.#size = this.#filters.length + (options.otherKey === null ? 0 : 1);
  }

  leaf(leaf: LeafContext): LeafCollector {
    const testsOf = this.#filters.map((filter) => filter.leaf(leaf));
    const children = this.#children.leaf(leaf);
    const keep = filterBlocks();
    return collectorOf((block) => this.#collectAll(block, testsOf, keep, children));
  }

  *#collectAll(
    block: DocBlock,
    testsOf: readonly BlockTest[],
    keep: ReturnType<typeof filterBlocks>,
    children: LeafCollector | null,
  ): Steps<void> {
    const named: ReturnType<BlockTest>[] = [];
    for (const testOf of testsOf) {
      named.push(testOf(block));
      yield;
    }
    const tests = [...named];
    if (this.#options.otherKey !== null) tests.push((doc) => !named.some((test) => test(doc)));
    for (const [index, test] of tests.entries()) {
      yield* this.#collect(keep(block, test), index, children);
      yield;
    }
  }

  *#collect(block: DocBlock, index: number, children: LeafCollector | null): Steps<void> {
    if (block.count === 0) return;
    const ownerBound = block.ownerBound * this.#size;
    const counts = this.#counts.ensure(ownerBound);
    const { owners } = block;
    for (let i = 0; i < block.count; i++) {
      owners[i] = owners[i] * this.#size + index;
      counts[owners[i]]++;
    }
    if (children) yield* passOn(children, { ...block, ownerBound });
  }

  build(owner: number): InternalAggregation {
    const keys = this.#options.filters.map(({ key }) => key);
    if (this.#options.otherKey !== null) keys.push(this.#options.otherKey);
    const buckets = keys.map((key, index) => {
      const ord = owner === NO_BUCKET ? NO_BUCKET : owner * this.#size + index;
      return new NamedBucket(key, this.#counts.get(ord), this.#children.build(ord));
    });
    return new InternalFilters('filters', buckets, this.#options.keyed);
  }
}

/** A bucket named by the request. */
export class NamedBucket implements Bucket {
  readonly keyText: string;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly keyNumber = Number.NaN;

  constructor(keyText: string, docCount: number, aggregations: Aggregations) {
    this.keyText = keyText;
    this.docCount = docCount;
    this.aggregations = aggregations;
  }

  withAggregations(aggregations: Aggregations): NamedBucket {
    return new NamedBucket(this.keyText, this.docCount, aggregations);
  }

  renderBody(context: RenderContext): JsonObject {
    const rendered: JsonObject = { doc_count: this.docCount };
    this.aggregations.renderInto(rendered, context);
    return rendered;
  }
}

/** Every shard's result has the same buckets. */
class InternalFilters implements MultiBucketResult {
  readonly type: string;
  readonly buckets: readonly NamedBucket[];
  readonly #keyed: boolean;

  constructor(type: string, buckets: readonly NamedBucket[], keyed: boolean) {
    this.type = type;
    this.buckets = buckets;
    this.#keyed = keyed;
  }

  reduce(results: readonly InternalFilters[], context: ReduceContext): InternalAggregation {
    return this.withBuckets(
      mergeAlike(results, context, ({ keyText }, count, parts) => new NamedBucket(keyText, count, parts)),
    );
  }

  withBuckets(buckets: readonly NamedBucket[]): InternalFilters {
    return new InternalFilters(this.type, buckets, this.#keyed);
  }

  render(context: RenderContext): ExactJsonObject {
    if (!this.#keyed) return { buckets: this.buckets.map((bucket) => bucket.renderBody(context)) };
    const buckets: JsonObject = {};
    for (const bucket of this.buckets) setMember(buckets, bucket.keyText, bucket.renderBody(context));
    return { buckets };
  }
}
