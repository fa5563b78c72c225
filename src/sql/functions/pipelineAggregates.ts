import { SqlError } from '../errors.ts';
import type { SqlValue } from '../values/index.ts';
import { aggregateByName } from './aggregates.ts';
import type { Accumulator, AggregateFunction } from './aggregateTypes.ts';
import { num } from './define.ts';

class Take implements Accumulator {
  readonly #values: SqlValue[] = [];
  readonly #most: number;

  constructor(most: number) {
    if (most <= 0) throw new SqlError('IllegalArgumentException', 'size must be greater than 0');
    this.#most = most;
  }

  get kept(): number {
    return this.#values.length;
  }

  add(value: SqlValue): void {
    if (this.#values.length < this.#most) this.#values.push(value);
  }

  result(): SqlValue {
    return this.#values.map(String);
  }
}

/** Aggregates that only PPL has. */
const pipelineAggregates: readonly AggregateFunction[] = [
  {
    names: ['take'],
    kind: 'take',
    signatures: [['keyword', 'nested']],
    parameters: { count: [0, 1], types: ['integer'], problem: () => null },
    create: (_type, [most = 10]) => new Take(num(most)),
    doc: 'The first values, ten unless it is said how many.',
    examples: [],
  },
];

const byName: ReadonlyMap<string, AggregateFunction> = new Map(
  pipelineAggregates.flatMap((fn) => fn.names.map((name) => [name, fn] as const)),
);

/** A PPL aggregate by case-insensitive name: includes SQL's, except those that the original lacks. */
export function pipelineAggregateByName(name: string): AggregateFunction | undefined {
  const fn = byName.get(name.toLowerCase()) ?? aggregateByName(name);
  return fn?.beyond === true ? undefined : fn;
}
