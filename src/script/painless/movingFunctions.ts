import { PainlessFailure } from './errors.ts';
import type { StaticClass } from './staticClass.ts';
import { asNumber, Double, type Value } from './values.ts';

const known = (values: readonly number[]): readonly number[] =>
  values.filter((value) => !Number.isNaN(value));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Linearly weighted mean; the sum of the weights starts at one, as in the original. */
function linearMean(values: readonly number[]): number {
  let total = 1;
  let weight = 1;
  let sum = 0;
  for (const value of known(values)) {
    sum += value * weight;
    total += weight++;
  }
  return total === 1 ? Number.NaN : sum / total;
}

function exponentialMean(values: readonly number[], alpha: number): number {
  let average = Number.NaN;
  for (const value of known(values)) {
    average = Number.isNaN(average) ? value : value * alpha + average * (1 - alpha);
  }
  return average;
}

/** Smoothed level and trend; the forecast is the last level. */
function holt(values: readonly number[], alpha: number, beta: number): number {
  let level = Number.NaN;
  let trend = 0;
  for (const value of known(values)) {
    if (Number.isNaN(level)) {
      level = value;
      continue;
    }
    const last = level;
    level = alpha * value + (1 - alpha) * (last + trend);
    trend = beta * (level - last) + (1 - beta) * trend;
  }
  return level;
}

interface Seasons {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly period: number;
  readonly multiplicative: boolean;
}

/** Smoothed level, trend and season; the forecast is the next value. */
function holtWinters(
  values: readonly number[],
  { alpha, beta, gamma, period, multiplicative }: Seasons,
): number {
  if (values.length === 0) return Number.NaN;
  if (values.length < period * 2) {
    throw new PainlessFailure(
      'illegal_argument_exception',
      `Holt-Winters aggregation requires at least (2 * period == 2 * ${period} == ${2 * period}) data-points to function.  Only [${values.length}] were provided.`,
    );
  }
  const vs = new Float64Array(values.length);
  vs.set(known(values).map((value) => value + (multiplicative ? 1e-10 : 0)));
  let level = 0;
  let trend = 0;
  for (let i = 0; i < period; i++) {
    level += vs[i];
    trend += (vs[i + period] - vs[i]) / period;
  }
  level /= period;
  trend /= period;
  const season = new Float64Array(values.length);
  if (level !== 0) for (let i = 0; i < period; i++) season[i] = vs[i] / level;
  let [lastLevel, lastTrend] = [level, 0];
  for (let i = period; i < vs.length; i++) {
    const before = season[i - period];
    const own = multiplicative ? vs[i] / before : vs[i] - before;
    level = alpha * own + (1 - alpha) * (lastLevel + lastTrend);
    trend = beta * (level - lastLevel) + (1 - beta) * lastTrend;
    const seasonal = multiplicative ? vs[i] / (lastLevel + lastTrend) : vs[i] - (lastLevel - lastTrend);
    season[i] = gamma * seasonal + (1 - gamma) * before;
    [lastLevel, lastTrend] = [level, trend];
  }
  const next = season[values.length - period];
  return multiplicative ? (level + trend) * next : level + trend + next;
}

function deviation(values: readonly number[], average: number): number {
  if (Number.isNaN(average)) return Number.NaN;
  const found = known(values);
  return Math.sqrt(sumOf(found.map((value) => (value - average) ** 2)) / found.length);
}

const windowed =
  (compute: (values: readonly number[], ...rest: number[]) => number) =>
  ([values, ...rest]: readonly Value[]): Value =>
    new Double(compute((values as Value[]).map(asNumber), ...rest.map(asNumber)));

const extreme =
  (pick: (...values: number[]) => number) =>
  (values: readonly number[]): number =>
    known(values).length === 0 ? Number.NaN : pick(...known(values));

/** The functions of moving_fn scripts. */
export const movingFunctions: StaticClass = {
  methods: {
    max: windowed(extreme(Math.max)),
    min: windowed(extreme(Math.min)),
    sum: windowed((values) => sumOf(known(values))),
    stdDev: windowed(deviation),
    unweightedAvg: windowed((values) => sumOf(known(values)) / known(values).length),
    linearWeightedAvg: windowed(linearMean),
    ewma: windowed(exponentialMean),
    holt: windowed(holt),
    holtWinters: ([values, alpha, beta, gamma, period, multiplicative]) =>
      new Double(
        holtWinters((values as Value[]).map(asNumber), {
          alpha: asNumber(alpha),
          beta: asNumber(beta),
          gamma: asNumber(gamma),
          period: asNumber(period),
          multiplicative: multiplicative === true,
        }),
      ),
  },
};
