import { illegalArgument } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { Aggregator, AggregatorPlace, DocBlock, SubAggregators } from '../framework/aggregator.ts';
import { NO_BUCKET } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { intField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { NumberSource } from '../values/numbers.ts';
import { numberSource } from '../values/sources.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { Clusters, initialClusters } from './clusters.ts';
import { InternalVariableWidth, WidthBucket } from './internalVariableWidth.ts';
import { unmappedAggregator } from './unmapped.ts';

const above = (name: string, bound: number) =>
  intField((value, { aggregation }) => {
    if (value > bound) return value;
    throw illegalArgument(`${name} must be greater than [${bound}] for [${aggregation}]`);
  });

const fields = {
  ...valuesFields,
  buckets: above('buckets', 0),
  shard_size: above('shard_size', 1),
  initial_buffer: above('initial_buffer', 0),
} as const;

interface WidthLimits {
  readonly buckets: number;
  readonly shardSize: number;
  readonly bufferSize: number;
}

/** A histogram whose buckets follow the distribution of the values. */
export const variableWidthHistogram: AggregationType = {
  name: 'variable_width_histogram',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'variable_width_histogram',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    const buckets = options.buckets ?? 10;
    const shardSize = options.shard_size ?? buckets * 50;
    const bufferSize = options.initial_buffer ?? Math.min(10 * shardSize, 50_000);
    const limits = { buckets, shardSize, bufferSize };
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'variable_width_histogram',
          kinds: ['numeric'],
          defaultKind: 'numeric',
        });
        checkLimits(limits, place);
        if (!config.hasValues) {
          return unmappedAggregator(place, () => new InternalVariableWidth(buckets, [], false));
        }
        return new WidthAggregator(place, numberSource(config, place.context), config.format, limits);
      },
    };
  },
};

function checkLimits({ buckets, shardSize, bufferSize }: WidthLimits, place: AggregatorPlace): void {
  if (bufferSize < buckets) {
    throw illegalArgument(
      `initial_buffer must be at least buckets but was [${bufferSize}<${buckets}] for [${place.name}]`,
    );
  }
  const initial = initialClusters(shardSize);
  if (initial < buckets) {
    throw illegalArgument(
      `3/4 of shard_size must be at least buckets but was [${initial}<${buckets}] for [${place.name}]`,
    );
  }
  if (!place.singleOwner) {
    throw illegalArgument(
      '[variable_width_histogram] cannot be nested inside an aggregation that collects more than a single bucket.',
    );
  }
}

class WidthAggregator implements Aggregator {
  readonly #source: NumberSource;
  readonly #format: ValueFormat;
  readonly #target: number;
  readonly #clusters: Clusters;
  readonly #children: SubAggregators;
  #replayed = false;

  constructor(place: AggregatorPlace, source: NumberSource, format: ValueFormat, limits: WidthLimits) {
    this.#source = source;
    this.#format = format;
    this.#target = limits.buckets;
    this.#clusters = new Clusters(limits.shardSize, limits.bufferSize);
    this.#children = place.children({ manyOwners: true });
  }

  leaf(leaf: LeafContext): ReturnType<Aggregator['leaf']> {
    const numbers = this.#source.leaf(leaf);
    return {
      collect: (block: DocBlock) => {
        const { values, places, positions, count } = numbers.read(block);
        for (let i = 0; i < count; i++) {
          const position = positions[i];
          const value = values[places[i]];
          if (i > 0 && positions[i - 1] === position && values[places[i - 1]] === value) continue;
          const score = block.scores ? block.scores[position] : 0;
          this.#clusters.add(value, { leaf, doc: block.docs[position], score });
        }
      },
    };
  }

  build(owner: number): InternalAggregation {
    if (owner === NO_BUCKET) return new InternalVariableWidth(this.#target, []);
    if (!this.#replayed && !this.#children.isEmpty) this.#replay();
    const buckets = this.#clusters.all().map(({ min, max, centroid, docs }, ord) => {
      const numbers = { min, max, centroid, docCount: docs.length };
      return new WidthBucket(numbers, this.#children.build(ord), this.#format);
    });
    return new InternalVariableWidth(this.#target, buckets);
  }

  /** Forwards the documents once the cluster of each is known. */
  #replay(): void {
    this.#replayed = true;
    const clusters = this.#clusters.all();
    const placed = clusters.flatMap(({ docs }, ord) => docs.map((doc) => ({ ...doc, ord })));
    const leaves = [...new Set(placed.map(({ leaf }) => leaf))].sort((a, b) => a.ord - b.ord);
    for (const leaf of leaves) {
      const buffer = new BlockBuffer();
      const own = placed.filter((entry) => entry.leaf === leaf).sort((a, b) => a.doc - b.doc);
      for (const { doc, ord, score } of own) buffer.add(doc, ord, score);
      this.#children.leaf(leaf)?.collect(buffer.block(clusters.length, true));
    }
  }
}
