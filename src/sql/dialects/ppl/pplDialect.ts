import { type ExactJsonValue, Pacer, soon } from '../../../common/index.ts';
import type { PipelineNode } from '../../ast/index.ts';
import { type AnalyzedPipeline, type FieldTable, PipelineBinder } from '../../binder/index.ts';
import { BATCH_ROWS, Budget, collect, type ExecutionContext, run } from '../../executor/index.ts';
import type { EvaluationContext } from '../../functions/index.ts';
import type { LogicalPlan } from '../../plan/logical.ts';
import type { PhysicalPlan } from '../../plan/physical.ts';
import { inPipelineOrder } from '../../plan/pipelineOrder.ts';
import { planQuery } from '../../plan/planner.ts';
import { checkSignal, withSignal } from '../../signalClient.ts';
import type { SchemaColumn, SqlResult } from '../../types.ts';
import type { Row } from '../../values/index.ts';
import { BEYOND } from '../../warnings.ts';
import type { DialectDependencies, DialectRequest } from '../dialect.ts';
import { fieldsOf } from '../fieldsOf.ts';
import { printedRows } from '../printedRows.ts';
import { DATASOURCES, describedColumns } from './described.ts';

/** PPL: the V2 engine's plans and operators, reached by commands. */
export class PplDialect {
  readonly #dependencies: DialectDependencies;

  constructor(dependencies: DialectDependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws SqlError. */
  async execute(pipeline: PipelineNode, request: DialectRequest): Promise<SqlResult> {
    const { physical, schema, lacking, context } = await this.prepare(pipeline, request);
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

  /** With `keepsCasts` for a plan that is read, not run. Throws SqlError. */
  async prepare(
    pipeline: PipelineNode,
    request: DialectRequest,
    keepsCasts = false,
  ): Promise<PreparedPipeline> {
    const context = this.#context(request, keepsCasts);
    const { plan, schema, lacking } = await this.#bound(pipeline, context);
    const { evaluation } = context;
    const { corrections = false, beyond } = evaluation;
    const { pushDown = true } = this.#dependencies;
    const rules = { pushDown, corrections, beyond, isPipeline: true };
    const logical = corrections ? plan : inPipelineOrder(plan);
    return { pipeline, logical, physical: planQuery(logical, rules), schema, lacking, context };
  }

  async #bound(pipeline: PipelineNode, context: Contexts): Promise<AnalyzedPipeline> {
    const { source } = pipeline;
    const binder = new PipelineBinder(context.evaluation);
    if (source.kind === 'datasources') return binder.overRows(pipeline, DATASOURCES);
    const fields = await soon(fieldsOf(context.client, source.name));
    if (source.kind === 'describe') return binder.overRows(pipeline, describedColumns(source.name, fields));
    context.fields.set(source.name, fields);
    return binder.overDocuments(pipeline, source.name, fields);
  }

  #context(request: DialectRequest, keepsCasts: boolean): Contexts {
    const { client: anyClient, clock, random, batchRows = BATCH_ROWS } = this.#dependencies;
    const { corrections = false, signal, sizeLimit, resultLimit } = request;
    const warnings = new Set<string>();
    const beyond = (): void => void warnings.add(BEYOND);
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

/** The fields of the source come when they are known. */
interface Contexts extends ExecutionContext {
  readonly fields: Map<string, FieldTable>;
}

export interface PreparedPipeline {
  readonly pipeline: PipelineNode;
  readonly logical: LogicalPlan;
  readonly physical: PhysicalPlan;
  readonly schema: readonly SchemaColumn[];
  readonly lacking: readonly boolean[];
  readonly context: ExecutionContext;
}

/** The original's rows end earlier where they lack a column: what stands behind it moves up. */
function withoutLacking(
  printed: readonly ExactJsonValue[][],
  rows: readonly Row[],
  lacking: readonly boolean[],
): ExactJsonValue[][] {
  return printed.map((cells, at) => cells.filter((_, i) => !lacking[i] || rows[at][i] !== undefined));
}
