import { type ExactJsonObject, illegalArgument, type JsonDouble, jsonDouble } from '../../common/index.ts';
import { identity } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { doubleField, parseObject, requireOneOf } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { NumberRun } from '../values/numbers.ts';
import { BOOLEAN, type ValueFormat } from '../values/valueFormat.ts';
import { resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { CompensatedSums, kahanSum } from './compensatedSums.ts';
import { type MetricState, metricAggregator } from './numericMetric.ts';
import { InternalStats, reduceStats, StatsState, type StatsValues } from './stats.ts';

const fields = {
  ...valuesFields,
  sigma: doubleField((sigma, { aggregation }) => {
    if (sigma >= 0) return sigma;
    throw illegalArgument(
      `[sigma] must be greater than or equal to 0. Found [${sigma.toFixed(1)}] in [${aggregation}]`,
    );
  }),
};

export const extendedStats: AggregationType = {
  name: 'extended_stats',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'extended_stats',
      aggregation,
      aliases: valuesAliases,
    });
    requireOneOf(options, ['field', 'script']);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'extended_stats',
          kinds: ['numeric', 'date', 'boolean'],
          defaultKind: 'numeric',
        });
        const state = new ExtendedStatsState(config.format, options.sigma ?? 2);
        return metricAggregator(state, config, place);
      },
    };
  },
};

class ExtendedStatsState extends StatsState {
  readonly #sigma: number;
  readonly #squares = new CompensatedSums();
  #squared: Float64Array = new Float64Array(0);

  constructor(format: ValueFormat, sigma: number) {
    super(format);
    this.#sigma = sigma;
  }

  override add(...[block, run]: Parameters<MetricState['add']>): void {
    super.add(block, run);
    if (this.#squared.length < run.count) this.#squared = new Float64Array(run.count * 2);
    for (let i = 0; i < run.count; i++) {
      const value = run.values[run.places[i]];
      this.#squared[i] = value * value;
    }
    const squares: NumberRun = { ...run, values: this.#squared, places: identity(run.count) };
    this.#squares.add(block, squares);
  }

  override result(owner: number): InternalStats {
    return new InternalExtendedStats(this.values(owner), this.#squares.get(owner), this.#sigma, this.format);
  }
}

const SPREAD = [
  'sum_of_squares',
  'variance',
  'variance_population',
  'variance_sampling',
  'std_deviation',
  'std_deviation_population',
  'std_deviation_sampling',
] as const;

const STD_DEVIATION_BOUNDS = [
  'upper',
  'lower',
  'upper_population',
  'lower_population',
  'upper_sampling',
  'lower_sampling',
] as const;

export class InternalExtendedStats extends InternalStats {
  override readonly type: string = 'extended_stats';
  readonly sumOfSquares: number;
  readonly #sigma: number;

  constructor(values: StatsValues, sumOfSquares: number, sigma: number, format: ValueFormat) {
    super(values, format);
    this.sumOfSquares = sumOfSquares;
    this.#sigma = sigma;
  }

  override reduce(results: readonly InternalExtendedStats[]): InternalAggregation {
    const squares = kahanSum(results.map((result) => result.sumOfSquares));
    return new InternalExtendedStats(reduceStats(results), squares, this.#sigma, this.format);
  }

  override number(key: string | null): number | null {
    const plain = super.number(key);
    if (plain !== null) return plain;
    switch (key) {
      case 'sum_of_squares':
        return this.sumOfSquares;
      case 'variance':
      case 'variance_population':
        return this.#variance('population');
      case 'variance_sampling':
        return this.#variance('sampling');
      case 'std_deviation':
      case 'std_deviation_population':
        return Math.sqrt(this.#variance('population'));
      case 'std_deviation_sampling':
        return Math.sqrt(this.#variance('sampling'));
      default:
        return key === null ? null : this.#bound(key.replace(/^std_/, ''));
    }
  }

  /** Never negative: rounding errors of equal values are clamped. */
  #variance(of: 'population' | 'sampling'): number {
    const { count, sum } = this.values;
    const variance = (this.sumOfSquares - (sum * sum) / count) / (of === 'population' ? count : count - 1);
    return Math.max(variance, 0);
  }

  #bound(name: string): number | null {
    if (!(STD_DEVIATION_BOUNDS as readonly string[]).includes(name)) return null;
    const deviation = Math.sqrt(this.#variance(name.endsWith('sampling') ? 'sampling' : 'population'));
    const mean = this.values.sum / this.values.count;
    return name.startsWith('upper') ? mean + deviation * this.#sigma : mean - deviation * this.#sigma;
  }

  override render(): ExactJsonObject {
    const rendered = super.render();
    const empty = this.values.count === 0;
    for (const name of SPREAD) {
      rendered[name] = empty ? null : doubleOrNull(this.number(name));
    }
    rendered.std_deviation_bounds = Object.fromEntries(
      STD_DEVIATION_BOUNDS.map((name) => [name, empty ? null : doubleOrNull(this.#bound(name))]),
    );
    if (!empty && !this.format.raw) this.#renderStrings(rendered);
    return rendered;
  }

  #renderStrings(rendered: ExactJsonObject): void {
    const text = (name: string) => this.format.number(this.number(name) ?? Number.NaN);
    // The original prints some as the formatter's object, which is a boolean for booleans.
    const asObject = this.format === BOOLEAN;
    for (const name of SPREAD) {
      const isText = name.startsWith('std_deviation') || !asObject;
      rendered[`${name}_as_string`] = isText ? text(name) : text(name) === 'true';
    }
    rendered.std_deviation_bounds_as_string = Object.fromEntries(
      STD_DEVIATION_BOUNDS.map((name) => [name, this.format.number(this.#bound(name) ?? Number.NaN)]),
    );
  }
}

function doubleOrNull(value: number | null): number | JsonDouble | null {
  return value === null ? null : jsonDouble(value);
}
