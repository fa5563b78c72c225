import type { Clock, JsonObject } from '../common/index.ts';
import type { PlanReport } from './dialects/dialect.ts';
import {
  type ExecutionContext,
  firstSearch,
  rangeBelow,
  type ScanRange,
  scanLimit,
} from './executor/index.ts';
import type { LogicalPlan } from './plan/logical.ts';
import type { PhysicalPlan } from './plan/physical.ts';
import { inputsOf, planText } from './plan/planText.ts';
import { measured } from './planMeasure.ts';

/**
 * The output of `_explain?format=plan`. With `clock` the statement is executed and every operator is
 * measured.
 */
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
    case 'with': {
      const ofTables = plan.tables.flatMap(({ query }) => searchesOf(query, 'everything', context));
      return [...ofTables, ...searchesOf(plan.input, range, context)];
    }
    default:
      return inputsOf(plan).flatMap((input) => searchesOf(input, rangeBelow(plan, range), context));
  }
}
