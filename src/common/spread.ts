/**
 * `target.push(...items)`, `Math.min(...values)` and `Math.max(...values)` for any number of them: a call takes its
 * arguments from the stack, and some hundred thousand exhaust it.
 */

export function appendAll<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}

/** Infinity of nothing. */
export function least(values: Iterable<number>): number {
  let best = Number.POSITIVE_INFINITY;
  for (const value of values) best = Math.min(best, value);
  return best;
}

/** -Infinity of nothing. */
export function greatest(values: Iterable<number>): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const value of values) best = Math.max(best, value);
  return best;
}
