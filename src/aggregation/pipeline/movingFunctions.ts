import { illegalArgument, notEmulated } from '../../common/index.ts';

type Argument = number | boolean | readonly number[];

const numbers = (values: readonly number[]): readonly number[] =>
  values.filter((value) => !Number.isNaN(value));

function mean(values: readonly number[]): number {
  const known = numbers(values);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Later values weigh more; the weights' sum starts at one, as in the original. */
function linearMean(values: readonly number[]): number {
  let total = 1;
  let weight = 1;
  let sum = 0;
  for (const value of numbers(values)) {
    sum += value * weight;
    total += weight++;
  }
  return total === 1 ? Number.NaN : sum / total;
}

function exponentialMean(values: readonly number[], alpha: number): number {
  let average = Number.NaN;
  for (const value of numbers(values)) {
    average = Number.isNaN(average) ? value : value * alpha + average * (1 - alpha);
  }
  return average;
}

/** Level and trend, both smoothed; the forecast is the last level. */
function holt(values: readonly number[], alpha: number, beta: number): number {
  let level = Number.NaN;
  let trend = 0;
  for (const value of numbers(values)) {
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

function deviation(values: readonly number[], average: number): number {
  if (Number.isNaN(average)) return Number.NaN;
  const known = numbers(values);
  return Math.sqrt(known.reduce((sum, value) => sum + (value - average) ** 2, 0) / known.length);
}

const FUNCTIONS: ReadonlyMap<string, (values: readonly number[], ...rest: number[]) => number> = new Map([
  ['max', (values: readonly number[]) => (values.length === 0 ? Number.NaN : Math.max(...numbers(values)))],
  ['min', (values: readonly number[]) => (values.length === 0 ? Number.NaN : Math.min(...numbers(values)))],
  ['sum', (values: readonly number[]) => numbers(values).reduce((sum, value) => sum + value, 0)],
  ['stdDev', deviation],
  ['unweightedAvg', mean],
  ['linearWeightedAvg', linearMean],
  ['ewma', exponentialMean],
  ['holt', holt],
]);

/**
 * Compiles a script of calls of `MovingFunctions` over `values`, such as
 * `MovingFunctions.stdDev(values, MovingFunctions.unweightedAvg(values))`. Other scripts are not emulated.
 */
export function compileMovingFunction(source: string): (values: readonly number[]) => number {
  const text = source
    .trim()
    .replace(/^return\s+/, '')
    .replace(/;$/, '');
  const tokens = text.match(/[A-Za-z_.]+|-?\d+(?:\.\d+)?|[(),]/g) ?? [];
  if (tokens.join('') !== text.replace(/\s+/g, '')) throw notEmulated(`the script [${source}] of moving_fn`);
  const parser = new CallParser(tokens, source);
  return parser.parse();
}

class CallParser {
  readonly #tokens: readonly string[];
  readonly #source: string;
  #at = 0;

  constructor(tokens: readonly string[], source: string) {
    this.#tokens = tokens;
    this.#source = source;
  }

  parse(): (values: readonly number[]) => number {
    const run = this.#expression();
    if (this.#at < this.#tokens.length) throw notEmulated(`the script [${this.#source}] of moving_fn`);
    return (values) => Number(run(values));
  }

  #expression(): (values: readonly number[]) => Argument {
    const token = this.#tokens[this.#at++] ?? '';
    if (token === 'values') return (values) => values;
    if (token === 'true' || token === 'false') return () => token === 'true';
    if (/^-?\d/.test(token)) return () => Number(token);
    const name = token.startsWith('MovingFunctions.') ? token.slice('MovingFunctions.'.length) : '';
    const call = FUNCTIONS.get(name);
    if (!call) throw illegalArgument(`compile error: unknown function [${token}] in [${this.#source}]`);
    const args = this.#arguments();
    return (values) => {
      const [first, ...rest] = args.map((arg) => arg(values));
      return call(Array.isArray(first) ? (first as number[]) : [], ...rest.map(Number));
    };
  }

  #arguments(): ((values: readonly number[]) => Argument)[] {
    const args: ((values: readonly number[]) => Argument)[] = [];
    if (this.#tokens[this.#at++] !== '(')
      throw illegalArgument(`compile error: missing ( in [${this.#source}]`);
    for (;;) {
      args.push(this.#expression());
      const next = this.#tokens[this.#at++];
      if (next === ')') return args;
      if (next !== ',') throw illegalArgument(`compile error: missing ) in [${this.#source}]`);
    }
  }
}
