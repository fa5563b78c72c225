import type { JsonObject } from '../../common/index.ts';
import type { Aggregator, AggregatorPlace, DocBlock, SubAggregators } from '../framework/aggregator.ts';
import { NO_BUCKET } from '../framework/aggregator.ts';
import { BucketOrds } from '../framework/bucketOrds.ts';
import { BucketCounts } from '../framework/growable.ts';
import {
  Aggregations,
  type Bucket,
  type InternalAggregation,
  type MultiBucketResult,
  type ReduceContext,
  type RenderContext,
  setMember,
} from '../framework/internalAggregation.ts';
import { topN } from '../framework/topN.ts';
import { compareKeys, type IdRun, type Key } from '../values/keys.ts';
import { BlockBuffer } from './blockBuffer.ts';
import type { BoundSource, CompositeSource } from './compositeSources.ts';

/** A value for each source; null where the document has none. */
export type CompositeKey = readonly (Key | null)[];

interface CompositeOptions {
  readonly sources: readonly CompositeSource[];
  readonly bound: readonly BoundSource[];
  readonly size: number;
  readonly after: CompositeKey | null;
}

/** Ids of absent values. */
const ABSENT = 0;

/** Counts combinations of keys. A combination is a chain of pairs: (combination so far, id of the next key). */
export class CompositeAggregator implements Aggregator {
  readonly #options: CompositeOptions;
  readonly #children: SubAggregators;
  /** The pairs of each source after the first. */
  readonly #chain: readonly BucketOrds[];
  readonly #counts = new BucketCounts();

  constructor(place: AggregatorPlace, options: CompositeOptions) {
    this.#options = options;
    this.#children = place.children({ manyOwners: true });
    this.#chain = options.sources.map(() => new BucketOrds());
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    const readers = this.#options.bound.map(({ keys }) => keys.leaf(leaf));
    const children = this.#children.leaf(leaf);
    const buffer = new BlockBuffer();
    return {
      collect: (block) => {
        buffer.clear();
        const runs = readers.map((reader) => copyRun(reader.read(block)));
        this.#combine(block, runs, buffer);
        const ownerBound = this.#chain[this.#chain.length - 1].size;
        const counts = this.#counts.ensure(ownerBound);
        const found = buffer.block(ownerBound, block.scores !== null);
        for (let i = 0; i < found.count; i++) counts[found.owners[i]]++;
        if (found.count > 0) children?.collect(found);
      },
    };
  }

  /** Every combination of the keys of each document. */
  #combine(block: DocBlock, runs: readonly IdRun[], buffer: BlockBuffer): void {
    const at = runs.map(() => 0);
    let combinations: number[] = [];
    for (let i = 0; i < block.count; i++) {
      combinations = [0];
      for (let s = 0; s < runs.length && combinations.length > 0; s++) {
        combinations = this.#extend(combinations, s, idsAt(runs[s], at, s, i));
      }
      const score = block.scores ? block.scores[i] : 0;
      for (const ord of combinations) buffer.add(block.docs[i], ord, score);
    }
  }

  #extend(combinations: readonly number[], source: number, ids: readonly number[]): number[] {
    const given = ids.length === 0 && this.#options.sources[source].missingBucket ? [ABSENT] : ids;
    const extended: number[] = [];
    for (const combination of combinations) {
      for (const id of given) extended.push(this.#chain[source].add(combination, id));
    }
    return extended;
  }

  build(owner: number): InternalAggregation {
    const { sources, size, after } = this.#options;
    const count = owner === NO_BUCKET ? 0 : this.#chain[this.#chain.length - 1].size;
    const compare = compositeComparator(sources);
    const found: { readonly ord: number; readonly key: CompositeKey }[] = [];
    for (let ord = 0; ord < count; ord++) {
      const key = this.#keyOf(ord);
      if (after === null || compare(key, after) > 0) found.push({ ord, key });
    }
    const page = topN(found, size, (a, b) => compare(a.key, b.key));
    const shape = { sources, bound: this.#options.bound, size };
    const buckets = page.map(
      ({ ord, key }) => new CompositeBucket(key, this.#counts.get(ord), this.#children.build(ord), shape),
    );
    return new InternalComposite(shape, buckets);
  }

  #keyOf(ord: number): CompositeKey {
    const key: (Key | null)[] = [];
    for (let s = this.#chain.length - 1; s >= 0; s--) {
      const id = this.#chain[s].id(ord);
      key[s] = id === ABSENT ? null : this.#options.bound[s].keys.key(id - 1);
      ord = this.#chain[s].owner(ord);
    }
    return key;
  }
}

/** Two sources may share their readers' scratch arrays, so runs are copied; ids leave room for ABSENT. */
function copyRun(run: IdRun): IdRun {
  const ids = run.ids.slice(0, run.count);
  for (let i = 0; i < ids.length; i++) ids[i]++;
  return { ...run, ids, positions: run.positions.slice(0, run.count) };
}

/** The ids of the block's document `position`; `at` moves along. */
function idsAt(run: IdRun, at: number[], source: number, position: number): number[] {
  while (at[source] < run.count && run.positions[at[source]] < position) at[source]++;
  const ids: number[] = [];
  while (at[source] < run.count && run.positions[at[source]] === position) ids.push(run.ids[at[source]++]);
  return ids;
}

export function compositeComparator(
  sources: readonly CompositeSource[],
): (a: CompositeKey, b: CompositeKey) => number {
  return (a, b) => {
    for (let i = 0; i < sources.length; i++) {
      const result = compareValues(a[i], b[i], sources[i]);
      if (result !== 0) return result;
    }
    return 0;
  };
}

function compareValues(a: Key | null, b: Key | null, { ascending, nullFirst }: CompositeSource): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === nullFirst ? -1 : 1;
  }
  return ascending ? compareKeys(a, b) : compareKeys(b, a);
}

interface CompositeShape {
  readonly sources: readonly CompositeSource[];
  readonly bound: readonly BoundSource[];
  readonly size: number;
}

class CompositeBucket implements Bucket {
  readonly key: CompositeKey;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly shape: CompositeShape;
  readonly keyNumber = Number.NaN;

  constructor(key: CompositeKey, docCount: number, aggregations: Aggregations, shape: CompositeShape) {
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

  renderKey(): JsonObject {
    const rendered: JsonObject = {};
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
  /** The last bucket before pipelines took some away. */
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
    const groups = new Map<string, CompositeBucket[]>();
    for (const bucket of results.flatMap((result) => result.buckets)) {
      const id = JSON.stringify(bucket.key.map(String));
      const group = groups.get(id);
      if (group) group.push(bucket);
      else groups.set(id, [bucket]);
    }
    const compare = compositeComparator(this.#shape.sources);
    const page = topN(groups.values(), this.#shape.size, (a, b) => compare(a[0].key, b[0].key));
    context.consumeBuckets(page.length);
    return new InternalComposite(
      this.#shape,
      page.map((group) => mergeComposite(group, context)),
    );
  }

  withBuckets(buckets: readonly CompositeBucket[]): InternalComposite {
    return new InternalComposite(this.#shape, buckets, this.#last);
  }

  render(context: RenderContext): JsonObject {
    const buckets = this.buckets.map((bucket) => {
      const rendered: JsonObject = { key: bucket.renderKey(), doc_count: bucket.docCount };
      bucket.aggregations.renderInto(rendered, context);
      return rendered;
    });
    return this.#last === null ? { buckets } : { after_key: this.#last.renderKey(), buckets };
  }
}

function mergeComposite(group: readonly CompositeBucket[], context: ReduceContext): CompositeBucket {
  const [first] = group;
  const docCount = group.reduce((sum, bucket) => sum + bucket.docCount, 0);
  const aggregations = Aggregations.reduce(
    group.map((bucket) => bucket.aggregations),
    context,
  );
  return new CompositeBucket(first.key, docCount, aggregations, first.shape);
}
