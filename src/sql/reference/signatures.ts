import { coreTypes, type ScalarFunction, writtenCall } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { numericTypes } from '../values/index.ts';

/** Overloads in readable form: those that differ only in types are merged into one line. */

type Written = Parameters<typeof writtenCall>[0] & Pick<ScalarFunction, 'word'>;
type Overload = Pick<ScalarFunction['signatures'][number], 'args' | 'returns' | 'variadic'>;

/** One line per number of arguments and result type. */
export function signatureLines(fn: Written, overloads: readonly Overload[]): readonly string[] {
  return [...groupBy(overloads, ({ args, variadic }) => `${args.length}${variadic}`).values()].flatMap(
    (group) => {
      const same = sameAsArgument(group);
      if (same !== null) return [lineOf(fn, group, same)];
      const byResult = groupBy(group, ({ returns }) => returns);
      return [...byResult].map(([returns, members]) => lineOf(fn, members, returns));
    },
  );
}

function lineOf(fn: Written, group: readonly Overload[], returns: string): string {
  const [{ args, variadic }] = group;
  const written = args.map((_, i) => {
    const isFirst = i === 0 || group.length === 1 || !group.every((one) => one.args[i] === one.args[i - 1]);
    return isFirst ? typeSet(group.map((one) => one.args[i])) : 'the same';
  });
  if (fn.word !== undefined) written[fn.word.at] = fn.word.shown;
  if (variadic) written.push(fn.isOperator ? written[0] : '…');
  return `${writtenCall(fn, written)} → ${returns}`;
}

/** `ABS`: the result has the type of an argument, whichever that is. */
function sameAsArgument(group: readonly Overload[]): string | null {
  if (group.length < 2) return null;
  const at = group[0].args.findIndex((_, i) => group.every(({ args, returns }) => returns === args[i]));
  if (at < 0) return null;
  return group[0].args.length === 1 || at === 0 ? 'the same' : `the type of argument ${at + 1}`;
}

function typeSet(types: readonly SqlType[]): string {
  const set = [...new Set(types)];
  if (isSetOf(set, coreTypes)) return 'any';
  if (isSetOf(set, numericTypes)) return 'number';
  return set.join(' or ');
}

function isSetOf(types: readonly SqlType[], all: readonly SqlType[]): boolean {
  return types.length === all.length && all.every((type) => types.includes(type));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
