import type { ScalarFunction } from './types.ts';

/** Formats a call as SQL, given the SQL of its arguments. */
export function writtenCall(
  { names: [name], form, isOperator }: Pick<ScalarFunction, 'names' | 'form' | 'isOperator'>,
  args: readonly string[],
): string {
  if (form !== undefined) return form(args);
  const shown = name.toUpperCase();
  return isOperator ? args.join(` ${shown} `) : `${shown}(${args.join(', ')})`;
}
