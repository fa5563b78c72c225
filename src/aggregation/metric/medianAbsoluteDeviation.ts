import { illegalArgument } from '../../common/index.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { doubleField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { createDigest } from './internalPercentiles.ts';
import { type MetricState, metricAggregator } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';
import { Sketches } from './sketches.ts';
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
        return metricAggregator(deviationState(compression, config.format), config, place);
      },
    };
  },
};

function deviationState(compression: number, format: ValueFormat): MetricState {
  const digests = new Sketches(() => createDigest(compression));
  const result = (owner: number) => new InternalDeviation(digests.get(owner), format);
  return {
    add: (block, run) => digests.add(block, run),
    result,
    sortValue(key) {
      checkSingleValueKey(key, 'median_absolute_deviation');
      return (owner) => result(owner).number(null) ?? Number.NaN;
    },
  };
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
