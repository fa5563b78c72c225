import { type JsonObject, unreachable } from '../../../common/index.ts';
import { gsonPretty } from '../../format/index.ts';
import type { LogicalPlan, NamedItem } from '../../plan/logical.ts';
import type { PhysicalPlan } from '../../plan/physical.ts';
import { javaMapOrder } from '../../values/index.ts';
import { describe } from './explainOperators.ts';
import { searchRequest } from './explainScan.ts';
import type { PreparedPipeline } from './pplDialect.ts';

/** An operator as `_explain` prints it. */
interface ExplainedNode {
  readonly name: string;
  readonly description: JsonObject;
  readonly children: readonly ExplainedNode[];
}

/** What a pipeline comes to: the original's operators, and the searches under them. Throws SqlError. */
export function explainPipeline(prepared: PreparedPipeline): string {
  const { logical, physical } = prepared;
  return gsonPretty({ root: explained(logical, physical, null, prepared) });
}

/** Operators that run over rows are in both plans; where the physical one ends, a search does all that is below. */
function explained(
  logical: LogicalPlan,
  physical: PhysicalPlan,
  fetched: readonly string[] | null,
  prepared: PreparedPipeline,
): ExplainedNode {
  switch (physical.kind) {
    case 'indexScan':
    case 'aggregateScan': {
      const request = searchRequest(logical, fetched, prepared.context);
      return { name: 'OpenSearchIndexScan', description: { request }, children: [] };
    }
    case 'values':
      return describedRows(prepared);
  }
  if (!('input' in logical) || !('input' in physical)) throw unreachable(logical as never);
  const names = physical.input.kind === 'indexScan' ? fetchedNames(logical, prepared) : null;
  const child = explained(logical.input, physical.input, names, prepared);
  return { ...describe(logical), children: [child] };
}

function describedRows({ pipeline: { source } }: PreparedPipeline): ExplainedNode {
  switch (source.kind) {
    case 'datasources': {
      const request = 'GetDataSourcesInfoRequest{}';
      return { name: 'DataSourceTableScan', description: { request }, children: [] };
    }
    case 'relation':
    case 'describe': {
      const request = `OpenSearchDescribeIndexRequest{indexName='${source.name}'}`;
      return { name: 'OpenSearchSystemIndexScan', description: { request }, children: [] };
    }
  }
}

/** Columns that `fields`, or the answer, right above a search has it fetch, in the order of Java's sets. */
function fetchedNames(plan: LogicalPlan, { pipeline }: PreparedPipeline): readonly string[] | null {
  if (plan.kind === 'naming') return plan.command === 'fields' ? javaMapOrder(fieldNames(plan.items)) : null;
  if (plan.kind !== 'project') return null;
  const last = pipeline.commands.at(-1);
  const selects = last?.kind === 'fields' && !last.excludes;
  const items = plan.items.map(({ expression, schema: { name } }) => ({ expression, name }));
  return javaMapOrder(selects ? fieldNames(items) : items.map(({ name }) => name));
}

/** A selected part of a parsed text is no field to fetch; among all columns the original takes its name for one. */
function fieldNames(items: readonly Pick<NamedItem, 'expression' | 'name'>[]): readonly string[] {
  const isField = ({ expression }: (typeof items)[number]): boolean => expression.kind === 'reference';
  return items.filter(isField).map(({ name }) => name);
}
