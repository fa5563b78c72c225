import { isJsonObject, unreachable } from '../../common/index.ts';
import type { FieldTable } from '../binder/index.ts';
import type { UnnestPlan } from '../plan/logical.ts';
import { type HashAggregate, type PhysicalPlan, physicalColumns } from '../plan/physical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { grouping, operatorFolder } from './accumulate.ts';
import { aggregateScan } from './aggregateScan.ts';
import { applyRows } from './applyRows.ts';
import { collect, inTurns } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { toValue, valueAt } from './documentValues.ts';
import { compile } from './evaluate.ts';
import { indexScan } from './indexScan.ts';
import { joinRows } from './joinRows.ts';
import { projector } from './projectRow.ts';
import { setRows } from './setRows.ts';
import { sortRows } from './sortRows.ts';
import { windowRows } from './windowRows.ts';

/**
 * How many documents a scan without LIMIT reads: as many as the statement may answer with, the original's limit when
 * an operator stands above it, or all of them (operators that the original has not).
 */
export type ScanRange = 'result' | 'operator' | 'everything';

/** Rows of a plan, pulled one by one. */
export function run(plan: PhysicalPlan, context: ExecutionContext, range: ScanRange): AsyncGenerator<Row> {
  const rows = rowsOf(plan, context, range);
  return context.observe === undefined ? rows : context.observe(plan, rows);
}

/** What an operator asks of its inputs. */
export function rangeBelow({ kind }: PhysicalPlan, range: ScanRange): ScanRange {
  if (kind === 'join' || kind === 'set' || kind === 'apply') return 'everything';
  return range === 'everything' || kind === 'project' || kind === 'unnest' ? range : 'operator';
}

async function* rowsOf(plan: PhysicalPlan, context: ExecutionContext, range: ScanRange): AsyncGenerator<Row> {
  const below = rangeBelow(plan, range);
  switch (plan.kind) {
    case 'indexScan':
      yield* indexScan(plan, plan.limit ?? scanLimit(range, context), context);
      return;
    case 'aggregateScan':
      yield* inTurns(await aggregateScan(plan, context), context);
      return;
    case 'values':
      yield* plan.rows;
      return;
    case 'project': {
      const projected = projector(plan, context);
      for await (const row of run(plan.input, context, below)) yield projected(row);
      return;
    }
    case 'unnest':
      yield* unnest(plan, run(plan.input, context, below), context);
      return;
    case 'filter': {
      const test = compile(plan.condition, {
        columns: physicalColumns(plan.input),
        context: context.evaluation,
      });
      for await (const row of run(plan.input, context, below)) if (test(row) === true) yield row;
      return;
    }
    case 'apply': {
      const runQuery = (query: PhysicalPlan): AsyncGenerator<Row> => run(query, context, 'everything');
      yield* applyRows(plan, run(plan.input, context, below), runQuery, context);
      return;
    }
    case 'join': {
      const columns = [physicalColumns(plan.left), physicalColumns(plan.right)] as const;
      const right = await collect(run(plan.right, context, below));
      yield* joinRows(plan, run(plan.left, context, below), right, columns, context);
      return;
    }
    case 'limit':
      yield* limited(run(plan.input, context, below), plan.offset, plan.limit);
      return;
    default:
      yield* inTurns(await gathered(plan, context, below), context);
  }
}

/** Rows that a scan without LIMIT reads at most. */
export function scanLimit(
  range: ScanRange,
  context: Pick<ExecutionContext, 'sizeLimit' | 'resultLimit'>,
): number {
  if (range === 'everything') return Number.POSITIVE_INFINITY;
  return range === 'result' ? context.resultLimit : context.sizeLimit;
}

type Gathering = Extract<PhysicalPlan, { kind: 'sort' | 'window' | 'hashAggregate' | 'set' }>;

/** Operators that need all rows of an input before they answer with the first. */
async function gathered(
  plan: Gathering,
  context: ExecutionContext,
  range: ScanRange,
): Promise<readonly Row[]> {
  switch (plan.kind) {
    case 'sort': {
      const options = { columns: physicalColumns(plan.input), context: context.evaluation };
      return sortRows(await collect(run(plan.input, context, range)), plan.keys, options, context);
    }
    case 'window':
      return windowRows(
        plan,
        await collect(run(plan.input, context, range)),
        physicalColumns(plan.input),
        context,
      );
    case 'hashAggregate':
      return aggregated(plan, run(plan.input, context, range), context);
    case 'set': {
      const left = await collect(run(plan.left, context, range));
      return setRows(plan.operator, left, await collect(run(plan.right, context, range)), context);
    }
    default:
      throw unreachable(plan);
  }
}

async function* limited(rows: AsyncGenerator<Row>, offset: number, limit: number): AsyncGenerator<Row> {
  let seen = 0;
  if (limit === 0) return;
  for await (const row of rows) {
    if (seen++ >= offset) yield row;
    if (seen >= offset + limit) return;
  }
}

async function aggregated(
  plan: HashAggregate,
  rows: AsyncGenerator<Row>,
  context: ExecutionContext,
): Promise<Row[]> {
  const options = { columns: physicalColumns(plan.input), context: context.evaluation };
  const keys = plan.groups.map(({ expression }) => compile(expression, options));
  const folders = plan.aggregates.map(({ aggregate }) => operatorFolder(aggregate, options));
  const groups = grouping(keys, folders);
  for await (const row of rows) groups.add(row);
  return groups.rows(context.pacer);
}

type Unnest = Extract<PhysicalPlan, { kind: 'unnest' }> &
  Pick<UnnestPlan, 'members' | 'path' | 'nested' | 'keepsRows'>;

async function* unnest(
  plan: Unnest,
  rows: AsyncGenerator<Row>,
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const slot = physicalColumns(plan.input).indexOf(plan.nested);
  const fields: FieldTable = new Map([...context.fields.values()].flatMap((table) => [...table]));
  for await (const row of rows) {
    const elements = Array.isArray(row[slot]) ? row[slot] : [];
    if (elements.length === 0 && plan.keepsRows) yield [...row, ...plan.members.map(() => null)];
    for (const element of elements) {
      const members = plan.members.map(({ field }): SqlValue => {
        const member = isJsonObject(element)
          ? valueAt(element, field.path.slice(plan.path.length + 1))
          : undefined;
        return toValue(member, field, fields);
      });
      yield [...row, ...members];
    }
  }
}
