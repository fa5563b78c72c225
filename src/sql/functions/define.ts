import { limits } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { numericTypes, type SqlValue } from '../values/index.ts';
import type { Evaluate, ScalarFunction, Signature } from './types.ts';

/** Helpers for the function tables: overloads, and argument conversions at run time. */

/** An overload that returns NULL when any argument is NULL. */
export function sig(args: readonly SqlType[], returns: SqlType, evaluate: Evaluate): Signature {
  return { args, returns, nulls: 'propagate', variadic: false, evaluate };
}

/** An overload that receives NULL arguments. */
export function nullable(args: readonly SqlType[], returns: SqlType, evaluate: Evaluate): Signature {
  return { args, returns, nulls: 'own', variadic: false, evaluate };
}

/** One overload per numeric type, with a single argument that is passed as a double. */
export function eachNumber(returns: SqlType, evaluate: (value: number) => SqlValue): Signature[] {
  return numericTypes.map((type) => sig([type], returns, ([x]) => evaluate(num(x))));
}

/** A number as a double. */
export function num(value: SqlValue): number {
  return Number(value);
}

export function text(value: SqlValue): string {
  return value as string;
}

/** Checks the length of a string built from others. Throws SqlError if it is too long. */
export function made(whole: string): string {
  const { value } = limits.sqlText;
  if (whole.length <= value) return whole;
  const details = `a function makes a text of more characters than the limit of ${value}`;
  throw new SqlError('IllegalArgumentException', details);
}

/** A table entry with one example. */
export function fn(
  name: string,
  signatures: Signature[],
  doc: string,
  example: [string, string],
  rest: Partial<ScalarFunction> = {},
): ScalarFunction {
  return { names: [name], signatures, doc, examples: [example], ...rest };
}
