import { Pacer, settled, soon, type Turns } from '../../../common/index.ts';
import type { LiteralNode, QueryNode, StatementNode } from '../../ast/index.ts';
import { type FieldTable, ordersBeforeWindow, QueryBinder, tablesOf } from '../../binder/index.ts';
import { type Answer, type PageSource, whole } from '../../cursor/index.ts';
import { AnswerableRefusal, SqlError } from '../../errors.ts';
import {
  BATCH_ROWS,
  Budget,
  collect,
  type ExecutionContext,
  openPages,
  type RowSource,
  run,
} from '../../executor/index.ts';
import type { EvaluationContext } from '../../functions/index.ts';
import type { Statement, StatementTemplate } from '../../grammar/index.ts';
import type { LogicalPlan } from '../../plan/logical.ts';
import type { PhysicalPlan } from '../../plan/physical.ts';
import { literalValue, PlanCache, type PlanForm, type PlanInputs } from '../../plan/planCache.ts';
import { planQuery } from '../../plan/planner.ts';
import { filler, SlotWatch } from '../../plan/slots.ts';
import { reportPlan } from '../../planReport.ts';
import { checkSignal, withSignal } from '../../signalClient.ts';
import type { SchemaColumn, SqlResult } from '../../types.ts';
import type { Row } from '../../values/index.ts';
import { BEYOND, ORDER_BEFORE_WINDOW } from '../../warnings.ts';
import type {
  DialectDependencies,
  DialectRequest,
  PagedRequest,
  PlannedDialect,
  PlanReport,
} from '../dialect.ts';
import { fieldsOf } from '../fieldsOf.ts';
import { printedRows } from '../printedRows.ts';
import { ReadGate } from '../readGate.ts';
import { v2Refusal } from './refusal.ts';
import { unreadByV2 } from './unread.ts';

/** The original's V2 engine: analyzer, planner and executor over a search client. */
export function createV2Dialect(options: DialectDependencies): PlannedDialect {
  const { unread = unreadByV2 } = options;
  const gates = { plain: new ReadGate(unread), corrected: new ReadGate(unread) };
  const dependencies: Dependencies = { ...options, kept: new PlanCache(PLAN_BYTES), gates };
  return {
    refusal,
    execute: async (statement, request) => soon(execute(dependencies, statement, request)),
    open: (statement, request) => soon(open(dependencies, statement, request)),
    explain: async (statement, request, analyze) => soon(explain(dependencies, statement, request, analyze)),
  };
}

const PLAN_BYTES = 16_000_000;

/** What the template alone decides. */
interface TemplateFacts {
  readonly refusal: string | null;
  readonly tables: readonly string[];
}

const factsOf = new WeakMap<StatementTemplate, TemplateFacts>();

function facts({ template }: Statement): TemplateFacts {
  const known = factsOf.get(template);
  if (known !== undefined) return known;
  const { tree, sql } = template;
  const made = { refusal: v2Refusal(tree, sql), tables: isQuery(tree) ? tablesOf(tree) : [] };
  factsOf.set(template, made);
  return made;
}

function refusal(statement: Statement): string | null {
  return facts(statement).refusal;
}

function isQuery(tree: StatementNode): tree is QueryNode {
  return tree.kind === 'select' || tree.kind === 'setOperation' || tree.kind === 'with';
}

interface Plans {
  readonly logical: () => LogicalPlan;
  readonly physical: PhysicalPlan;
  readonly schema: readonly SchemaColumn[];
  /** What the original says where this goes on. */
  readonly refusals: readonly SqlError[];
  readonly ordersBeforeWindow: boolean;
  /** Of parts that were not read. */
  readonly warnings: readonly string[];
}

interface Prepared extends Plans {
  readonly context: ExecutionContext;
}

interface Dependencies extends DialectDependencies {
  readonly kept: PlanCache<Plans>;
  /** What is read of a statement differs with corrections. */
  readonly gates: { readonly plain: ReadGate; readonly corrected: ReadGate };
}

function* prepare(
  dependencies: Dependencies,
  statement: Statement,
  request: DialectRequest,
): Turns<Prepared> {
  const { client: anyClient, clock, random, kept, gates } = dependencies;
  const { pushDown = true, batchRows = BATCH_ROWS } = dependencies;
  if (!isQuery(statement.template.tree)) {
    throw new SqlError('SyntaxCheckException', `${statement.kind} is no query`);
  }
  const { sizeLimit, resultLimit, corrections = false, signal } = request;
  const client = signal === undefined ? anyClient : withSignal(anyClient, signal);
  const fields = new Map<string, FieldTable>();
  for (const table of facts(statement).tables) {
    fields.set(table, yield* fieldsOf(client, table));
  }
  const beyond = (refusal: SqlError): void => {
    if (!corrections) throw new AnswerableRefusal(refusal);
    warnings.add(BEYOND);
  };
  const evaluation: EvaluationContext = { startMillis: clock.nowMs(), clock, random, corrections, beyond };
  const pacer = new Pacer(clock, () => checkSignal(signal));
  const inputs = { fields, corrections };
  const literals = statement.slotValues();
  const gate = corrections ? gates.corrected : gates.plain;
  const plans =
    kept.get(statement, literals, inputs) ??
    makePlans(statement, literals, inputs, evaluation, pushDown, kept, gate);
  const warnings = new Set(plans.warnings);
  plans.refusals.forEach(beyond);
  if (plans.ordersBeforeWindow) warnings.add(ORDER_BEFORE_WINDOW);
  const spill = dependencies.spillFolder?.open() ?? null;
  const limits = { sizeLimit, resultLimit, batchRows, budget: new Budget(), spill };
  return { ...plans, context: { client, evaluation, pacer, fields, warnings, ...limits } };
}

/** Plans that the time has a part in (a TIME made a TIMESTAMP of today) are of this call only; others are kept. */
function makePlans(
  statement: Statement,
  literals: readonly LiteralNode[],
  inputs: PlanInputs,
  evaluation: EvaluationContext,
  pushDown: boolean,
  kept: PlanCache<Plans>,
  gate: ReadGate,
): Plans {
  let isTimed = false;
  const watch = new SlotWatch();
  const beyond = (refused: SqlError): void => void watch.refusals.push(() => refused);
  const timed: EvaluationContext = {
    ...evaluation,
    beyond,
    get startMillis() {
      isTimed = true;
      return evaluation.startMillis;
    },
  };
  const tree = statement.withLiterals((node, slot) => watch.literal(node, slot)) as QueryNode;
  const reading = gate.open(tree);
  const binder = new QueryBinder(inputs.fields, timed);
  const { plan, schema } = binder.analyze(reading.tree);
  const physical = planQuery(plan, { pushDown, corrections: inputs.corrections, beyond });
  const warnings = [...reading.end(), ...binder.warnings()];
  const form = formOf({ plan, physical, schema, warnings }, watch, statement);
  if (!isTimed) kept.set(statement, literals, inputs, form);
  return form.make(literals.map(literalValue));
}

const BYTES_PER_CHARACTER = 100;
const BYTES_PER_COLUMN = 500;

function formOf(
  made: Pick<Plans, 'physical' | 'schema' | 'warnings'> & { readonly plan: LogicalPlan },
  { pinned, refusals: all }: SlotWatch,
  { sql }: Statement,
): PlanForm<Plans> {
  const { plan, physical, schema, warnings } = made;
  const [logicalOf, physicalOf] = [filler(plan), filler(physical)];
  // A subquery that is planned for each row adds to the list while the statement runs.
  const refusals = [...all];
  const shared = { schema, warnings, ordersBeforeWindow: ordersBeforeWindow(plan) };
  return {
    pinned,
    bytes: BYTES_PER_CHARACTER * sql.length + BYTES_PER_COLUMN * schema.length,
    make: (values) => ({
      ...shared,
      refusals: refusals.map((refusal) => refusal(values)).filter((refused) => refused !== null),
      physical: physicalOf(values),
      logical: () => logicalOf(values),
    }),
  };
}

function* execute(
  dependencies: Dependencies,
  statement: Statement,
  request: DialectRequest,
): Turns<SqlResult> {
  const prepared = yield* prepare(dependencies, statement, request);
  const { physical, context } = prepared;
  const rows = yield* withSpill(
    context,
    settled(collect(run(physical, context, 'result'), context.budget.open())),
  );
  return yield* resultOf(prepared, rows, rows.length);
}

function* open(dependencies: Dependencies, statement: Statement, request: PagedRequest): Turns<Answer> {
  const unlimited = { ...request, resultLimit: Number.POSITIVE_INFINITY };
  const prepared = yield* prepare(dependencies, statement, unlimited);
  const { physical, context } = prepared;
  const { first, total, rest, index } = yield* withSpill(context, openPages(physical, context, request));
  const result = yield* resultOf(prepared, first, total);
  if (rest === null) return whole(result);
  const { pageSize } = request;
  const source = printedPages(rest, prepared);
  return { result, rest: { source, pageSize, rowsLeft: total - pageSize, index } };
}

function* resultOf(prepared: Prepared, answer: readonly Row[], total: number): Turns<SqlResult> {
  const { schema, context } = prepared;
  const rows = yield* settled(printedRows(answer, schema, context));
  return { profile: 'v2', schema, rows, total, cursor: null, warnings: [...context.warnings], raw: null };
}

function printedPages(source: RowSource, { schema, context }: Prepared): PageSource {
  return {
    heldRows: source.heldRows,
    next: async () => printedRows(await source.next(), schema, context),
    close: () => source.close(),
  };
}

function* explain(
  dependencies: Dependencies,
  statement: Statement,
  request: DialectRequest,
  analyze: boolean,
): Turns<PlanReport> {
  const { logical, physical, context } = yield* prepare(dependencies, statement, request);
  return yield* withSpill(
    context,
    settled(reportPlan(logical(), physical, context, analyze ? dependencies.clock : null)),
  );
}

/** The rows in files go when the operators are done: pages that are asked for later are in memory, or are searched for. */
function* withSpill<T>({ spill }: ExecutionContext, use: Turns<T>): Turns<T> {
  try {
    return yield* use;
  } finally {
    if (spill?.isUsed) yield spill.close();
  }
}
