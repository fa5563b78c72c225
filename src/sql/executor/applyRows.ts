import type { Bound, Column } from '../binder/index.ts';
import { evaluationError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import { withParameters } from '../plan/parameters.ts';
import { type PhysicalPlan, physicalColumns } from '../plan/physical.ts';
import { planQuery } from '../plan/planner.ts';
import type { Row, SqlValue } from '../values/index.ts';
import type { Batches } from './batches.ts';
import { betweenBatches, checkTime, type Holding } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, type RowFunction } from './evaluate.ts';
import { RowMap } from './rowMap.ts';

type Apply = Extract<PhysicalPlan, { kind: 'apply' }>;
type Run = (plan: PhysicalPlan) => Batches;

/** A subquery's result as a function of the outer row. */
type Answer = (row: Row) => SqlValue;

/** What the evaluation of one subquery needs. */
interface Subquery {
  readonly holding: Holding;
  readonly context: ExecutionContext;
}

/** From this many distinct values on, reading all keys of a subquery is cheaper than one search per value. */
const SEARCHES = 64;

/**
 * Rows extended by the value of a subquery. The subquery runs once per combination of its parameters' values;
 * when there are many combinations and its rows can be looked up by key, it runs once for all of them.
 */
export async function* applyRows(
  plan: Apply,
  input: Batches,
  runQuery: Run,
  context: ExecutionContext,
): Batches {
  const { evaluation } = context;
  const options = { columns: physicalColumns(plan.input), context: evaluation, missingIsNull: true };
  const parameters = plan.parameters.map(({ column, value }) => ({ column, read: compile(value, options) }));
  const answers = new RowMap<Answer>();
  const holding = context.budget.open();
  const subquery = { holding, context };
  const answerFor = async (key: readonly SqlValue[]): Promise<Answer> => {
    const values = new Map<Column, SqlValue>(parameters.map(({ column }, i) => [column, key[i]]));
    const query =
      values.size === 0 ? plan.query : planQuery(withParameters(plan.template, values), plan.rules);
    const columns = { outer: options.columns, inner: physicalColumns(query) };
    const answer = await answerOf(plan.test, runQuery(query), columns, subquery);
    answers.set(key, answer);
    holding.addRows([key]);
    return answer;
  };
  let ofAll: Answer | null = null;
  try {
    for await (const rows of input) {
      const out: Row[] = [];
      for (const row of rows) {
        if (ofAll === null && answers.size >= SEARCHES && plan.matching !== null)
          ofAll = await matchingAnswer(plan.matching, options.columns, runQuery, subquery);
        const key = ofAll === null ? parameters.map(({ read }) => read(row)) : [];
        const answer = ofAll ?? answers.get(key) ?? (await answerFor(key));
        out.push([...row, answer(row)]);
      }
      yield out;
      await betweenBatches(context);
    }
  } finally {
    holding.release();
  }
}

async function matchingAnswer(
  { query, equal }: NonNullable<Apply['matching']>,
  outer: readonly Column[],
  runQuery: Run,
  subquery: Subquery,
): Promise<Answer> {
  const { evaluation } = subquery.context;
  const inner = physicalColumns(query);
  const mine = equal.map(([own]) =>
    compile(own, { columns: outer, context: evaluation, missingIsNull: true }),
  );
  const theirs = equal.map(([, own]) =>
    compile(own, { columns: inner, context: evaluation, missingIsNull: true }),
  );
  const keys = await keysOf(runQuery(query), theirs, subquery);
  return (row) => {
    const key = mine.map((part) => part(row));
    return !key.includes(null) && keys.has(key);
  };
}

async function answerOf(
  test: Apply['test'],
  rows: Batches,
  { outer, inner }: { readonly outer: readonly Column[]; readonly inner: readonly Column[] },
  subquery: Subquery,
): Promise<Answer> {
  const { evaluation } = subquery.context;
  const over = (columns: readonly Column[], bound: Bound): RowFunction =>
    compile(bound, { columns, context: evaluation, missingIsNull: true });
  switch (test.kind) {
    case 'scalar':
      return constant(await onlyValue(rows));
    case 'exists':
      return constant(await hasRow(rows));
    case 'in': {
      const operand = over(outer, test.operand);
      const found = await keysOf(rows, [over(inner, test.item)], subquery);
      return (row) => isMember(operand(row), found);
    }
    case 'any':
      return anyOf(rows, over([...outer, ...inner], test.condition), evaluation, subquery);
  }
}

function constant(value: SqlValue): Answer {
  return () => value;
}

async function onlyValue(batches: Batches): Promise<SqlValue> {
  let value: SqlValue = null;
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    if (count > 1) throw evaluationError('a subquery as a value answers with more than one row');
    value = rows[0]?.[0] ?? null;
  }
  return value;
}

async function hasRow(batches: Batches): Promise<boolean> {
  for await (const rows of batches) if (rows.length > 0) return true;
  return false;
}

/** TRUE for one row makes the result TRUE; otherwise a NULL makes it unknown. */
async function anyOf(
  batches: Batches,
  condition: RowFunction,
  evaluation: EvaluationContext,
  { holding, context }: Subquery,
): Promise<Answer> {
  const known = new RowMap<true>();
  const candidates: Row[] = [];
  for await (const rows of batches) {
    for (const row of rows) {
      if (known.has(row)) continue;
      known.set(row, true);
      candidates.push(row);
      holding.addRows([row]);
    }
    await betweenBatches(context);
  }
  let tested = 0;
  return (row) => {
    let answer: SqlValue = false;
    for (const candidate of candidates) {
      if (++tested % TESTS_BETWEEN_LOOKS === 0) checkTime(evaluation);
      const value = condition([...row, ...candidate]);
      if (value === true) return true;
      if (value === null) answer = null;
    }
    return answer;
  };
}

const TESTS_BETWEEN_LOOKS = 4096;

/** The distinct keys of a subquery's rows. */
interface Keys {
  readonly size: number;
  /** Whether some row has a NULL key. */
  readonly hasNull: boolean;
  has(key: readonly SqlValue[]): boolean;
}

/** A key that contains a NULL equals nothing. */
async function keysOf(
  batches: Batches,
  key: readonly RowFunction[],
  { holding, context }: Subquery,
): Promise<Keys> {
  const found = new RowMap<true>();
  let hasNull = false;
  for await (const rows of batches) {
    for (const row of rows) {
      const own = key.map((part) => part(row));
      if (own.includes(null)) hasNull = true;
      else if (!found.has(own)) {
        found.set(own, true);
        holding.addRows([own]);
      }
    }
    await betweenBatches(context);
  }
  return { size: found.size, hasNull, has: (own) => found.has(own) };
}

/** `x IN (…)`: unknown if x is NULL, or if the list contains a NULL and not x. */
function isMember(value: SqlValue, keys: Keys): SqlValue {
  if (keys.size === 0 && !keys.hasNull) return false;
  if (value === null) return null;
  return keys.has([value]) || (keys.hasNull ? null : false);
}
