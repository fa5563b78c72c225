import { coreTypes, type ScalarFunction } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { numericTypes } from '../values/index.ts';

/** Overloads as a reader wants them: those that differ in a type only are one line. */

type Overload = Pick<ScalarFunction['signatures'][number], 'args' | 'returns' | 'variadic'>;

/** How a call is written when it is no `NAME(a, b)`. */
const FORMS: ReadonlyMap<string, (args: readonly string[]) => string> = new Map([
  ['negate', ([x]) => `-${x}`],
  ['not', ([x]) => `NOT ${x}`],
  ['position', ([part, whole]) => `POSITION(${part} IN ${whole})`],
  ['extract', ([, from]) => `EXTRACT(unit FROM ${from})`],
  ['interval', ([amount]) => `INTERVAL ${amount} unit`],
  ...['timestampadd', 'timestampdiff'].map(
    (name) =>
      [name, ([, ...rest]: readonly string[]) => `${name.toUpperCase()}(unit, ${rest.join(', ')})`] as const,
  ),
  ['get_format', ([, standard]) => `GET_FORMAT(DATE or TIME or DATETIME or TIMESTAMP, ${standard})`],
]);

const INFIX = new Set(['and', 'or', 'like', 'regexp']);

function callForm(name: string, args: readonly string[]): string {
  const form = FORMS.get(name);
  if (form !== undefined) return form(args);
  if (name.startsWith('cast_to_'))
    return `CAST(${args[0]} AS ${name.slice('cast_to_'.length).toUpperCase()})`;
  if (name.startsWith('is ')) return `${args[0]} ${name.toUpperCase()}`;
  if (INFIX.has(name)) return `${args[0]} ${name.toUpperCase()} ${args[1] ?? args[0]}`;
  if (!/^\w+$/.test(name)) return `${args[0]} ${name} ${args[1]}`;
  return `${name.toUpperCase()}(${args.join(', ')})`;
}

/** One line for each number of arguments and type of result. */
export function signatureLines(name: string, overloads: readonly Overload[]): readonly string[] {
  return [...groupBy(overloads, ({ args, variadic }) => `${args.length}${variadic}`).values()].flatMap(
    (group) => {
      const same = sameAsArgument(group);
      if (same !== null) return [lineOf(name, group, same)];
      const byResult = groupBy(group, ({ returns }) => returns);
      return [...byResult].map(([returns, members]) => lineOf(name, members, returns));
    },
  );
}

function lineOf(name: string, group: readonly Overload[], returns: string): string {
  const [{ args, variadic }] = group;
  const written = args.map((_, i) => {
    const isFirst = i === 0 || group.length === 1 || !group.every((one) => one.args[i] === one.args[i - 1]);
    return isFirst ? typeSet(group.map((one) => one.args[i])) : 'the same';
  });
  const last = variadic && !INFIX.has(name) ? ['…'] : [];
  return `${callForm(name, [...written, ...last])} → ${returns}`;
}

/** `ABS`: the result has the type of an argument, whatever that is. */
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
