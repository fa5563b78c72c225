import { type ExactJsonValue, Pacer, soon } from '../../../common/index.ts';
import type { PipelineNode } from '../../ast/index.ts';
import { type AnalyzedPipeline, type FieldTable, PipelineBinder } from '../../binder/index.ts';
import { BATCH_ROWS, Budget, collect, type ExecutionContext, run } from '../../executor/index.ts';
import type { EvaluationContext } from '../../functions/index.ts';
import type { Statement } from '../../grammar/index.ts';
import { inPipelineOrder } from '../../plan/pipelineOrder.ts';
import { planQuery } from '../../plan/planner.ts';
import { checkSignal, withSignal } from '../../signalClient.ts';
import type { SqlResult } from '../../types.ts';
import type { Row } from '../../values/index.ts';
import type { DialectDependencies, DialectRequest } from '../dialect.ts';
import { fieldsOf } from '../fieldsOf.ts';
import { goBeyond, KeptPlans, type MadePlans, type Plans } from '../keptPlans.ts';
import { printedRows } from '../printedRows.ts';
import { DATASOURCES, describedColumns, NOTHING_DESCRIBED } from './described.ts';

/** PPL: commands that are planned and run as V2 statements are. */
export class PplDialect {
  readonly #dependencies: DialectDependencies;
  readonly #kept = new KeptPlans<PipelineNode, Facts>();

  constructor(dependencies: DialectDependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws SqlError. */
  async execute(statement: Statement<PipelineNode>, request: DialectRequest): Promise<SqlResult> {
    const context = this.#context(request, false);
    const { physical, schema, facts, refusals } = await this.#plans(statement, context);
    const { lacking } = facts;
    for (const refusal of refusals) context.evaluation.beyond?.(refusal);
    const rows = await collect(run(physical, context, 'result'), context.budget.open());
    const printed = await printedRows(rows, schema, context);
    return {
      profile: 'v2',
      schema,
      rows: lacking.includes(true) ? withoutLacking(printed, rows, lacking) : printed,
      total: rows.length,
      cursor: null,
      warnings: [...context.warnings],
      raw: null,
    };
  }

  /** Plans for `_explain`, which keeps the casts that execution would drop. Throws SqlError. */
  async prepare(pipeline: PipelineNode, request: DialectRequest): Promise<PreparedPipeline> {
    const context = this.#context(request, true);
    await this.#readFields(pipeline, context);
    return { pipeline, ...this.#planned(pipeline, context, context.evaluation), context };
  }

  async #plans(statement: Statement<PipelineNode>, context: Contexts): Promise<Plans<Facts>> {
    await this.#readFields(statement.tree, context);
    const { fields, evaluation } = context;
    const inputs = { fields, corrections: evaluation.corrections ?? false };
    return this.#kept.of(statement, inputs, evaluation, (tree, within) =>
      this.#planned(tree, context, within),
    );
  }

  #planned(pipeline: PipelineNode, context: Contexts, evaluation: EvaluationContext): MadePlans<Facts> {
    const { plan, schema, lacking } = bound(pipeline, context, evaluation);
    const { corrections = false, beyond } = evaluation;
    const { pushDown = true } = this.#dependencies;
    const rules = { pushDown, corrections, beyond, isPipeline: true };
    const logical = corrections ? plan : inPipelineOrder(plan);
    return { logical, physical: planQuery(logical, rules), schema, facts: { lacking } };
  }

  async #readFields(pipeline: PipelineNode, { client, fields, evaluation }: Contexts): Promise<void> {
    const { source } = pipeline;
    if (source.kind === 'datasources') return;
    try {
      fields.set(source.name, await soon(fieldsOf(client, source.name)));
    } catch (error) {
      // The columns of `describe` are the same for every index: what is wrong with their names comes first.
      if (source.kind === 'describe') new PipelineBinder(evaluation).overRows(pipeline, NOTHING_DESCRIBED);
      throw error;
    }
  }

  #context(request: DialectRequest, keepsCasts: boolean): Contexts {
    const { client: anyClient, clock, random, batchRows = BATCH_ROWS } = this.#dependencies;
    const { corrections = false, signal, sizeLimit, resultLimit } = request;
    const warnings = new Set<string>();
    const beyond = goBeyond(warnings, true);
    const startMillis = clock.nowMs();
    const evaluation: EvaluationContext = { startMillis, clock, random, corrections, keepsCasts, beyond };
    return {
      client: signal === undefined ? anyClient : withSignal(anyClient, signal),
      evaluation,
      pacer: new Pacer(clock, () => checkSignal(signal)),
      fields: new Map(),
      warnings,
      sizeLimit,
      resultLimit,
      batchRows,
      budget: new Budget(),
      // A pipeline looks at no more documents than a search lists: its operators need no files.
      spill: null,
    };
  }
}

function bound(
  pipeline: PipelineNode,
  { fields }: Contexts,
  evaluation: EvaluationContext,
): AnalyzedPipeline {
  const { source } = pipeline;
  const binder = new PipelineBinder(evaluation);
  if (source.kind === 'datasources') return binder.overRows(pipeline, DATASOURCES);
  const table = fields.get(source.name) as FieldTable;
  if (source.kind === 'describe') return binder.overRows(pipeline, describedColumns(source.name, table));
  return binder.overDocuments(pipeline, source.name, table);
}

/** `fields` is filled once the mapping of the source has been loaded. */
interface Contexts extends ExecutionContext {
  readonly fields: Map<string, FieldTable>;
}

interface Facts {
  /** For each column, whether rows may have no value for it at all. */
  readonly lacking: readonly boolean[];
}

export interface PreparedPipeline extends MadePlans<Facts> {
  readonly pipeline: PipelineNode;
  readonly context: ExecutionContext;
}

/** As in the original, a row without a column is shorter: later values move left. */
function withoutLacking(
  printed: readonly ExactJsonValue[][],
  rows: readonly Row[],
  lacking: readonly boolean[],
): ExactJsonValue[][] {
  return printed.map((cells, at) => cells.filter((_, i) => !lacking[i] || rows[at][i] !== undefined));
}
