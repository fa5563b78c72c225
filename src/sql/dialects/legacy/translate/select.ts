import type { JsonObject } from '../../../../common/index.ts';
import type { ExpressionNode, SelectNode } from '../../../ast/index.ts';
import { type Aggregated, aggregationsOf, isAggregated } from './aggregations.ts';
import { bool } from './bool.ts';
import { type Projection, projectItems } from './columns.ts';
import { ConditionWriter } from './conditions.ts';
import { isGeo } from './geo.ts';
import { hintMembers } from './hints.ts';
import { projectNested } from './nestedProjection.ts';
import { someNode } from './planned.ts';
import { type PlannedColumn, plannedItems } from './plannedItems.ts';
import { refuse } from './refuse.ts';
import type { Scope } from './scope.ts';
import { ScriptWriter } from './script.ts';
import { sortOf } from './sort.ts';
import { normalizeFilter } from './userFilter.ts';

/** Hits of a statement without LIMIT, at most. */
export const DEFAULT_LIMIT = 200;

export interface SelectOptions {
  /** The request body's `filter`. */
  readonly filter: JsonObject | null;
  /** Whether scripts pass over documents that have no value for a field they read. */
  readonly guarded: boolean;
  /** Whether the query planner reads the groups, which it does of all formats but json. */
  readonly planned?: boolean;
  /** Computed columns that a statement around a sub-select renames; they have no values. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** Whether the body is only printed, not executed. */
  readonly prints?: boolean;
}

/** A one-index SELECT as a search body, and what its columns are read from. */
export interface TranslatedSelect {
  readonly index: string;
  readonly body: JsonObject;
  readonly select: SelectNode;
  readonly scope: Scope;
  /** What the query planner makes of the columns that are searched for; null: nothing. */
  readonly planned: readonly PlannedColumn[] | null;
  readonly shape:
    | { readonly kind: 'hits'; readonly projection: Projection }
    | { readonly kind: 'buckets'; readonly aggregated: Aggregated };
}

/** Throws SqlError (400) for what has no query DSL form. */
export function translateSelect(written: SelectNode, scope: Scope, options: SelectOptions): TranslatedSelect {
  const writer = new ScriptWriter(scope, options.guarded, options.prints);
  const planned = options.planned ? plannedItems(written) : null;
  const items = planned !== null && isAggregated(planned.select, writer.prints) ? planned : null;
  const select = items?.select ?? written;
  const shape = isAggregated(select, writer.prints)
    ? ({ kind: 'buckets', aggregated: aggregationsOf(select, writer, options.planned) } as const)
    : ({ kind: 'hits', projection: projectItems(select, writer, options.renamed) } as const);
  if (options.planned && shape.kind === 'buckets') checkPlannedWhere(select.where);
  const where = whereClause(select, writer, options.filter);
  const body =
    shape.kind === 'buckets'
      ? bucketsBody(where, shape.aggregated)
      : hitsBody(select, where, shape.projection, writer);
  return {
    index: scope.index,
    body: { ...body, ...hintMembers(select.hints, shape.kind) },
    select,
    scope,
    planned: items?.columns ?? null,
    shape,
  };
}

/** The query planner does not know the conditions on geo fields. */
function checkPlannedWhere(where: ExpressionNode | null): void {
  if (where === null) return;
  someNode(where, (node) => {
    if (node.kind === 'call' && isGeo(node.name))
      throw refuse(`unsupported method: ${node.name.toLowerCase()}`);
    return false;
  });
}

/** ORDER BY _score asks for scores: the conditions then stand outside the filter. */
function whereClause(select: SelectNode, writer: ScriptWriter, filter: JsonObject | null): JsonObject | null {
  const conditions = select.where === null ? null : new ConditionWriter(writer).where(select.where);
  const given = filter === null ? null : bool({ filter: [normalizeFilter(filter)] });
  if (conditions === null) return given === null ? null : bool({ filter: [given] });
  if (!ordersByScore(select)) return bool({ filter: given === null ? [conditions] : [conditions, given] });
  return given === null ? conditions : bool({ must: [conditions], filter: [given] });
}

function ordersByScore(select: SelectNode): boolean {
  return select.orderBy.some(
    ({ expression }) => expression.kind === 'column' && expression.parts.join('.') === '_score',
  );
}

function hitsBody(
  select: SelectNode,
  where: JsonObject | null,
  projection: Projection,
  writer: ScriptWriter,
): JsonObject {
  const { columns, includes, scriptFields } = projection;
  const leftJoin = writer.scope.nestedTables.some((table) => table.leftJoin);
  const query = projectNested(where, columns, leftJoin);
  const sort = sortOf(select.orderBy, select.items, writer);
  const selectsAll = columns.some((column) => column.kind === 'all' && column.isPlain);
  return {
    from: select.offset,
    size: select.limit ?? DEFAULT_LIMIT,
    ...(query !== null && { query }),
    ...(!selectsAll && { _source: { includes: [...includes], excludes: [] } }),
    ...(Object.keys(scriptFields).length > 0 && { script_fields: scriptFields }),
    ...(sort.length > 0 && { sort }),
  };
}

function bucketsBody(where: JsonObject | null, aggregated: Aggregated): JsonObject {
  const { storedFields, scriptFields, sort } = aggregated;
  return {
    from: 0,
    size: 0,
    ...(where !== null && { query: where }),
    ...(aggregated.includes.length > 0 && {
      _source: { includes: [...aggregated.includes], excludes: [] },
    }),
    ...(storedFields.length > 0 && {
      stored_fields: storedFields.length === 1 ? storedFields[0] : [...storedFields],
    }),
    ...(Object.keys(scriptFields).length > 0 && { script_fields: scriptFields }),
    ...(sort.length > 0 && { sort: [...sort] }),
    aggregations: aggregated.aggregations,
  };
}
