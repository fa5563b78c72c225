import type { Column } from '../binder/index.ts';
import { SqlError } from '../errors.ts';
import type { Clash } from '../plan/logical.ts';
import { type PhysicalPlan, physicalColumns } from '../plan/physical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import type { ExecutionContext } from './context.ts';
import { compile } from './evaluate.ts';

type Project = Extract<PhysicalPlan, { kind: 'project' }>;

/** The columns of a row. A duplicate name fails at the original's first row, since its rows are maps. */
export function projector(plan: Project, { evaluation }: ExecutionContext): (row: Row) => Row {
  const options = { columns: physicalColumns(plan.input), context: evaluation };
  const items = plan.items.map(({ expression }) => compile(expression, options));
  const names = plan.items.map(({ column }) => column.name);
  const second = names.findIndex((name, i) => names.indexOf(name) < i);
  const { beyond } = evaluation;
  if (second < 0 || beyond === undefined) return (row) => items.map((item) => item(row));
  const [name] = names.slice(second);
  return (row) => {
    const values = items.map((item) => item(row));
    beyond(sameKey(name, [values[second], values[names.indexOf(name)]]));
    return values;
  };
}

/** Throws IllegalArgumentException for a row with two members of the same name. */
function clashChecker(clashes: readonly Clash[], columns: readonly Column[]): (row: Row) => void {
  const slots = clashes.map(({ name, columns: pair, always }) => {
    return { name, pair: pair.map((column) => columns.indexOf(column)), always };
  });
  return (row) => {
    for (const { name, pair, always } of slots) {
      const values = pair.map((slot) => row[slot]);
      if (always || !values.includes(undefined)) throw sameKey(name, values);
    }
  };
}

type Extend = Extract<PhysicalPlan, { kind: 'extend' | 'naming' }>;

/** Appends columns to a row; each may read those before it. */
export function extender(plan: Extend, { evaluation }: ExecutionContext): (row: Row) => Row {
  const options = { columns: physicalColumns(plan), context: evaluation };
  const items = plan.items.map(({ expression }) => compile(expression, options));
  const check = clashChecker(plan.kind === 'naming' ? plan.clashes : [], options.columns);
  return (row) => {
    const values = [...row];
    for (const item of items) values.push(item(values));
    check(values);
    return values;
  };
}

function sameKey(name: string, values: readonly SqlValue[]): SqlError {
  const entries = values.map(
    (value) => `${name}=${typeof value === 'string' ? `"${value}"` : String(value)}`,
  );
  return new SqlError('IllegalArgumentException', `Multiple entries with same key: ${entries.join(' and ')}`);
}
