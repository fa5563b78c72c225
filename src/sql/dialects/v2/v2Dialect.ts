import { Pacer, settled, soon, type Turns } from '../../../common/index.ts';
import type { QueryNode, StatementNode } from '../../ast/index.ts';
import {
  checkOrdinals,
  type FieldTable,
  ordersBeforeWindow,
  QueryBinder,
  tablesOf,
} from '../../binder/index.ts';
import { type Answer, type PageSource, whole } from '../../cursor/index.ts';
import { SqlError } from '../../errors.ts';
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
import { planQuery } from '../../plan/planner.ts';
import { reportPlan } from '../../planReport.ts';
import { checkSignal, withSignal } from '../../signalClient.ts';
import type { SqlResult } from '../../types.ts';
import type { Row } from '../../values/index.ts';
import { ORDER_BEFORE_WINDOW } from '../../warnings.ts';
import type {
  DialectDependencies,
  DialectRequest,
  PagedRequest,
  PlannedDialect,
  PlanReport,
} from '../dialect.ts';
import { fieldsOf } from '../fieldsOf.ts';
import { goBeyond, KeptPlans, type MadePlans, type Plans } from '../keptPlans.ts';
import { printedRows } from '../printedRows.ts';
import { ReadGate, type Reading } from '../readGate.ts';
import { v2Refusal } from './refusal.ts';
import { unreadByV2 } from './unread.ts';

/** The original's V2 engine: analyzer, planner and executor over a search client. */
export function createV2Dialect(options: DialectDependencies): PlannedDialect {
  const { unread = unreadByV2 } = options;
  const gates = { plain: new ReadGate(unread), corrected: new ReadGate(unread) };
  const dependencies: Dependencies = { ...options, kept: new KeptPlans(), gates };
  return {
    refusal,
    execute: async (statement, request) => soon(execute(dependencies, statement, request)),
    open: (statement, request) => soon(open(dependencies, statement, request)),
    explain: async (statement, request, analyze) => soon(explain(dependencies, statement, request, analyze)),
  };
}

/** What the template alone decides. */
interface TemplateFacts {
  readonly refusal: string | null;
  readonly tables: readonly string[];
}

const factsOf = new WeakMap<StatementTemplate, TemplateFacts>();

function factsAbout({ template }: Statement): TemplateFacts {
  const known = factsOf.get(template);
  if (known !== undefined) return known;
  const { tree, sql } = template;
  const made = { refusal: v2Refusal(tree, sql), tables: isQuery(tree) ? tablesOf(tree) : [] };
  factsOf.set(template, made);
  return made;
}

function refusal(statement: Statement): string | null {
  return factsAbout(statement).refusal;
}

function isQuery(tree: StatementNode): tree is QueryNode {
  return tree.kind === 'select' || tree.kind === 'setOperation' || tree.kind === 'with';
}

interface Facts {
  readonly ordersBeforeWindow: boolean;
  /** Of parts that were not read. */
  readonly warnings: readonly string[];
}

interface Prepared extends Plans<Facts> {
  readonly context: ExecutionContext;
}

interface Dependencies extends DialectDependencies {
  readonly kept: KeptPlans<StatementNode, Facts>;
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
  const warnings = new Set<string>();
  const beyond = goBeyond(warnings, corrections);
  const evaluation: EvaluationContext = { startMillis: clock.nowMs(), clock, random, corrections, beyond };
  const pacer = new Pacer(clock, () => checkSignal(signal));
  const gate = corrections ? gates.corrected : gates.plain;
  let plans: Plans<Facts>;
  try {
    for (const table of factsAbout(statement).tables) fields.set(table, yield* fieldsOf(client, table));
    plans = kept.of(statement, { fields, corrections }, evaluation, (tree, within) =>
      planOf(gate.open(tree as QueryNode), fields, within, pushDown),
    );
  } catch (error) {
    checkPositions(statement.tree);
    throw error;
  }
  const { facts } = plans;
  for (const warning of facts.warnings) warnings.add(warning);
  plans.refusals.forEach(beyond);
  if (facts.ordersBeforeWindow) warnings.add(ORDER_BEFORE_WINDOW);
  const spill = dependencies.spillFolder?.open() ?? null;
  const limits = { sizeLimit, resultLimit, batchRows, budget: new Budget(), spill };
  return { ...plans, context: { client, evaluation, pacer, fields, warnings, ...limits } };
}

/** The original reports an invalid position (`ORDER BY 9`) before any error in names or types. */
function checkPositions(tree: StatementNode): void {
  const beyond = (refusal: SqlError): never => {
    throw refusal;
  };
  if (tree.kind === 'select') checkOrdinals(tree, { beyond });
}

function planOf(
  reading: Reading<QueryNode>,
  fields: ReadonlyMap<string, FieldTable>,
  evaluation: EvaluationContext,
  pushDown: boolean,
): MadePlans<Facts> {
  const { corrections = false, beyond } = evaluation;
  const binder = new QueryBinder(fields, evaluation);
  const { plan: logical, schema } = binder.analyze(reading.tree);
  const physical = planQuery(logical, { pushDown, corrections, beyond });
  const warnings = [...reading.end(), ...binder.warnings()];
  return { logical, physical, schema, facts: { warnings, ordersBeforeWindow: ordersBeforeWindow(logical) } };
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
