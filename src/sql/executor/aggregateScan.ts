import type { JsonObject, JsonValue } from '../../common/index.ts';
import { isJsonObject } from '../../common/index.ts';
import { type Column, referenceTo } from '../analyzer/index.ts';
import type { SortKey } from '../plan/logical.ts';
import type { AggregateScan, BucketSource } from '../plan/physical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { grouping } from './accumulate.ts';
import type { ExecutionContext } from './context.ts';
import { compile, compileFilter } from './evaluate.ts';
import { type Folded, foldedMetric } from './foldMetrics.ts';
import { allRows } from './indexScan.ts';
import { keyValue, metricValue } from './metricValues.ts';
import { searchOnce } from './search.ts';
import { sortRows } from './sortRows.ts';

/** GROUP BY and aggregates over a whole index. Groups past the limit are cut, as in the original. */

/** The original asks for so many groups. */
const MAX_GROUPS = 1000;
const FOLD_PAGE = 10_000;

export function groupsCut(limit: number): string {
  return `GROUP BY answers with ${limit} groups at most`;
}

export async function aggregateScan(plan: AggregateScan, context: ExecutionContext): Promise<Row[]> {
  const limit = Math.min(context.sizeLimit, MAX_GROUPS);
  const rows = await rowsOf(plan, limit, context);
  if (plan.groups.length > 0 && rows.length >= limit) {
    context.warnings.add(groupsCut(limit));
  }
  return rows.slice(0, limit);
}

async function rowsOf(plan: AggregateScan, limit: number, context: ExecutionContext): Promise<Row[]> {
  const { strategy, groups } = plan;
  if (strategy.kind === 'rows') return sorted(plan, await grouped(plan, context), context);
  if (groups.length === 0 && strategy.kind === 'buckets') return [await wholeIndex(plan, context)];
  if (strategy.kind === 'fold') return sorted(plan, await folded(plan, strategy.sources, context), context);
  const ordered = inSortOrder(strategy.sources, plan.sort);
  const { buckets } = await compositePage(plan, ordered, limit, null, context);
  return buckets.map((bucket) => [
    ...strategy.sources.map(({ column }) => keyOfBucket(bucket, column)),
    ...metricsOf(plan, bucket),
  ]);
}

function metricsOf(plan: AggregateScan, bucket: JsonObject): SqlValue[] {
  return plan.metrics.map((metric, i) => metricValue(bucket, `m${i}`, metric));
}

function metricRequests(plan: AggregateScan): JsonObject {
  const requests: JsonObject = {};
  plan.metrics.forEach(({ request }, i) => {
    if (request !== null) requests[`m${i}`] = request;
  });
  return requests;
}

function baseBody(plan: AggregateScan): JsonObject {
  const { query } = plan.selection;
  return query === null ? { size: 0 } : { size: 0, query };
}

/** Aggregates without GROUP BY: one row; COUNT(*) is the number of hits. */
async function wholeIndex(plan: AggregateScan, context: ExecutionContext): Promise<Row> {
  const aggregations = metricRequests(plan);
  const body: JsonObject = { ...baseBody(plan), track_total_hits: true };
  if (Object.keys(aggregations).length > 0) body.aggregations = aggregations;
  const response = await searchOnce(context.client, plan.selection.index, body);
  return metricsOf(plan, { ...(response.aggregations ?? {}), doc_count: response.total });
}

interface CompositePage {
  readonly buckets: readonly JsonObject[];
  readonly after: JsonValue | null;
}

async function compositePage(
  plan: AggregateScan,
  sources: readonly OrderedSource[],
  size: number,
  after: JsonValue | null,
  context: ExecutionContext,
): Promise<CompositePage> {
  const composite: JsonObject = { size, sources: sources.map(sourceClause) };
  if (after !== null) composite.after = after;
  const group: JsonObject = { composite };
  const metrics = metricRequests(plan);
  if (Object.keys(metrics).length > 0) group.aggregations = metrics;
  const body: JsonObject = { ...baseBody(plan), aggregations: { groups: group } };
  const response = await searchOnce(context.client, plan.selection.index, body);
  const answer = response.aggregations?.groups;
  if (!isJsonObject(answer) || !Array.isArray(answer.buckets)) return { buckets: [], after: null };
  return { buckets: answer.buckets.filter(isJsonObject), after: answer.after_key ?? null };
}

interface OrderedSource extends BucketSource {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** The engine orders buckets by its sources: those that ORDER BY names come first. */
function inSortOrder(sources: readonly BucketSource[], sort: readonly SortKey[]): OrderedSource[] {
  const rank = (column: Column): number => {
    const at = sort.findIndex(
      ({ expression }) => expression.kind === 'reference' && expression.column === column,
    );
    return at < 0 ? sort.length : at;
  };
  return sources
    .map((source) => {
      const { descending, nullsFirst } = sort[rank(source.column)] ?? { descending: false, nullsFirst: true };
      return { ...source, descending, nullsFirst };
    })
    .sort((a, b) => rank(a.column) - rank(b.column));
}

function sourceClause(source: OrderedSource): JsonObject {
  const { path, calendarInterval, descending, nullsFirst, column } = source;
  const common: JsonObject = {
    field: path,
    missing_bucket: true,
    missing_order: nullsFirst ? 'first' : 'last',
    order: descending ? 'desc' : 'asc',
  };
  if (calendarInterval === null) return { [sourceName(column)]: { terms: common } };
  return { [sourceName(column)]: { date_histogram: { ...common, calendar_interval: calendarInterval } } };
}

function sourceName(column: Column): string {
  return `c${column.id}`;
}

function keyOfBucket(bucket: JsonObject, column: Column): SqlValue {
  return isJsonObject(bucket.key) ? keyValue(bucket.key[sourceName(column)], column.type) : null;
}

async function folded(
  plan: AggregateScan,
  sources: readonly BucketSource[],
  context: ExecutionContext,
): Promise<Row[]> {
  const columns = sources.map(({ column }) => column);
  const options = { columns, context: context.evaluation };
  const functions = plan.groups.map(({ expression }) => compile(expression, options));
  const ordered = sources.map((source) => ({ ...source, descending: false, nullsFirst: true }));
  const { residual } = plan.selection;
  const accept = residual === null ? null : compileFilter(residual, options);
  const groups = new Map<string, { keys: SqlValue[]; metrics: Folded[] }>();
  if (functions.length === 0) groups.set('', { keys: [], metrics: plan.metrics.map(foldedMetric) });
  for (let after: JsonValue | null = null; ; ) {
    const page: CompositePage = await compositePage(plan, ordered, FOLD_PAGE, after, context);
    for (const bucket of page.buckets) {
      const row = columns.map((column) => keyOfBucket(bucket, column));
      if (accept !== null && !accept(row)) continue;
      const keys = functions.map((f) => f(row));
      const key = keys.map(keyOf).join('\0');
      const group = groups.get(key) ?? { keys, metrics: plan.metrics.map(foldedMetric) };
      groups.set(key, group);
      group.metrics.forEach((metric, i) => {
        metric.add(bucket, `m${i}`);
      });
    }
    if (page.after === null || page.buckets.length < FOLD_PAGE) break;
    after = page.after;
  }
  return [...groups.values()].map(({ keys, metrics }) => [
    ...keys,
    ...metrics.map((metric) => metric.result()),
  ]);
}

/** Every row read and grouped here; a sum of nothing is 0, as the engine has it. */
async function grouped(plan: AggregateScan, context: ExecutionContext): Promise<Row[]> {
  const options = {
    columns: plan.selection.columns.map(({ column }) => column),
    context: context.evaluation,
  };
  const functions = plan.groups.map(({ expression }) => compile(expression, options));
  const aggregates = plan.metrics.map(({ aggregate }) => aggregate);
  const groups = grouping(functions, aggregates, options);
  for await (const row of allRows(plan.selection, context)) groups.add(row);
  const rows = groups.rows();
  aggregates.forEach(({ fn }, i) => {
    if (fn.kind !== 'sum') return;
    for (const row of rows) row[functions.length + i] ??= 0;
  });
  return rows;
}

/** By ORDER BY, else by the groups' keys. */
function sorted(plan: AggregateScan, rows: readonly Row[], context: ExecutionContext): Row[] {
  const columns = [...plan.groups, ...plan.metrics].map(({ column }) => column);
  const byKeys = plan.groups
    .filter(
      ({ column }) =>
        !plan.sort.some(({ expression }) => expression.kind === 'reference' && expression.column === column),
    )
    .map(({ column }) => ({ expression: referenceTo(column), descending: false, nullsFirst: true }));
  return sortRows(rows, [...plan.sort, ...byKeys], { columns, context: context.evaluation });
}
