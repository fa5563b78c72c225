import {
  type ExactJsonObject,
  illegalArgument,
  indexLimit,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  OpenSearchError,
  type Steps,
} from '../../common/index.ts';
import type { LeafContext, QueryBuilder } from '../../query/index.ts';
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
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { anyField, parseObject, stringField } from '../framework/objectParser.ts';
import { contentError, parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { compareTerms } from '../values/keys.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { BlockFilter, type BlockTest } from './blockFilter.ts';
import { parseFilter } from './filter.ts';
import { NamedBucket } from './filters.ts';
import { mergeAggregations } from './keyedBucket.ts';

const CELLS_IN_A_STEP = 64;

interface NamedFilter {
  readonly key: string;
  readonly builder: QueryBuilder;
}

const fields = {
  separator: stringField(),
  filters: anyField(['START_OBJECT', 'START_ARRAY'], (json): readonly NamedFilter[] => {
    if (!isJsonObject(json)) {
      const reason = "[filters] doesn't support arrays. Use a single object with multiple fields.";
      throw new OpenSearchError('illegal_argument_exception', reason, {
        at: { container: json as JsonValue[], key: null, edge: 'value' },
      });
    }
    const filters = Object.keys(json).map((key) => ({ key, builder: readFilter(json, key) }));
    return filters.sort((a, b) => compareTerms(a.key, b.key));
  }),
} as const;

/** Errors of a filter name the filter. */
function readFilter(json: JsonObject, key: string): QueryBuilder {
  const at: JsonPlace = { container: json, key, edge: 'value' };
  try {
    const query = json[key];
    if (isJsonObject(query)) return parseFilter(query);
    throw parsingErrorAt('[_na] query malformed, must start with start_object', at);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw contentError(`[filters] failed to parse field [${key}]`, error.at ?? at, error);
  }
}

/** A bucket for each filter and for each intersection of two filters. Empty ones are omitted. */
export const adjacencyMatrix: AggregationType = {
  name: 'adjacency_matrix',
  family: 'bucket',
  parse(json, aggregation) {
    const { filters, separator = '&' } = parseObject(json, fields, {
      parser: 'adjacency_matrix',
      aggregation,
    });
    if (!filters) throw illegalArgument('Required [filters]');
    return {
      create: (place) => {
        checkFilters(place, filters.length);
        return new MatrixAggregator(place, filters, separator);
      },
    };
  },
};

/** Throws illegal_argument if there are more filters than the index allows. */
function checkFilters({ context }: AggregatorPlace, count: number): void {
  const most = indexLimit(context.settings, 'adjacencyFilters');
  if (count <= most) return;
  throw illegalArgument(
    `Number of filters is too large, must be less than or equal to: [${most}] but was [${count}].` +
      'This limit can be set by changing the [index.max_adjacency_matrix_filters] index level setting.',
  );
}

interface Cell {
  readonly key: string;
  /** One filter, or two. */
  readonly filters: readonly number[];
}

function cellsOf(filters: readonly NamedFilter[], separator: string): readonly Cell[] {
  const single = filters.map(({ key }, index) => ({ key, filters: [index] }));
  const pairs = filters.flatMap((a, i) =>
    filters.slice(i + 1).map((b, j) => ({ key: `${a.key}${separator}${b.key}`, filters: [i, i + 1 + j] })),
  );
  return [...single, ...pairs];
}

class MatrixAggregator implements Aggregator {
  readonly #filters: readonly BlockFilter[];
  readonly #cells: readonly Cell[];
  readonly #children: SubAggregators;
  readonly #counts = new BucketCounts();

  constructor(place: AggregatorPlace, filters: readonly NamedFilter[], separator: string) {
    this.#filters = filters.map(({ builder }) => new BlockFilter(builder, place));
    this.#cells = cellsOf(filters, separator);
    this.#children = place.children({ manyOwners: true });
  }

  leaf(leaf: LeafContext): LeafCollector {
    const testsOf = this.#filters.map((filter) => filter.leaf(leaf));
    const children = this.#children.leaf(leaf);
    const buffer = new BlockBuffer();
    return collectorOf((block) => this.#collectAll(block, testsOf, buffer, children));
  }

  *#collectAll(
    block: DocBlock,
    testsOf: readonly BlockTest[],
    buffer: BlockBuffer,
    children: LeafCollector | null,
  ): Steps<void> {
    const matched: Uint32Array[] = [];
    for (const testOf of testsOf) {
      matched.push(placesOf(block, testOf(block)));
      yield;
    }
    for (const [index, { filters }] of this.#cells.entries()) {
      const [places, others = places] = filters.map((filter) => matched[filter]);
      buffer.clear();
      eachBit(places, others, (i) => buffer.add(block.docs[i], block.owners[i], block.scores?.[i] ?? 0));
      yield* this.#collect(buffer.block(block.ownerBound, block.scores !== null), index, children);
      if (index % CELLS_IN_A_STEP === 0) yield;
    }
  }

  *#collect(block: DocBlock, index: number, children: LeafCollector | null): Steps<void> {
    if (block.count === 0) return;
    const size = this.#cells.length;
    const ownerBound = block.ownerBound * size;
    const counts = this.#counts.ensure(ownerBound);
    const { owners } = block;
    for (let i = 0; i < block.count; i++) {
      owners[i] = owners[i] * size + index;
      counts[owners[i]]++;
    }
    if (children) yield* passOn(children, { ...block, ownerBound });
  }

  build(owner: number): InternalAggregation {
    const buckets: NamedBucket[] = [];
    this.#cells.forEach(({ key }, index) => {
      const ord = owner === NO_BUCKET ? NO_BUCKET : owner * this.#cells.length + index;
      const docCount = this.#counts.get(ord);
      if (docCount > 0) buckets.push(new NamedBucket(key, docCount, this.#children.build(ord)));
    });
    return new InternalMatrix(buckets);
  }
}

/** The positions in a block whose documents pass a test, as a bitset. */
function placesOf(block: DocBlock, test: (doc: number) => boolean): Uint32Array {
  const words = new Uint32Array((block.count + 31) >>> 5);
  for (let i = 0; i < block.count; i++) if (test(block.docs[i])) words[i >>> 5] |= 1 << (i & 31);
  return words;
}

/** Calls back for each bit set in both bitsets. */
function eachBit(a: Uint32Array, b: Uint32Array, tell: (bit: number) => void): void {
  for (let word = 0; word < a.length; word++) {
    for (let left = a[word] & b[word]; left !== 0; left &= left - 1) {
      tell(word * 32 + 31 - Math.clz32(left & -left));
    }
  }
}

class InternalMatrix implements MultiBucketResult {
  readonly type = 'adjacency_matrix';
  readonly buckets: readonly NamedBucket[];

  constructor(buckets: readonly NamedBucket[]) {
    this.buckets = buckets;
  }

  reduce(results: readonly InternalMatrix[], context: ReduceContext): InternalAggregation {
    const groups = new Map<string, NamedBucket[]>();
    for (const bucket of results.flatMap((result) => result.buckets)) {
      const group = groups.get(bucket.keyText);
      if (group) group.push(bucket);
      else groups.set(bucket.keyText, [bucket]);
    }
    context.consumeBuckets(groups.size);
    const buckets = [...groups].map(([key, group]) => {
      const docCount = group.reduce((sum, bucket) => sum + bucket.docCount, 0);
      return new NamedBucket(key, docCount, mergeAggregations(group, context));
    });
    return new InternalMatrix(buckets.sort((a, b) => compareTerms(a.keyText, b.keyText)));
  }

  withBuckets(buckets: readonly NamedBucket[]): InternalMatrix {
    return new InternalMatrix(buckets);
  }

  render(context: RenderContext): ExactJsonObject {
    return {
      buckets: this.buckets.map((bucket) => ({ key: bucket.keyText, ...bucket.renderBody(context) })),
    };
  }
}
