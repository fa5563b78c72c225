import { evaluationError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { isNumericType, messageTypeName } from '../values/index.ts';
import type { ScalarFunction, Signature } from './types.ts';

/**
 * Overload resolution: picks the signature reached by the fewest widenings; strings widen to booleans, dates
 * and times.
 */

/** The types listed for a function that accepts any type, in the original's order. */
export const coreTypes: readonly SqlType[] = [
  ...(['byte', 'short', 'integer', 'long', 'float', 'double', 'keyword', 'boolean'] as const),
  ...(['date', 'time', 'datetime', 'timestamp', 'interval', 'object', 'nested'] as const),
];

const WIDER: Readonly<Partial<Record<SqlType, readonly SqlType[]>>> = {
  undefined: ['byte', 'keyword', 'interval', 'object', 'nested'],
  byte: ['short'],
  short: ['integer'],
  integer: ['long'],
  long: ['float'],
  float: ['double'],
  text: ['keyword'],
  keyword: ['boolean', 'date', 'time', 'datetime', 'timestamp'],
  date: ['datetime'],
  time: ['datetime'],
  datetime: ['timestamp'],
};

/** The number of steps from one type to a wider one; Infinity when it cannot be widened. */
export function wideningDistance(from: SqlType, to: SqlType): number {
  if (from === to) return 0;
  let best = Number.POSITIVE_INFINITY;
  for (const wider of WIDER[from] ?? []) best = Math.min(best, wideningDistance(wider, to) + 1);
  return best;
}

export interface Resolved {
  readonly signature: Signature;
  /** The type each argument is cast to. */
  readonly types: readonly SqlType[];
}

/** Maximum arguments of a variadic function. */
const MAX_VARIADIC = 9;

/** Throws ExpressionEvaluationException, listing the expected types, when no overload matches. */
export function resolveOverload(fn: ScalarFunction, args: readonly SqlType[]): Resolved {
  let best: Resolved | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const signature of fn.signatures) {
    const types = parameterTypes(signature, args.length);
    if (types === null) continue;
    let cost = 0;
    for (let i = 0; i < args.length; i++) cost += wideningDistance(args[i], types[i]);
    if (cost < bestCost) {
      best = { signature, types };
      bestCost = cost;
    }
  }
  if (best !== null) return best;
  if (fn.names[0] === 'concat') return failingConcat(fn.signatures[0], args);
  throw evaluationError(`${fn.names[0]} function expected ${expected(fn)}, but get ${listed(args)}`);
}

function parameterTypes(signature: Signature, count: number): readonly SqlType[] | null {
  const { args, variadic } = signature;
  if (args.length === count) return args;
  if (!variadic || count < args.length || (signature.nulls === 'propagate' && count > MAX_VARIADIC))
    return null;
  return Array.from({ length: count }, (_, i) => args[Math.min(i, args.length - 1)]);
}

/** The original checks the arguments of CONCAT one by one, during evaluation: NULL makes all of it NULL. */
function failingConcat(signature: Signature, args: readonly SqlType[]): Resolved {
  if (args.length === 0 || args.length > MAX_VARIADIC) {
    throw evaluationError(`concat function expected 1-${MAX_VARIADIC} arguments, but got ${args.length}`);
  }
  const wrong = args.find((type) => wideningDistance(type, 'keyword') === Number.POSITIVE_INFINITY);
  const evaluate = (): never => {
    throw evaluationError(
      `invalid to get stringValue from value of type ${messageTypeName(wrong ?? 'undefined')}`,
    );
  };
  return { signature: { ...signature, args, variadic: false, evaluate }, types: args };
}

function expected(fn: ScalarFunction): string {
  return `{${fn.signatures.map((signature) => listed(signature.args)).join(',')}}`;
}

function listed(types: readonly SqlType[]): string {
  return `[${types.map(messageTypeName).join(',')}]`;
}

/** Numbers of any two types can be compared and combined without a cast; everything else is converted. */
export function needsCast(from: SqlType, to: SqlType): boolean {
  if (from === to || from === 'undefined') return false;
  if (from === 'text' && to === 'keyword') return false;
  return !(isNumericType(from) && isNumericType(to));
}
