import { limits } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { numericTypes, type SqlValue } from '../values/index.ts';
import type { Evaluate, ScalarFunction, Signature } from './types.ts';

/** Short forms of the tables: overloads and the types of their arguments at run time. */

/** NULL in, NULL out. */
export function sig(args: readonly SqlType[], returns: SqlType, evaluate: Evaluate): Signature {
  return { args, returns, nulls: 'propagate', variadic: false, evaluate };
}

/** Sees its NULL arguments. */
export function nullable(args: readonly SqlType[], returns: SqlType, evaluate: Evaluate): Signature {
  return { args, returns, nulls: 'own', variadic: false, evaluate };
}

/** One overload for each numeric type, of one argument, to double. */
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

/** A text of others. Throws SqlError for one that nobody should hold. */
export function made(whole: string): string {
  const { value } = limits.sqlText;
  if (whole.length <= value) return whole;
  const details = `a function makes a text of more characters than the limit of ${value}`;
  throw new SqlError('IllegalArgumentException', details);
}

/** A row of a table with one example. */
export function fn(
  name: string,
  signatures: Signature[],
  doc: string,
  example: [string, string],
  rest: Partial<ScalarFunction> = {},
): ScalarFunction {
  return { names: [name], signatures, doc, examples: [example], ...rest };
}
