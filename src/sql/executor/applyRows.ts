import type { Bound, Column } from '../binder/index.ts';
import { evaluationError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import { withParameters } from '../plan/parameters.ts';
import { type PhysicalPlan, physicalColumns } from '../plan/physical.ts';
import { planQuery } from '../plan/planner.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { checkTime } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, type RowFunction } from './evaluate.ts';

type Apply = Extract<PhysicalPlan, { kind: 'apply' }>;
type Run = (plan: PhysicalPlan) => AsyncGenerator<Row>;

/** What a subquery answers for some values of its parameters, as a function of the outer row. */
type Answer = (row: Row) => SqlValue;

/** Rows with the value of a subquery behind them. It runs once for each combination of its parameters' values. */
export async function* applyRows(
  plan: Apply,
  rows: AsyncGenerator<Row>,
  runQuery: Run,
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const options = { columns: physicalColumns(plan.input), context: context.evaluation };
  const parameters = plan.parameters.map(({ column, value }) => ({ column, read: compile(value, options) }));
  const answers = new Map<string, Answer>();
  for await (const row of rows) {
    const values = new Map<Column, SqlValue>(parameters.map(({ column, read }) => [column, read(row)]));
    const key = [...values.values()].map(keyOf).join('\0');
    let answer = answers.get(key);
    if (answer === undefined) {
      const query =
        values.size === 0 ? plan.query : planQuery(withParameters(plan.template, values), plan.rules);
      const columns = { outer: options.columns, inner: physicalColumns(query) };
      answer = await answerOf(plan.test, runQuery(query), columns, context);
      answers.set(key, answer);
    }
    yield [...row, answer(row)];
  }
}

async function answerOf(
  test: Apply['test'],
  rows: AsyncGenerator<Row>,
  { outer, inner }: { readonly outer: readonly Column[]; readonly inner: readonly Column[] },
  { evaluation }: ExecutionContext,
): Promise<Answer> {
  const over = (columns: readonly Column[], bound: Bound): RowFunction =>
    compile(bound, { columns, context: evaluation });
  switch (test.kind) {
    case 'scalar':
      return constant(await onlyValue(rows));
    case 'exists':
      return constant(await hasRow(rows));
    case 'in': {
      const operand = over(outer, test.operand);
      const isMember = await membership(rows, over(inner, test.item));
      return (row) => isMember(operand(row));
    }
    case 'any':
      return anyOf(rows, over([...outer, ...inner], test.condition), evaluation);
  }
}

function constant(value: SqlValue): Answer {
  return () => value;
}

async function onlyValue(rows: AsyncGenerator<Row>): Promise<SqlValue> {
  let value: SqlValue = null;
  let count = 0;
  for await (const row of rows) {
    if (++count > 1) throw evaluationError('a subquery as a value answers with more than one row');
    value = row[0];
  }
  return value;
}

async function hasRow(rows: AsyncGenerator<Row>): Promise<boolean> {
  for await (const _row of rows) return true;
  return false;
}

/** TRUE for one row is TRUE; else a NULL leaves it open. */
async function anyOf(
  rows: AsyncGenerator<Row>,
  condition: RowFunction,
  evaluation: EvaluationContext,
): Promise<Answer> {
  const distinct = new Map<string, Row>();
  for await (const row of rows) distinct.set(row.map(keyOf).join('\0'), row);
  const candidates = [...distinct.values()];
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

/** `x IN (…)`: a NULL, or a list with one that lacks x, leaves it open. */
async function membership(
  rows: AsyncGenerator<Row>,
  item: RowFunction,
): Promise<(value: SqlValue) => SqlValue> {
  const keys = new Set<string>();
  let hasNull = false;
  for await (const row of rows) {
    const value = item(row);
    if (value === null) hasNull = true;
    else keys.add(keyOf(value));
  }
  return (value) => {
    if (keys.size === 0 && !hasNull) return false;
    if (value === null) return null;
    return keys.has(keyOf(value)) || (hasNull ? null : false);
  };
}
