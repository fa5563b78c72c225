import type { Clock, JsonObject } from '../common/index.ts';
import type { PlanReport } from './engine.ts';
import {
  collect,
  type ExecutionContext,
  firstSearch,
  rangeBelow,
  run,
  type ScanRange,
  scanLimit,
} from './executor/index.ts';
import type { LogicalPlan } from './plan/logical.ts';
import type { PhysicalPlan } from './plan/physical.ts';
import { inputsOf, planText } from './plan/planText.ts';
import type { Row } from './values/index.ts';

/** What `_explain?format=plan` tells of a planned statement. With `clock` it is run, and every operator measured. */
export async function reportPlan(
  logical: LogicalPlan,
  physical: PhysicalPlan,
  context: ExecutionContext,
  clock: Clock | null,
): Promise<PlanReport> {
  const note = clock === null ? () => '' : await measured(physical, context, clock);
  return {
    logical: planText(logical),
    physical: planText(physical, note),
    pushed: searchesOf(physical, 'result', context),
  };
}

function searchesOf(plan: PhysicalPlan, range: ScanRange, context: ExecutionContext): readonly JsonObject[] {
  switch (plan.kind) {
    case 'indexScan':
      return [firstSearch(plan, plan.limit ?? scanLimit(range, context))];
    case 'aggregateScan':
      return [firstSearch(plan, context.sizeLimit)];
    default:
      return inputsOf(plan).flatMap((input) => searchesOf(input, rangeBelow(plan, range), context));
  }
}

interface Figures {
  rows: number;
  nanos: bigint;
}

/** Runs the plan; the notes of its operators. Time is that of the operator with all below it. */
async function measured(
  physical: PhysicalPlan,
  context: ExecutionContext,
  clock: Clock,
): Promise<(plan: PhysicalPlan) => string> {
  const figures = new Map<PhysicalPlan, Figures>();
  const observe: ExecutionContext['observe'] = (plan, rows) => {
    const own = { rows: 0, nanos: 0n };
    figures.set(plan, own);
    return counted(rows, own, clock);
  };
  await collect(run(physical, { ...context, observe }, 'result'));
  return (plan) => {
    const own = figures.get(plan);
    if (own === undefined) return ' {never run}';
    return ` {${own.rows} rows, ${(Number(own.nanos) / 1e6).toFixed(3)} ms}`;
  };
}

async function* counted(rows: AsyncGenerator<Row>, own: Figures, clock: Clock): AsyncGenerator<Row> {
  try {
    for (;;) {
      const before = clock.nanoTime();
      const next = await rows.next();
      own.nanos += clock.nanoTime() - before;
      if (next.done) return;
      own.rows++;
      yield next.value;
    }
  } finally {
    await rows.return(undefined);
  }
}
