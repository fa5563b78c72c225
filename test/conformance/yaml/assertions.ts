/** What was answered is not what the suite says. */
export class Mismatch extends Error {}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 160);

/** `/…/` of a suite: an expression with white space and comments in it. */
export function patternOf(text: string): RegExp | null {
  const inner = /^\s*\/([\s\S]*)\/\s*$/.exec(text)?.[1];
  if (inner === undefined) return null;
  return new RegExp(
    inner
      .replace(/\\ /g, '\\x20')
      .replace(/(^|[^\\])#.*$/gm, '$1')
      .replace(/\s+/g, ''),
  );
}

/** Numbers to six digits, texts by pattern where one is given, objects and lists member by member. */
export function isSame(wanted: unknown, found: unknown): boolean {
  if (typeof wanted === 'string' && wanted.trim().length > 1) {
    const pattern = patternOf(wanted);
    // Their `$` also stands before a newline at the end.
    if (pattern) {
      const text = typeof found === 'string' ? found : show(found);
      return pattern.test(text) || pattern.test(text.replace(/\n$/, ''));
    }
  }
  if (wanted === null) return found === null || found === undefined;
  if (typeof wanted === 'number' && typeof found === 'number') {
    return wanted === found || Math.abs(wanted - found) <= 1e-6 * Math.max(Math.abs(wanted), Math.abs(found));
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      wanted.length === found.length &&
      wanted.every((item, i) => isSame(item, found[i]))
    );
  }
  if (isObject(wanted)) {
    if (!isObject(found) || Object.keys(wanted).length !== Object.keys(found).length) return false;
    return Object.entries(wanted).every(([key, value]) => key in found && isSame(value, found[key]));
  }
  return !isObject(found) && !Array.isArray(found) && String(wanted) === String(found);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Check = (found: unknown, wanted: unknown) => boolean;

const compare =
  (test: (found: number, wanted: number) => boolean): Check =>
  (found, wanted) =>
    typeof found === 'number' && test(found, Number(wanted));

const lengthOf = (value: unknown): number =>
  isObject(value) ? Object.keys(value).length : ((value as { length?: number } | null)?.length ?? -1);

/** The assertions that compare what a path finds with a value. */
const CHECKS: Readonly<Record<string, Check>> = {
  match: (found, wanted) => isSame(wanted, found),
  length: (found, wanted) => lengthOf(found) === Number(wanted),
  gt: compare((found, wanted) => found > wanted),
  gte: compare((found, wanted) => found >= wanted),
  lt: compare((found, wanted) => found < wanted),
  lte: compare((found, wanted) => found <= wanted),
  contains: (found, wanted) =>
    typeof found === 'string'
      ? found.includes(String(wanted))
      : Array.isArray(found) && found.some(has(wanted)),
  close_to: (found, wanted) => {
    const { value, error } = wanted as { value: number; error: number };
    return typeof found === 'number' && Math.abs(found - value) <= error;
  },
};

function has(wanted: unknown): (item: unknown) => boolean {
  return (item) =>
    isObject(wanted) && isObject(item)
      ? Object.entries(wanted).every(([key, value]) => isSame(value, item[key]))
      : isSame(wanted, item);
}

/** Whether there is an assertion of this name; `check` throws Mismatch. */
export const isAssertion = (name: string): boolean => Object.hasOwn(CHECKS, name);

export function check(name: string, path: string, found: unknown, wanted: unknown): void {
  if (!CHECKS[name](found, wanted)) throw new Mismatch(`${name} ${path}: ${show(found)} for ${show(wanted)}`);
}

/** `is_true`, `is_false`. */
export function checkTruth(name: string, path: string, found: unknown): void {
  const isTrue = !(found === null || found === undefined || found === false || found === '' || found === 0);
  if ((isTrue && found !== 'false') !== (name === 'is_true'))
    throw new Mismatch(`${name} ${path}: ${show(found)}`);
}
