import type { SqlType } from '../types.ts';
import {
  compareValues,
  type Integral,
  isTemporal,
  keyOf,
  normal,
  SqlDate,
  SqlTime,
  SqlTimestamp,
  type SqlValue,
  wrap,
} from '../values/index.ts';
import type { Accumulator, AggregateFunction } from './aggregateTypes.ts';
import { num } from './define.ts';
import type { Examples } from './types.ts';
import { valueAggregates } from './valueAggregates.ts';

/**
 * Aggregates: their types, how they are computed in this process, and which metric of the engine computes
 * them.
 */

const EVERYTHING: readonly SqlType[] = [
  ...(['byte', 'short', 'integer', 'long', 'float', 'double', 'keyword', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'timestamp', 'interval', 'object', 'nested'] as const),
  ...(['ip', 'binary', 'geo_point'] as const),
];

function sameType(types: readonly SqlType[]): [SqlType, SqlType][] {
  return types.map((type) => [type, type]);
}

class Count implements Accumulator {
  #count = 0;
  add(): void {
    this.#count++;
  }
  result(): SqlValue {
    return this.#count;
  }
}

/** Wraps another accumulator so that equal values count only once. */
export class Distinct implements Accumulator {
  readonly #seen = new Set<string>();
  readonly #inner: Accumulator;
  constructor(inner: Accumulator) {
    this.#inner = inner;
  }
  get kept(): number {
    return this.#seen.size;
  }
  add(value: SqlValue): void {
    const key = keyOf(value);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#inner.add(value);
  }
  result(): SqlValue {
    return this.#inner.result();
  }
}

class Sum implements Accumulator {
  readonly #type: SqlType;
  #sum = 0;
  #exact: bigint | null = null;
  #any = false;
  constructor(type: SqlType) {
    this.#type = type;
  }
  add(value: SqlValue): void {
    this.#any = true;
    if (this.#exact !== null) this.#exact += BigInt(value as Integral);
    else {
      const next = this.#sum + num(value);
      const integral = this.#type === 'integer' || this.#type === 'long';
      if (integral && !Number.isSafeInteger(next))
        this.#exact = BigInt(this.#sum) + BigInt(value as Integral);
      else this.#sum = next;
    }
  }
  result(): SqlValue {
    if (!this.#any) return null;
    if (this.#type === 'integer') return wrap(this.#exact ?? BigInt(this.#sum), 'integer');
    if (this.#exact !== null) return normal(this.#exact);
    return this.#type === 'float' ? Math.fround(this.#sum) : this.#sum;
  }
}

class Average implements Accumulator {
  readonly #type: SqlType;
  #sum = 0;
  #count = 0;
  constructor(type: SqlType) {
    this.#type = type;
  }
  add(value: SqlValue): void {
    this.#sum += isTemporal(value) ? orderNumber(value) : num(value);
    this.#count++;
  }
  result(): SqlValue {
    if (this.#count === 0) return null;
    const mean = this.#sum / this.#count;
    switch (this.#type) {
      case 'date':
        return new SqlDate(Math.round(mean));
      case 'time':
        return new SqlTime(Math.round(mean));
      case 'datetime':
      case 'timestamp':
        return SqlTimestamp.ofMillis(Math.round(mean));
      default:
        return mean;
    }
  }
}

/** Epoch day, nanosecond of the day, or epoch milliseconds. */
function orderNumber(value: SqlValue): number {
  if (value instanceof SqlTimestamp) return value.epochMillis;
  return value instanceof SqlDate ? value.epochDay : (value as SqlTime).nanoOfDay;
}

class Extreme implements Accumulator {
  readonly #sign: 1 | -1;
  #best: SqlValue = null;
  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }
  add(value: SqlValue): void {
    if (this.#best === null || this.#sign * compareValues(value, this.#best) > 0) this.#best = value;
  }
  result(): SqlValue {
    return this.#best;
  }
}

/** Variance by Welford's algorithm. */
class Moments implements Accumulator {
  readonly #sample: boolean;
  readonly #root: boolean;
  #count = 0;
  #mean = 0;
  #squares = 0;
  constructor(sample: boolean, root: boolean) {
    this.#sample = sample;
    this.#root = root;
  }
  add(value: SqlValue): void {
    const x = num(value);
    this.#count++;
    const delta = x - this.#mean;
    this.#mean += delta / this.#count;
    this.#squares += delta * (x - this.#mean);
  }
  result(): SqlValue {
    const divisor = this.#sample ? this.#count - 1 : this.#count;
    if (divisor <= 0) return null;
    const variance = this.#squares / divisor;
    return this.#root ? Math.sqrt(variance) : variance;
  }
}

function moments(
  names: readonly [string, ...string[]],
  extendedStat: string,
  sample: boolean,
  root: boolean,
  doc: string,
  examples: Examples,
): AggregateFunction {
  const create = (): Accumulator => new Moments(sample, root);
  return { names, kind: 'moments', signatures: [['double', 'double']], create, extendedStat, doc, examples };
}

const ORDERED: readonly SqlType[] = [
  ...(['integer', 'long', 'float', 'double', 'keyword'] as const),
  ...(['date', 'datetime', 'time', 'timestamp'] as const),
];

const METRICS: readonly AggregateFunction[] = [
  {
    names: ['count'],
    kind: 'count',
    signatures: EVERYTHING.map((type) => [type, 'integer'] as const),
    create: () => new Count(),
    doc: 'Rows, values that are not NULL, or different values.',
    examples: [
      ['COUNT(*)', '4'],
      ['COUNT(crew)', '3'],
      ['COUNT(DISTINCT kind)', '2'],
      ['COUNT(*) FILTER(WHERE crew > 1)', '2'],
    ],
  },
  {
    names: ['sum'],
    kind: 'sum',
    signatures: sameType(['integer', 'long', 'float', 'double']),
    create: (type) => new Sum(type),
    doc: 'The sum, in the type of the argument.',
    examples: [
      ['SUM(crew)', '7'],
      ['SUM(crew) OVER (ORDER BY name)', '2, 6, 7, 7'],
    ],
  },
  {
    names: ['avg'],
    kind: 'avg',
    signatures: sameType(['double', 'date', 'datetime', 'time', 'timestamp']),
    create: (type) => new Average(type),
    doc: 'The mean.',
    examples: [['AVG(metres)', '9.25']],
  },
  {
    names: ['min'],
    kind: 'min',
    signatures: sameType(ORDERED),
    create: () => new Extreme(-1),
    doc: 'The smallest value.',
    examples: [['MIN(built)', '1998-05-01 00:00:00']],
  },
  {
    names: ['max'],
    kind: 'max',
    signatures: sameType(ORDERED),
    create: () => new Extreme(1),
    doc: 'The largest value.',
    examples: [['MAX(metres)', '12.5']],
  },
  moments(['var_pop', 'variance'], 'variance_population', false, false, 'The variance of all values.', [
    ['VAR_POP(metres)', '4.3125'],
  ]),
  moments(['var_samp'], 'variance_sampling', true, false, 'The variance of a sample.', [
    ['VAR_SAMP(metres)', '5.75'],
  ]),
  moments(
    ['stddev_pop', 'std', 'stddev'],
    'std_deviation_population',
    false,
    true,
    'The deviation of all values.',
    [['ROUND(STDDEV_POP(metres), 3)', '2.077']],
  ),
  moments(['stddev_samp'], 'std_deviation_sampling', true, true, 'The deviation of a sample.', [
    ['ROUND(STDDEV_SAMP(metres), 3)', '2.398'],
  ]),
];

export const aggregateFunctions: readonly AggregateFunction[] = [...METRICS, ...valueAggregates];

const byName: ReadonlyMap<string, AggregateFunction> = new Map(
  aggregateFunctions.flatMap((fn) => fn.names.map((name) => [name, fn] as const)),
);

export function aggregateByName(name: string): AggregateFunction | undefined {
  return byName.get(name.toLowerCase());
}
