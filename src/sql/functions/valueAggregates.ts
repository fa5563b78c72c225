import { compareValues, type SqlValue } from '../values/index.ts';
import type { Accumulator, AggregateFunction } from './aggregateTypes.ts';
import { num } from './define.ts';

/** Aggregates that need all values of a group, because the engine has no exact equivalent. */

/** Interpolates linearly between the two nearest values, like `PERCENTILE_CONT` of the SQL standard. */
class Percentile implements Accumulator {
  readonly #values: number[] = [];
  readonly #fraction: number;
  constructor(percent: number) {
    this.#fraction = percent / 100;
  }
  get kept(): number {
    return this.#values.length;
  }
  add(value: SqlValue): void {
    this.#values.push(num(value));
  }
  result(): SqlValue {
    if (this.#values.length === 0) return null;
    const sorted = Float64Array.from(this.#values).sort();
    const at = this.#fraction * (sorted.length - 1);
    const below = Math.floor(at);
    const above = Math.ceil(at);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
  }
}

/** Ordered by value, since rows of a group have no order. */
class Concatenation implements Accumulator {
  readonly #values: SqlValue[] = [];
  readonly #separator: string;
  constructor(separator: string) {
    this.#separator = separator;
  }
  get kept(): number {
    return this.#values.length;
  }
  add(value: SqlValue): void {
    this.#values.push(value);
  }
  result(): SqlValue {
    return this.#values.length === 0 ? null : this.#values.sort(compareValues).join(this.#separator);
  }
}

export const valueAggregates: readonly AggregateFunction[] = [
  {
    names: ['percentile', 'percentile_approx'],
    kind: 'values',
    signatures: [['double', 'double']],
    parameters: {
      count: [1, 1],
      problem: (value) =>
        typeof value === 'number' && value >= 0 && value <= 100 ? null : 'a percentage is from 0 to 100',
    },
    create: (_type, [percent]) => new Percentile(num(percent)),
    beyond: true,
    doc: 'The value that so many percent of all values do not exceed, in proportion between two of them.',
    examples: [['PERCENTILE(metres, 50)', '8.75']],
  },
  {
    names: ['median'],
    kind: 'values',
    signatures: [['double', 'double']],
    create: () => new Percentile(50),
    beyond: true,
    doc: 'The value in the middle, or the mean of the two.',
    examples: [['MEDIAN(crew)', '2']],
  },
  {
    names: ['group_concat', 'string_agg'],
    kind: 'values',
    signatures: [
      ['keyword', 'keyword'],
      ['long', 'keyword'],
      ['double', 'keyword'],
      ['boolean', 'keyword'],
      ['timestamp', 'keyword'],
    ],
    parameters: {
      count: [0, 1],
      problem: (value) => (typeof value === 'string' ? null : 'the separator is a text'),
    },
    create: (_type, [separator = ',']) => new Concatenation(String(separator)),
    beyond: true,
    doc: 'All values in one text, sorted, with commas or the second argument between them.',
    examples: [["GROUP_CONCAT(DISTINCT kind, ' ')", 'motor sail']],
  },
];
