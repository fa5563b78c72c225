import { unreachable } from '../../common/index.ts';
import type { CommonPlan } from '../plan/logical.ts';
import { type PhysicalPlan, physicalColumns } from '../plan/physical.ts';
import { ROW_LOST } from '../warnings.ts';
import { aggregateRows } from './aggregateRows.ts';
import { aggregateScan } from './aggregateScan.ts';
import { applyRows } from './applyRows.ts';
import { type Batches, filterRows, inBatches, limitRows, mapRows } from './batches.ts';
import { withRows } from './commonRows.ts';
import type { ExecutionContext } from './context.ts';
import { dedupRows } from './dedupRows.ts';
import { compileTest } from './evaluate.ts';
import { indexScan } from './indexScan.ts';
import { joinRows } from './joinRows.ts';
import { extender, projector } from './projectRow.ts';
import { rareTopRows } from './rareTopRows.ts';
import { setRows } from './setRows.ts';
import { sortRows } from './sortRows.ts';
import { unnestRows } from './unnestRows.ts';
import { windowRows } from './windowRows.ts';

/**
 * How many documents a scan without LIMIT reads: as many as the statement may return; the original's limit if
 * an operator is above it; or all of them (for operators that the original does not have).
 */
export type ScanRange = 'result' | 'operator' | 'everything';

/** The rows of a plan, pulled batch by batch. `first` is the maximum number of rows the reader takes. */
export function run(
  plan: PhysicalPlan,
  context: ExecutionContext,
  range: ScanRange,
  first = Number.POSITIVE_INFINITY,
): Batches {
  const rows = rowsOf(plan, context, range, first);
  return context.observe === undefined ? rows : context.observe(plan, rows);
}

/** The range an operator requires of its inputs. */
export function rangeBelow({ kind }: PhysicalPlan, range: ScanRange): ScanRange {
  if (kind === 'join' || kind === 'set' || kind === 'apply') return 'everything';
  return range === 'everything' || kind === 'project' || kind === 'unnest' ? range : 'operator';
}

function rowsOf(plan: PhysicalPlan, context: ExecutionContext, range: ScanRange, first: number): Batches {
  const below = rangeBelow(plan, range);
  const inputOf = (input: PhysicalPlan, taken?: number): Batches => run(input, context, below, taken);
  const optionsOf = (input: PhysicalPlan) => ({
    columns: physicalColumns(input),
    context: context.evaluation,
  });
  switch (plan.kind) {
    case 'indexScan':
      return indexScan(plan, plan.limit ?? scanLimit(range, context), context);
    case 'aggregateScan':
      return aggregateScan(plan, context);
    case 'values':
      return inBatches(plan.rows, context);
    case 'with': {
      const ofTable = (query: PhysicalPlan, within: ExecutionContext): Batches =>
        run(query, within, 'everything');
      return withRows(plan, context, ofTable, (within) => run(plan.input, within, range, first));
    }
    case 'common':
      return commonRows(plan, context);
    case 'project':
      return mapRows(inputOf(plan.input, first), context, projector(plan, context));
    case 'unnest':
      return unnestRows(plan, inputOf(plan.input), context);
    case 'filter': {
      const test = compileTest(plan.condition, optionsOf(plan.input));
      return filterRows(inputOf(plan.input), context, (row) => test(row) === true);
    }
    case 'apply': {
      const runQuery = (query: PhysicalPlan): Batches => run(query, context, 'everything');
      return applyRows(plan, inputOf(plan.input), runQuery, context);
    }
    case 'join': {
      const columns = [physicalColumns(plan.left), physicalColumns(plan.right)] as const;
      return joinRows(plan, inputOf(plan.left), inputOf(plan.right), columns, context);
    }
    case 'limit': {
      const lost = rowsLost(plan.input, context);
      const inner = lost === 0 ? null : losingBelowLimit(plan.input);
      if (inner !== null) return limitRows(inputOf(inner, plan.offset + plan.limit), plan.offset, plan.limit);
      const offset = plan.offset + lost;
      return limitRows(inputOf(plan.input, offset + plan.limit), offset, plan.limit);
    }
    case 'sort':
      return sortRows(inputOf(plan.input), plan.keys, optionsOf(plan.input), context, first);
    case 'window':
      return windowRows(plan, inputOf(plan.input), physicalColumns(plan.input), context);
    case 'hashAggregate':
      return aggregateRows(plan, inputOf(plan.input), context);
    case 'extend':
    case 'naming':
      return mapRows(inputOf(plan.input, first), context, extender(plan, context));
    case 'dedup':
      return dedupRows(plan, inputOf(plan.input), optionsOf(plan.input), context);
    case 'rareTop':
      return rareTopRows(plan, inputOf(plan.input), optionsOf(plan.input), context);
    case 'set':
      return setRows(plan.operator, inputOf(plan.left), inputOf(plan.right), context);
    default:
      throw unreachable(plan);
  }
}

async function* commonRows({ id, name }: CommonPlan, { common }: ExecutionContext): Batches {
  const rows = common?.get(id)?.rows();
  if (rows === undefined) throw new Error(`the rows of [${name}] are not open here`);
  yield* rows;
}

/** The original calls `hasNext` twice before the first row; where each call advances, one row is lost. */
function rowsLost(input: PhysicalPlan, { evaluation, warnings }: ExecutionContext): number {
  if (evaluation.corrections || !movesWhenAsked(input)) return 0;
  warnings.add(ROW_LOST);
  return 1;
}

/** The plan with a row lost at a LIMIT moved below the LIMIT under it, which has not counted that row. */
function losingBelowLimit(plan: PhysicalPlan): PhysicalPlan | null {
  switch (plan.kind) {
    case 'project':
    case 'extend':
    case 'naming': {
      const input = losingBelowLimit(plan.input);
      return input === null ? null : { ...plan, input };
    }
    case 'limit': {
      const input = losingBelowLimit(plan.input);
      return input === null ? { ...plan, offset: plan.offset + 1 } : { ...plan, input };
    }
    default:
      return null;
  }
}

function movesWhenAsked(plan: PhysicalPlan): boolean {
  switch (plan.kind) {
    case 'filter':
      return isOfOriginal(plan.input);
    case 'dedup':
      return true;
    case 'project':
    case 'extend':
    case 'naming':
    case 'limit':
      return movesWhenAsked(plan.input);
    default:
      return false;
  }
}

/** Whether the plan contains only operators that the original has. */
function isOfOriginal(plan: PhysicalPlan): boolean {
  if (plan.kind === 'join' || plan.kind === 'set' || plan.kind === 'apply') return false;
  return !('input' in plan) || isOfOriginal(plan.input);
}

/** How many rows a scan without LIMIT reads at most. */
export function scanLimit(
  range: ScanRange,
  context: Pick<ExecutionContext, 'sizeLimit' | 'resultLimit'>,
): number {
  if (range === 'everything') return Number.POSITIVE_INFINITY;
  return range === 'result' ? context.resultLimit : context.sizeLimit;
}
