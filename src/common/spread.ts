/**
 * `target.push(...items)`, `Math.min(...values)` and `Math.max(...values)` for any number of items: a call
 * passes its arguments on the stack, which a few hundred thousand overflow.
 */

export function appendAll<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}

/** The minimum; Infinity if there are no values. */
export function least(values: Iterable<number>): number {
  let best = Number.POSITIVE_INFINITY;
  for (const value of values) best = Math.min(best, value);
  return best;
}

/** The maximum; -Infinity if there are no values. */
export function greatest(values: Iterable<number>): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const value of values) best = Math.max(best, value);
  return best;
}
