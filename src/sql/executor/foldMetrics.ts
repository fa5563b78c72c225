import { isJsonObject, type JsonObject, KahanSum } from '../../common/index.ts';
import type { Metric } from '../plan/physical.ts';
import type { SqlValue } from '../values/index.ts';
import { metricNode, metricValue, numberOf, sumOf, typed } from './metricValues.ts';

/** Folds the metrics of fine buckets into those of coarser groups. */
export interface Folded {
  add(bucket: JsonObject, name: string): void;
  result(): SqlValue;
}

export function foldedMetric(metric: Metric): Folded {
  switch (metric.aggregate.fn.kind) {
    case 'count':
      return new FoldedCount(metric);
    case 'sum':
      return new FoldedSum(metric);
    case 'avg':
      return new FoldedMean(metric);
    case 'min':
      return new FoldedExtreme(metric, Math.min);
    case 'max':
      return new FoldedExtreme(metric, Math.max);
    case 'moments':
      return new FoldedMoments(metric);
    case 'take':
    case 'values':
      throw new Error(`no buckets hold what ${metric.aggregate.fn.names[0]} needs`);
  }
}

class FoldedCount implements Folded {
  readonly #metric: Metric;
  #count = 0;
  constructor(metric: Metric) {
    this.#metric = metric;
  }
  add(bucket: JsonObject, name: string): void {
    this.#count += Number(metricValue(bucket, name, this.#metric) ?? 0);
  }
  result(): SqlValue {
    return typed(this.#count, this.#metric.aggregate.type);
  }
}

class FoldedSum implements Folded {
  readonly #metric: Metric;
  readonly #sum = new KahanSum();
  #isNull: boolean;
  constructor(metric: Metric) {
    this.#metric = metric;
    this.#isNull = asksForStats(metric);
  }
  add(bucket: JsonObject, name: string): void {
    const sum = sumOf(metricNode(bucket, name, this.#metric));
    if (sum === null) return;
    this.#sum.add(sum);
    this.#isNull = false;
  }
  result(): SqlValue {
    return typed(this.#isNull ? null : this.#sum.value, this.#metric.aggregate.type);
  }
}

/** With `stats`, the sum of no values is NULL. */
function asksForStats({ request, aggregate }: Metric): boolean {
  if (request === null) return false;
  const inner = aggregate.filter === null ? request : (request.aggregations as JsonObject).metric;
  return isJsonObject(inner) && 'stats' in inner;
}

class FoldedMean implements Folded {
  readonly #metric: Metric;
  readonly #sum = new KahanSum();
  #count = 0;
  constructor(metric: Metric) {
    this.#metric = metric;
  }
  add(bucket: JsonObject, name: string): void {
    const { sum, count } = metricNode(bucket, name, this.#metric);
    this.#sum.add(numberOf(sum) ?? 0);
    this.#count += numberOf(count) ?? 0;
  }
  result(): SqlValue {
    return this.#count === 0 ? null : typed(this.#sum.value / this.#count, this.#metric.aggregate.type);
  }
}

class FoldedExtreme implements Folded {
  readonly #metric: Metric;
  readonly #choose: (a: number, b: number) => number;
  #best: number | null = null;
  constructor(metric: Metric, choose: (a: number, b: number) => number) {
    this.#metric = metric;
    this.#choose = choose;
  }
  add(bucket: JsonObject, name: string): void {
    const value = numberOf(metricNode(bucket, name, this.#metric).value);
    if (value !== null) this.#best = this.#best === null ? value : this.#choose(this.#best, value);
  }
  result(): SqlValue {
    return typed(this.#best, this.#metric.aggregate.type);
  }
}

/** Variances computed from counts, sums and sums of squares, like the engine's. */
class FoldedMoments implements Folded {
  readonly #metric: Metric;
  #count = 0;
  readonly #sum = new KahanSum();
  readonly #squares = new KahanSum();
  constructor(metric: Metric) {
    this.#metric = metric;
  }
  add(bucket: JsonObject, name: string): void {
    const node = metricNode(bucket, name, this.#metric);
    this.#count += numberOf(node.count) ?? 0;
    this.#sum.add(numberOf(node.sum) ?? 0);
    this.#squares.add(numberOf(node.sum_of_squares) ?? 0);
  }
  result(): SqlValue {
    const stat = this.#metric.aggregate.fn.extendedStat ?? '';
    const divisor = stat.endsWith('sampling') ? this.#count - 1 : this.#count;
    if (divisor <= 0) return null;
    const sum = this.#sum.value;
    const variance = Math.max(0, this.#squares.value - (sum * sum) / this.#count) / divisor;
    return stat.startsWith('std') ? Math.sqrt(variance) : variance;
  }
}
