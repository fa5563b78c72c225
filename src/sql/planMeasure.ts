import type { Clock } from '../common/index.ts';
import { type Batches, collect, type ExecutionContext, run } from './executor/index.ts';
import type { PhysicalPlan } from './plan/physical.ts';

interface Figures {
  rows: number;
  nanos: bigint;
}

/** Runs the plan; the notes of its operators. Time is that of the operator with all below it. */
export async function measured(
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
  await collect(run(physical, { ...context, observe }, 'result'), context.budget.open());
  return (plan) => {
    const own = figures.get(plan);
    if (own === undefined) return ' {never run}';
    return ` {${own.rows} rows, ${(Number(own.nanos) / 1e6).toFixed(3)} ms}`;
  };
}

async function* counted(rows: Batches, own: Figures, clock: Clock): Batches {
  try {
    for (;;) {
      const before = clock.nanoTime();
      const next = await rows.next();
      own.nanos += clock.nanoTime() - before;
      if (next.done) return;
      own.rows += next.value.length;
      yield next.value;
    }
  } finally {
    await rows.return(undefined);
  }
}
