import { expect } from 'vitest';

/**
 * Whether two values are the same plain data: numbers, texts, lists and objects without a class. `false` says nothing:
 * all else is left to the runner, which takes ten times as long for what is the same.
 */
export function isSameData(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > DEEPEST)
    return false;
  const prototype = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  if (prototype === Array.prototype) return isSameList(a as unknown[], b as unknown[], keys.length, depth);
  if (prototype !== Object.prototype || hasSymbols(a) || hasSymbols(b)) return false;
  const [left, right] = [a, b] as Record<string, unknown>[];
  return keys.every((key) => Object.hasOwn(right, key) && isSameData(left[key], right[key], depth + 1));
}

/** With as many keys as elements there are no gaps, and nothing beside them. */
function isSameList(a: readonly unknown[], b: readonly unknown[], keys: number, depth: number): boolean {
  if (a.length !== keys || b.length !== keys) return false;
  for (let i = 0; i < keys; i++) if (!isSameData(a[i], b[i], depth + 1)) return false;
  return true;
}

/** Deeper there may be an object that holds itself. */
const DEEPEST = 50;

const hasSymbols = (value: object): boolean => Object.getOwnPropertySymbols(value).length > 0;

const worker = globalThis as { rockpoolSameData?: boolean };
// Once a worker: its files share what `expect` knows.
if (!worker.rockpoolSameData) {
  worker.rockpoolSameData = true;
  expect.addEqualityTesters([(a, b) => (typeof a === 'object' && isSameData(a, b) ? true : undefined)]);
}
