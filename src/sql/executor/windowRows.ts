import type { BoundAggregate, Column } from '../binder/index.ts';
import type { WindowRows } from '../functions/index.ts';
import type { WindowCall, WindowPlan } from '../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { operatorFolder } from './accumulate.ts';
import { type Batches, collect, inBatches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile, type RowFunction } from './evaluate.ts';
import { type FrameRows, frameOfRow } from './windowFrame.ts';

/** Computes a window column for the rows of one partition, yielding to the event loop. */
type PartitionFunction = (partition: readonly Row[], rows: FrameRows) => Promise<SqlValue[]>;

/** Adds one value to each row; the input is sorted by partition and order. */
export async function* windowRows(
  plan: Omit<WindowPlan, 'kind' | 'input'>,
  input: Batches,
  columns: readonly Column[],
  context: ExecutionContext,
): Batches {
  const options = { columns, context: context.evaluation, missingIsNull: true };
  const partition = plan.partitionBy.map((expression) => compile(expression, options));
  const order = plan.orderBy.map(({ expression }) => compile(expression, options));
  const valuesOf =
    'args' in plan.compute
      ? callValues(plan.compute, plan, options, context)
      : aggregateValues(plan.compute, plan, options, context);
  const holding = context.budget.open();
  try {
    const rows = await collect(input, holding);
    for (const [start, end] of await runs(rows, partition, context)) {
      const own = rows.slice(start, end);
      const peers = await runs(own, order, context);
      const values = await valuesOf(own, frameRows(own, peers, order, plan.orderBy));
      const withValues = await context.pacer.map(own, (row, i) => [...row, values[i]]);
      yield* inBatches(withValues, context);
    }
  } finally {
    holding.release();
  }
}

/** Runs of adjacent rows with equal keys: where each starts and ends. */
type Runs = readonly (readonly [start: number, end: number])[];

async function runs(
  rows: readonly Row[],
  keys: readonly RowFunction[],
  context: ExecutionContext,
): Promise<Runs> {
  const out: [number, number][] = [];
  let last: string | null = null;
  for (let i = 0; i < rows.length; i++) {
    if (context.pacer.due()) await betweenBatches(context);
    const own = keys.map((key) => keyOf(key(rows[i]))).join('\0');
    if (own === last) out[out.length - 1][1] = i + 1;
    else out.push([i, i + 1]);
    last = own;
  }
  return out;
}

/** Without ORDER BY all rows are peers. */
function frameRows(
  partition: readonly Row[],
  peers: Runs,
  order: readonly RowFunction[],
  orderBy: WindowPlan['orderBy'],
): FrameRows {
  const groups = new Uint32Array(partition.length);
  const starts = new Uint32Array(peers.length + 1);
  for (const [group, [start, end]] of peers.entries()) {
    groups.fill(group, start, end);
    starts[group] = start;
  }
  starts[peers.length] = partition.length;
  const [first = { descending: false, nullsFirst: true }] = orderBy;
  return { size: partition.length, starts, groups, key: (row) => order[0](partition[row]), order: first };
}

function callValues(
  { fn, args }: WindowCall,
  { frame }: Pick<WindowPlan, 'frame'>,
  options: CompileOptions,
  context: ExecutionContext,
): PartitionFunction {
  const functions = args.map((arg) => compile(arg, options));
  return async (partition, rows) => {
    const seen: WindowRows = {
      size: rows.size,
      argument: (index, row, fallback = null) =>
        index < functions.length ? functions[index](partition[row]) : fallback,
      peers: (row) => [rows.starts[rows.groups[row]], rows.starts[rows.groups[row] + 1]],
      group: (row) => rows.groups[row],
      frame: (row) => frameOfRow(frame, rows, row),
    };
    const values: SqlValue[] = [];
    for (let i = 0; i < partition.length; i++) {
      if (context.pacer.due()) await betweenBatches(context);
      values.push(fn.value(i, seen));
    }
    return values;
  };
}

/** Frames that only grow share one accumulator; for others each row's frame is folded from scratch. */
function aggregateValues(
  aggregate: BoundAggregate,
  { frame }: Pick<WindowPlan, 'frame'>,
  options: CompileOptions,
  context: ExecutionContext,
): PartitionFunction {
  const folder = operatorFolder(aggregate, options);
  return async (partition, rows) => {
    const added: (SqlValue | undefined)[] = [];
    const values: SqlValue[] = [];
    let accumulator = folder.create();
    let [first, next] = [0, 0];
    for (let i = 0; i < partition.length; i++) {
      const [start, end] = frameOfRow(frame, rows, i);
      if (start !== first || end < next) {
        accumulator = folder.create();
        [first, next] = [start, start];
      }
      for (; next < end; next++) {
        if (context.pacer.due()) await betweenBatches(context);
        while (added.length <= next) added.push(folder.value(partition[added.length]));
        const value = added[next];
        if (value !== undefined) accumulator.add(value);
      }
      if (context.pacer.due()) await betweenBatches(context);
      values.push(accumulator.result());
    }
    return values;
  };
}
