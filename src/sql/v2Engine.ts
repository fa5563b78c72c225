import type { SearchClient } from '../client/index.ts';
import { type FieldTable, fieldTableOf, QueryAnalyzer, tablesOf, v2Refusal } from './analyzer/index.ts';
import type { StatementNode } from './ast/index.ts';
import type { EngineDependencies, EngineRequest, SqlEngine } from './engine.ts';
import { SqlError } from './errors.ts';
import { collect, guarded, run } from './executor/index.ts';
import type { EvaluationContext } from './functions/index.ts';
import { planQuery } from './plan/planner.ts';
import type { SqlResult } from './types.ts';
import { toJson } from './values/index.ts';

/** The original's V2 engine: analyzer, planner and executor over a search client. */
export function createV2Engine(dependencies: EngineDependencies): SqlEngine {
  return {
    refusal: v2Refusal,
    execute: (statement, request) => execute(dependencies, statement, request),
  };
}

/** A pattern that no index has a name for has no fields. */
async function fieldsOf(client: SearchClient, index: string): Promise<FieldTable> {
  try {
    return fieldTableOf((await guarded(() => client.getMappings(index))).values());
  } catch (error) {
    const isMissing = error instanceof SqlError && error.type === 'IndexNotFoundException';
    if (isMissing && index.includes('*')) return new Map();
    throw error;
  }
}

async function execute(
  { client, clock, random, pushDown = true }: EngineDependencies,
  statement: StatementNode,
  request: EngineRequest,
): Promise<SqlResult> {
  if (statement.kind === 'showTables' || statement.kind === 'describeTables' || statement.kind === 'delete') {
    throw new SqlError('SyntaxCheckException', `${statement.kind} is no query`);
  }
  const fields = new Map<string, FieldTable>();
  for (const table of tablesOf(statement)) {
    fields.set(table, await fieldsOf(client, table));
  }
  const { sizeLimit, resultLimit, corrections = false } = request;
  const evaluation: EvaluationContext = { startMillis: clock.nowMs(), clock, random, corrections };
  const { plan, schema } = new QueryAnalyzer(fields, evaluation).analyze(statement);
  const warnings = new Set<string>();
  const context = { client, evaluation, sizeLimit, resultLimit, fields, warnings };
  const rows = await collect(run(planQuery(plan, { pushDown, corrections }), context, 'result'));
  return {
    profile: 'v2',
    schema,
    rows: rows.map((row) =>
      row.map((value, i) => toJson(value, schema[i].type as Parameters<typeof toJson>[1])),
    ),
    total: rows.length,
    cursor: null,
    warnings: [...warnings],
    raw: null,
  };
}
