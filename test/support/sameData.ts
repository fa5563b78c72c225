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
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || hasSymbols(a) || hasSymbols(b)) return false;
  if (Array.isArray(a) && a.length !== (b as readonly unknown[]).length) return false;
  const [left, right] = [a, b] as Record<string, unknown>[];
  return keys.every((key) => Object.hasOwn(right, key) && isSameData(left[key], right[key], depth + 1));
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
