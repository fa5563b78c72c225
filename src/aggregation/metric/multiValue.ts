import { illegalArgument } from '../../common/index.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';

/** Sorts by one of a metric's several values, which the key must name. */
export function multiValueSort(
  key: string | null,
  result: (owner: number) => InternalAggregation,
): (owner: number) => number {
  if (key === null || key === '') {
    throw illegalArgument(
      'When ordering on a multi-value metrics aggregation a metric name must be specified.',
    );
  }
  return (owner) => {
    const value = result(owner).number?.(key);
    if (value === null || value === undefined) throw illegalArgument(`Unknown value [${key}] in path`);
    return value;
  };
}
