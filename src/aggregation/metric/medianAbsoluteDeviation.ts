import { illegalArgument } from '../../common/index.ts';
import type { Aggregator } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { doubleField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { numberSource } from '../values/numberSource.ts';
import type { NumberSource } from '../values/numbers.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { createDigest } from './internalPercentiles.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';
import type { TDigest } from './tDigest.ts';

const fields = {
  ...valuesFields,
  compression: doubleField((compression, { aggregation }) => {
    if (compression > 0) return compression;
    throw illegalArgument(
      `[compression] must be greater than 0. Found [${compression.toFixed(1)}] in [${aggregation}]`,
    );
  }),
} as const;

/** The median of the distances from the median. */
export const medianAbsoluteDeviation: AggregationType = {
  name: 'median_absolute_deviation',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'median_absolute_deviation',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    const compression = options.compression ?? 1000;
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'median_absolute_deviation',
          kinds: ['numeric', 'date', 'boolean'],
          defaultKind: 'numeric',
        });
        const source = config.hasValues ? numberSource(config, place.context) : null;
        return new DeviationAggregator(source, compression, config.format);
      },
    };
  },
};

class DeviationAggregator implements Aggregator {
  readonly #source: NumberSource | null;
  readonly #compression: number;
  readonly #format: ValueFormat;
  readonly #digests: TDigest[] = [];

  constructor(source: NumberSource | null, compression: number, format: ValueFormat) {
    this.#source = source;
    this.#compression = compression;
    this.#format = format;
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    const numbers = this.#source?.leaf(leaf);
    return {
      collect: (block) => {
        if (!numbers) return;
        const run = numbers.read(block);
        for (let i = 0; i < run.count; i++) {
          const owner = block.owners[run.positions[i]];
          this.#digests[owner] ??= createDigest(this.#compression);
          this.#digests[owner].add(run.values[i]);
        }
      },
    };
  }

  build(owner: number): InternalDeviation {
    return new InternalDeviation(this.#digests[owner] ?? createDigest(this.#compression), this.#format);
  }

  sortValue(key: string | null): (owner: number) => number {
    checkSingleValueKey(key, 'median_absolute_deviation');
    return (owner) => this.build(owner).number(null) ?? Number.NaN;
  }
}

class InternalDeviation implements InternalAggregation {
  readonly type = 'median_absolute_deviation';
  readonly digest: TDigest;
  readonly #format: ValueFormat;

  constructor(digest: TDigest, format: ValueFormat) {
    this.digest = digest;
    this.#format = format;
  }

  reduce(results: readonly InternalDeviation[]): InternalAggregation {
    if (results.length === 1) return results[0];
    const merged = createDigest(this.digest.compression);
    for (const { digest } of results) merged.addAll(digest);
    return new InternalDeviation(merged, this.#format);
  }

  number(key: string | null): number | null {
    if (key !== null && key !== 'value') return null;
    const median = this.digest.quantile(0.5);
    const deviations = createDigest(this.digest.compression);
    this.digest.forEach((mean, count) => {
      deviations.add(Math.abs(median - mean), count);
    });
    return deviations.quantile(0.5);
  }

  render() {
    return renderValue(this.digest.total === 0 ? null : this.number(null), this.#format);
  }
}
