import type { Column } from '../analyzer/index.ts';
import type { WindowPlan } from '../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { folderOf } from './accumulate.ts';
import type { ExecutionContext } from './context.ts';
import { compile } from './evaluate.ts';

/** Rows that come sorted by partition and order, each with one more value. */
export function windowRows(
  plan: Pick<WindowPlan, 'compute' | 'partitionBy' | 'orderBy'>,
  rows: readonly Row[],
  columns: readonly Column[],
  context: ExecutionContext,
): Row[] {
  const options = { columns, context: context.evaluation };
  const partition = plan.partitionBy.map((expression) => compile(expression, options));
  const order = plan.orderBy.map(({ expression }) => compile(expression, options));
  const keysOf = (functions: typeof order, row: Row): string =>
    functions.map((f) => keyOf(f(row))).join('\0');
  const out: Row[] = [];
  for (const group of runs(rows, (row) => keysOf(partition, row))) {
    const peers = runs(group, plan.orderBy.length === 0 ? () => '' : (row) => keysOf(order, row));
    out.push(...partitionRows(plan, peers, options));
  }
  return out;
}

/** Neighbours with equal keys. */
function runs(rows: readonly Row[], key: (row: Row) => string): Row[][] {
  const out: Row[][] = [];
  let last: string | null = null;
  for (const row of rows) {
    const own = key(row);
    if (own !== last) out.push([]);
    out[out.length - 1].push(row);
    last = own;
  }
  return out;
}

type Options = Parameters<typeof compile>[1];

/** A running aggregate includes all peers of the row, as RANGE frames do. */
function partitionRows(plan: Pick<WindowPlan, 'compute'>, peers: readonly Row[][], options: Options): Row[] {
  const { compute } = plan;
  const folder = 'rank' in compute ? null : folderOf(compute, options);
  const accumulator = folder?.create();
  const out: Row[] = [];
  let before = 0;
  peers.forEach((rows, group) => {
    let value: SqlValue = null;
    if (folder !== null && accumulator !== undefined) {
      for (const row of rows) {
        const added = folder.value(row);
        if (added !== undefined) accumulator.add(added);
      }
      value = accumulator.result();
    }
    rows.forEach((row, i) => {
      out.push([...row, 'rank' in compute ? compute.rank(before + i, before, group) : value]);
    });
    before += rows.length;
  });
  return out;
}
