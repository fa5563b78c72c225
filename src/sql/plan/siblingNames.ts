import { SqlError } from '../errors.ts';
import type { AggregatePlan } from './logical.ts';

/** The error for two parts of one search that the original gives the same name; null when there is none. */
export function siblingRefusal(plan: AggregatePlan, below: AggregatePlan | null): SqlError | null {
  if (below !== null) {
    return below.groups.length > 0 && plan.groups.length > 0 ? sameName(ALL_GROUPS) : null;
  }
  const source = repeated(plan.groups.map(({ column }) => column.name));
  if (source !== undefined) {
    const details = `Composite source names must be unique, found duplicates: [${source}]`;
    return new SqlError('IllegalArgumentException', details);
  }
  const metric = repeated(plan.aggregates.map(({ column }) => column.name));
  return metric === undefined ? null : sameName(metric);
}

/** The original's name for the buckets of every grouping. */
const ALL_GROUPS = 'composite_buckets';

function repeated(names: readonly string[]): string | undefined {
  return names.find((name, i) => names.indexOf(name) < i);
}

function sameName(name: string): SqlError {
  const details = `Two sibling aggregations cannot have the same name: [${name}]`;
  return new SqlError('IllegalArgumentException', details);
}
