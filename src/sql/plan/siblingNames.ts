import { SqlError } from '../errors.ts';
import type { AggregatePlan } from './logical.ts';

/** Names that the original gives to two parts of one search, which refuses them. Null: none. */
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

/** What the original calls the buckets of every grouping. */
const ALL_GROUPS = 'composite_buckets';

function repeated(names: readonly string[]): string | undefined {
  return names.find((name, i) => names.indexOf(name) < i);
}

function sameName(name: string): SqlError {
  const details = `Two sibling aggregations cannot have the same name: [${name}]`;
  return new SqlError('IllegalArgumentException', details);
}
