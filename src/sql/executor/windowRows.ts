import type { BoundAggregate, Column } from '../analyzer/index.ts';
import type { WindowRows } from '../functions/index.ts';
import type { WindowCall, WindowPlan } from '../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { folderOf } from './accumulate.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile, type RowFunction } from './evaluate.ts';
import { type FrameRows, frameOfRow } from './windowFrame.ts';

/** The values of a window's column for the rows of one partition. */
type PartitionFunction = (partition: readonly Row[], rows: FrameRows) => SqlValue[];

/** Rows that come sorted by partition and order, each with one more value. */
export function windowRows(
  plan: Omit<WindowPlan, 'kind' | 'input'>,
  rows: readonly Row[],
  columns: readonly Column[],
  context: ExecutionContext,
): Row[] {
  const options = { columns, context: context.evaluation };
  const partition = plan.partitionBy.map((expression) => compile(expression, options));
  const order = plan.orderBy.map(({ expression }) => compile(expression, options));
  const valuesOf =
    'args' in plan.compute
      ? callValues(plan.compute, plan, options)
      : aggregateValues(plan.compute, plan, options);
  const out: Row[] = [];
  for (const [start, end] of runs(rows, partition)) {
    const own = rows.slice(start, end);
    const values = valuesOf(own, frameRows(own, order, plan.orderBy));
    own.forEach((row, i) => void out.push([...row, values[i]]));
  }
  return out;
}

/** Neighbours with equal keys: where each run starts and ends. */
function runs(rows: readonly Row[], keys: readonly RowFunction[]): [start: number, end: number][] {
  const out: [number, number][] = [];
  let last: string | null = null;
  rows.forEach((row, i) => {
    const own = keys.map((key) => keyOf(key(row))).join('\0');
    if (own === last) out[out.length - 1][1] = i + 1;
    else out.push([i, i + 1]);
    last = own;
  });
  return out;
}

/** Without ORDER BY all rows are equal. */
function frameRows(
  partition: readonly Row[],
  order: readonly RowFunction[],
  orderBy: WindowPlan['orderBy'],
): FrameRows {
  const peers = runs(partition, order);
  const groups = peers.flatMap(([start, end], group) => new Array<number>(end - start).fill(group));
  const starts = [...peers.map(([start]) => start), partition.length];
  const [first = { descending: false, nullsFirst: true }] = orderBy;
  return { size: partition.length, starts, groups, key: (row) => order[0](partition[row]), order: first };
}

function callValues(
  { fn, args }: WindowCall,
  { frame }: Pick<WindowPlan, 'frame'>,
  options: CompileOptions,
): PartitionFunction {
  const functions = args.map((arg) => compile(arg, options));
  return (partition, rows) => {
    const seen: WindowRows = {
      size: rows.size,
      argument: (index, row, fallback = null) =>
        index < functions.length ? functions[index](partition[row]) : fallback,
      peers: (row) => [rows.starts[rows.groups[row]], rows.starts[rows.groups[row] + 1]],
      group: (row) => rows.groups[row],
      frame: (row) => frameOfRow(frame, rows, row),
    };
    return partition.map((_row, i) => fn.value(i, seen));
  };
}

/** Frames that only grow share one accumulator; others are folded anew for every row. */
function aggregateValues(
  aggregate: BoundAggregate,
  { frame }: Pick<WindowPlan, 'frame'>,
  options: CompileOptions,
): PartitionFunction {
  const folder = folderOf(aggregate, options);
  return (partition, rows) => {
    const added = partition.map((row) => folder.value(row));
    let accumulator = folder.create();
    let [first, next] = [0, 0];
    return partition.map((_row, i) => {
      const [start, end] = frameOfRow(frame, rows, i);
      if (start !== first || end < next) {
        accumulator = folder.create();
        [first, next] = [start, start];
      }
      for (; next < end; next++) {
        const value = added[next];
        if (value !== undefined) accumulator.add(value);
      }
      return accumulator.result();
    });
  };
}
