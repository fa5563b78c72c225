import type { JsonObject, Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import {
  type Aggregator,
  collectorOf,
  type DocBlock,
  type LeafCollector,
  passOn,
  type SubAggregators,
} from './aggregator.ts';
import type { InternalAggregation } from './internalAggregation.ts';

const STEPS = [
  'initialize',
  'build_leaf_collector',
  'collect',
  'post_collection',
  'build_aggregation',
  'reduce',
] as const;

type Step = (typeof STEPS)[number];

interface Subject {
  readonly name: string;
  /** The type as named in requests. */
  readonly type: string;
}

interface Created {
  readonly aggregator: Aggregator;
  readonly below: SubAggregators | null;
}

/** Creates an aggregator and measures that and everything that follows. */
export function measureAggregator(
  nanoTime: () => bigint,
  subject: Subject,
  create: () => Created,
): ProfilingAggregator {
  const start = nanoTime();
  const created = create();
  return new ProfilingAggregator(nanoTime, subject, created, nanoTime() - start);
}

/** Wraps an aggregator to record calls and durations, including sub-aggregations. */
export class ProfilingAggregator implements Aggregator {
  readonly #nanoTime: () => bigint;
  readonly #subject: Subject;
  readonly #inner: Aggregator;
  readonly #below: SubAggregators | null;
  readonly #nanos: Record<Step, bigint>;
  readonly #counts: Record<Step, number>;
  readonly sortValue?: Aggregator['sortValue'];
  readonly docCount?: Aggregator['docCount'];
  readonly settle?: Aggregator['settle'];
  readonly secondLook?: Aggregator['secondLook'];

  constructor(nanoTime: () => bigint, subject: Subject, { aggregator, below }: Created, initNanos: bigint) {
    this.#nanoTime = nanoTime;
    this.#subject = subject;
    this.#inner = aggregator;
    this.#below = below;
    this.#nanos = stepsOf(0n);
    this.#counts = stepsOf(0);
    this.#nanos.initialize = initNanos;
    this.#counts.initialize = 1;
    this.#counts.post_collection = 1;
    this.sortValue = aggregator.sortValue?.bind(aggregator);
    this.docCount = aggregator.docCount?.bind(aggregator);
    this.settle = aggregator.settle?.bind(aggregator);
    this.secondLook = aggregator.secondLook;
  }

  get singleBucketChildren(): SubAggregators | undefined {
    return this.#inner.singleBucketChildren;
  }

  leaf(leaf: LeafContext): LeafCollector {
    const inner = this.#timed('build_leaf_collector', () => this.#inner.leaf(leaf));
    return collectorOf((block) => this.#collect(inner, block));
  }

  *#collect(inner: LeafCollector, block: DocBlock): Steps<void> {
    const collected = this.#counts.collect + block.count;
    const steps = passOn(inner, block);
    while (!this.#timed('collect', () => steps.next()).done) yield;
    this.#counts.collect = collected;
  }

  build(owner: number): InternalAggregation {
    return this.#timed('build_aggregation', () => this.#inner.build(owner));
  }

  profile(): JsonObject {
    const { type, debug } = this.#inner.describe?.() ?? { type: className(this.#subject.type) };
    const breakdown: JsonObject = {};
    let total = 0n;
    for (const step of STEPS) {
      breakdown[step] = Number(this.#nanos[step]);
      breakdown[`${step}_count`] = this.#counts[step];
      total += this.#nanos[step];
    }
    const children = (this.#below?.aggregators ?? []).flatMap((child) =>
      child instanceof ProfilingAggregator ? [child.profile()] : [],
    );
    return {
      type,
      description: this.#subject.name,
      time_in_nanos: Number(total),
      breakdown,
      ...(debug === undefined ? {} : { debug }),
      ...(children.length === 0 ? {} : { children }),
    };
  }

  #timed<T>(step: Step, run: () => T): T {
    const start = this.#nanoTime();
    try {
      return run();
    } finally {
      this.#nanos[step] += this.#nanoTime() - start;
      this.#counts[step]++;
    }
  }
}

function stepsOf<T>(value: T): Record<Step, T> {
  return Object.fromEntries(STEPS.map((step) => [step, value])) as Record<Step, T>;
}

/** Classes whose names cannot be derived from the type's. */
const CLASS_NAMES: Readonly<Record<string, string>> = {
  histogram: 'NumericHistogramAggregator',
  percentiles: 'TDigestPercentilesAggregator',
  percentile_ranks: 'TDigestPercentileRanksAggregator',
  date_range: 'RangeAggregator',
  ip_range: 'BinaryRangeAggregator',
  geo_distance: 'RangeAggregator',
  geohash_grid: 'GeoHashGridAggregator',
  geotile_grid: 'GeoTileGridAggregator',
  auto_date_histogram: 'FromSingle',
  rare_terms: 'StringRareTermsAggregator',
  significant_text: 'MapStringTermsAggregator',
  children: 'ParentToChildrenAggregator',
  parent: 'ChildrenToParentAggregator',
};

/** `value_count` → `ValueCountAggregator`. */
function className(type: string): string {
  if (Object.hasOwn(CLASS_NAMES, type)) return CLASS_NAMES[type];
  const words = type.split('_').map((word) => word[0].toUpperCase() + word.slice(1));
  return `${words.join('')}Aggregator`;
}
