import type { JsonObject, JsonValue } from '../../common/index.ts';
import { isJsonObject } from '../../common/index.ts';
import { type BoundAggregate, type Column, explicitCast, referenceTo } from '../binder/index.ts';
import type { SortKey } from '../plan/logical.ts';
import type { AggregateScan, BucketSource } from '../plan/physical.ts';
import {
  isAbsent,
  isFloatingType,
  isNumericType,
  type Row,
  SqlDate,
  SqlTime,
  type SqlValue,
} from '../values/index.ts';
import { BARE_WHERE, GROUPS_AS_TEXT, SUM_OF_NOTHING } from '../warnings.ts';
import { folderOf, grouping, groupKey } from './accumulate.ts';
import { type Batches, collect, eachRow, inBatches } from './batches.ts';
import { betweenBatches, type Holding } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, compileFilter } from './evaluate.ts';
import { type Folded, foldedMetric } from './foldMetrics.ts';
import { allRows } from './indexScan.ts';
import { keyValue, metricValue, typed } from './metricValues.ts';
import { RowMap } from './rowMap.ts';
import { searchOnce } from './search.ts';
import {
  compositeBody,
  FOLD_PAGE,
  inSortOrder,
  MAX_GROUPS,
  type OrderedSource,
  sourceName,
  wholeIndexBody,
} from './searchBodies.ts';
import { sortRows } from './sortRows.ts';

/** GROUP BY and aggregates over a whole index. Groups beyond the limit are dropped, as in the original. */

export function groupsCut(limit: number): string {
  return `GROUP BY answers with ${limit} groups at most`;
}

export async function* aggregateScan(plan: AggregateScan, context: ExecutionContext): Batches {
  const limit = context.evaluation.corrections ? context.sizeLimit : Math.min(context.sizeLimit, MAX_GROUPS);
  if (plan.selection.ignoresWhere) context.warnings.add(BARE_WHERE);
  const holding = context.budget.open();
  try {
    const rows = await rowsOf(plan, limit, holding, context);
    if (rows.length > limit) context.warnings.add(groupsCut(limit));
    if (hasSumOfNothing(plan, rows, context)) context.warnings.add(SUM_OF_NOTHING);
    yield* inBatches(rows.slice(0, limit), context);
  } finally {
    holding.release();
  }
}

/** A search result does not reveal whether a sum of 0 is the sum of no values. */
function hasSumOfNothing(
  { groups, metrics }: AggregateScan,
  rows: readonly Row[],
  { evaluation }: ExecutionContext,
): boolean {
  if (evaluation.corrections) return false;
  const isZero = (at: number): boolean => rows.some((row) => row[groups.length + at] === 0);
  return metrics.some(({ aggregate }, i) => aggregate.fn.kind === 'sum' && isZero(i));
}

async function rowsOf(
  plan: AggregateScan,
  limit: number,
  holding: Holding,
  context: ExecutionContext,
): Promise<Row[]> {
  const { strategy, groups } = plan;
  if (strategy.kind === 'rows') return sorted(plan, await grouped(plan, holding, context), holding, context);
  if (groups.length === 0 && strategy.kind === 'buckets') return [await wholeIndex(plan, context)];
  if (strategy.kind === 'fold') {
    const rows =
      (await folded(plan, strategy.sources, holding, context)) ?? (await grouped(plan, holding, context));
    return sorted(plan, rows, holding, context);
  }
  const ordered = inSortOrder(strategy.sources, plan.sort);
  const rows: Row[] = [];
  for await (const bucket of bucketsOf(plan, ordered, limit + 1, context)) {
    const keys = strategy.sources.map(({ column }) => keyOfBucket(bucket, column));
    const row = [...keys, ...metricsOf(plan, bucket)];
    holding.addRows([row]);
    rows.push(row);
  }
  return rows;
}

/** The first `wanted` buckets, or all if there are fewer. */
async function* bucketsOf(
  plan: AggregateScan,
  sources: readonly OrderedSource[],
  wanted: number,
  context: ExecutionContext,
): AsyncGenerator<JsonObject> {
  const size = Math.min(wanted, FOLD_PAGE);
  let left = wanted;
  for (let after: JsonValue | null = null; ; ) {
    const page: CompositePage = await compositePage(plan, sources, size, after, context);
    for (const bucket of page.buckets.slice(0, left)) {
      if (context.pacer.due()) await betweenBatches(context);
      yield bucket;
    }
    left -= page.buckets.length;
    if (page.after === null || page.buckets.length < size || left <= 0) return;
    await betweenBatches(context);
    after = page.after;
  }
}

function metricsOf(plan: AggregateScan, bucket: JsonObject): SqlValue[] {
  return plan.metrics.map((metric, i) => metricValue(bucket, `m${i}`, metric));
}

/** Aggregates without GROUP BY: one row; COUNT(*) is the number of hits. */
async function wholeIndex(plan: AggregateScan, context: ExecutionContext): Promise<Row> {
  const response = await searchOnce(context.client, plan.selection.index, wholeIndexBody(plan));
  return metricsOf(plan, { ...(response.aggregations ?? {}), doc_count: response.total });
}

interface CompositePage {
  /** The number of documents that the search finds, each of which is in at least one bucket. */
  readonly total: number;
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
  const body = compositeBody(plan, sources, size, after);
  const response = await searchOnce(context.client, plan.selection.index, body);
  const answer = response.aggregations?.groups;
  if (!isJsonObject(answer) || !Array.isArray(answer.buckets))
    return { total: response.total, buckets: [], after: null };
  const { total } = response;
  return { total, buckets: answer.buckets.filter(isJsonObject), after: answer.after_key ?? null };
}

function keyOfBucket(bucket: JsonObject, column: Column): SqlValue {
  return isJsonObject(bucket.key) ? keyValue(bucket.key[sourceName(column)], column.type) : null;
}

interface FoldedGroup {
  readonly keys: SqlValue[];
  readonly metrics: readonly Folded[];
}

/**
 * Null when a document has several values of a field: it is in the buckets of all of them, while the original's
 * scripts see one.
 */
async function folded(
  plan: AggregateScan,
  sources: readonly BucketSource[],
  holding: Holding,
  context: ExecutionContext,
): Promise<Row[] | null> {
  const columns = sources.map(({ column }) => column);
  const { evaluation, warnings } = context;
  const options = { columns, context: evaluation, missingIsNull: true, warnings };
  const functions = plan.groups.map(({ expression }) => compile(expression, options));
  const ordered = inSortOrder(sources, []);
  const { residual } = plan.selection;
  const accept = residual === null ? null : compileFilter(residual, options);
  const byKey = new RowMap<FoldedGroup>();
  const groups: FoldedGroup[] = [];
  const groupOf = (keys: SqlValue[]): FoldedGroup => {
    const known = byKey.get(keys);
    if (known !== undefined) return known;
    const group = { keys, metrics: plan.metrics.map(foldedMetric) };
    byKey.set(keys, group);
    groups.push(group);
    holding.addRows([keys]);
    return group;
  };
  if (functions.length === 0) groupOf([]);
  let bucketed = 0;
  for (let after: JsonValue | null = null; ; ) {
    const page: CompositePage = await compositePage(plan, ordered, FOLD_PAGE, after, context);
    for (const bucket of page.buckets) {
      bucketed += Number(bucket.doc_count);
      if (bucketed > page.total && !evaluation.corrections) return null;
      if (context.pacer.due()) await betweenBatches(context);
      const row = columns.map((column) => keyOfBucket(bucket, column));
      if (accept !== null && !accept(row)) continue;
      groupOf(functions.map((f) => f(row))).metrics.forEach((metric, i) => {
        metric.add(bucket, `m${i}`);
      });
    }
    if (page.after === null || page.buckets.length < FOLD_PAGE) break;
    await betweenBatches(context);
    after = page.after;
  }
  return context.pacer.map(groups, ({ keys, metrics }) => {
    const row = [...keys, ...metrics.map((metric) => metric.result())];
    if (!evaluation.corrections) keysAsSearched(row, plan.groups);
    return row;
  });
}

/**
 * Reads and groups every row in this process. Sums and averages are those of a search, unless corrections are
 * on: doubles that become the type at the end.
 */
async function grouped(plan: AggregateScan, holding: Holding, context: ExecutionContext): Promise<Row[]> {
  const options = {
    columns: plan.selection.columns.map(({ column }) => column),
    context: context.evaluation,
    missingIsNull: true,
  };
  const keys = plan.groups.map(({ expression }) => groupKey(expression, options));
  const aggregates = plan.metrics.map(({ aggregate }) => aggregate);
  const isSearched = ({ fn }: BoundAggregate): boolean =>
    !context.evaluation.corrections && (fn.kind === 'sum' || fn.kind === 'avg');
  const folders = aggregates.map((aggregate) =>
    folderOf(isSearched(aggregate) ? { ...aggregate, type: 'double' } : aggregate, options),
  );
  const groups = grouping(keys, folders, holding);
  for await (const batch of allRows(plan.selection, context)) {
    await eachRow(batch, context, ({ row, several }) => groups.add(row, several));
    await betweenBatches(context);
  }
  const rows = await groups.rows(context.pacer);
  if (!context.evaluation.corrections) for (const row of rows) keysAsSearched(row, plan.groups);
  aggregates.forEach((aggregate, i) => {
    if (!isSearched(aggregate)) return;
    for (const row of rows) row[keys.length + i] = asSearched(row[keys.length + i], aggregate);
  });
  return rows;
}

/** The keys of a search are of their column's type: a whole number among doubles is a double again. */
function keysAsSearched(row: SqlValue[], groups: AggregateScan['groups']): void {
  groups.forEach(({ expression }, i) => {
    const key = row[i];
    if (typeof key === 'bigint' && isFloatingType(expression.type)) row[i] = Number(key);
  });
}

/** The sum of no values is 0; dates and times are cut to whole days and milliseconds. */
function asSearched(value: SqlValue, { fn, type }: BoundAggregate): SqlValue {
  if (isAbsent(value)) return fn.kind === 'sum' ? 0 : null;
  const number = Number(value);
  if (type === 'time') return new SqlTime(Math.floor(number / 1e6) * 1e6);
  return type === 'date' ? new SqlDate(Math.floor(number)) : typed(number, type);
}

/** Sorted by ORDER BY, otherwise by the group keys; the original's search treats computed keys as strings. */
function sorted(
  plan: AggregateScan,
  rows: readonly Row[],
  holding: Holding,
  context: ExecutionContext,
): Promise<Row[]> {
  const { evaluation } = context;
  const printed = new Set(plan.groups.filter(isPrinted).map(({ column }) => column));
  const isText = ({ expression }: SortKey): boolean =>
    expression.kind === 'reference' && printed.has(expression.column);
  const asText = (key: SortKey): SortKey =>
    isText(key) ? { ...key, expression: explicitCast(key.expression, 'keyword', evaluation) } : key;
  if (!evaluation.corrections && rows.length > 1 && plan.sort.some(isText)) {
    context.warnings.add(GROUPS_AS_TEXT);
  }
  const columns = [...plan.groups, ...plan.metrics].map(({ column }) => column);
  const byKeys = plan.groups
    .filter(
      ({ column }) =>
        !plan.sort.some(({ expression }) => expression.kind === 'reference' && expression.column === column),
    )
    .map(({ column }) => ({ expression: referenceTo(column), descending: false, nullsFirst: true }));
  const keys = [...plan.sort, ...byKeys];
  const options = { columns, context: evaluation };
  const by = evaluation.corrections ? keys : keys.map(asText);
  return collect(sortRows(inBatches(rows, context), by, options, context), holding);
}

function isPrinted({ expression }: AggregateScan['groups'][number]): boolean {
  if (expression.kind === 'call' && expression.fn.grouping !== undefined) return false;
  return expression.kind !== 'reference' && isNumericType(expression.type);
}
