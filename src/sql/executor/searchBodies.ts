import type { ClientScanRequest } from '../../client/index.ts';
import type { JsonObject, JsonValue } from '../../common/index.ts';
import type { Column } from '../binder/index.ts';
import type { SortKey } from '../plan/logical.ts';
import type { AggregateScan, BucketSource, IndexScan, Selection } from '../plan/physical.ts';
import { isOfDocuments, pathsOf, projectionOf } from './hitReader.ts';

/** The search bodies that scans send to the engine. */

/** Each page of a scroll runs the query again, so a few large pages are better. */
export const SCAN_PAGE = 10_000;
/** The size of the first look when few rows are wanted. */
export const FIRST_LOOK = 1000;
/** The original requests this many groups. */
export const MAX_GROUPS = 1000;
export const FOLD_PAGE = 10_000;

export interface OrderedSource extends BucketSource {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** The documents of a scan; the reader adds the size. */
export function scanBody({ selection, sort, trackScores }: IndexScan): JsonObject {
  const body: JsonObject = { ...projectionOf(selection.columns) };
  if (selection.query !== null) body.query = selection.query;
  if (sort.length > 0) body.sort = [...sort];
  if (trackScores) body.track_scores = true;
  return body;
}

/**
 * The document scan that reads the same rows; null if they need more than documents contain, or another
 * order.
 */
export function documentScan({
  selection: { index, query, columns },
  sort,
  trackScores,
}: IndexScan): DocumentScan | null {
  const inOrder = sort.length === 1 && '_doc' in sort[0];
  if (trackScores || !(inOrder || sort.length === 0) || !isOfDocuments(columns)) return null;
  return { index, query, includes: pathsOf(columns), order: inOrder ? 'doc' : 'shards' };
}

type DocumentScan = Pick<ClientScanRequest, 'index' | 'query' | 'includes' | 'order'>;

/** Every document of a selection. */
export function allRowsScan(selection: Selection): IndexScan {
  const sort = [{ _doc: { order: 'asc' } }];
  return { kind: 'indexScan', selection, sort, trackScores: false, offset: 0, limit: null };
}

/** Aggregates without GROUP BY. */
export function wholeIndexBody(plan: AggregateScan): JsonObject {
  const aggregations = metricRequests(plan);
  const body: JsonObject = { ...baseBody(plan), track_total_hits: true };
  if (Object.keys(aggregations).length > 0) body.aggregations = aggregations;
  return body;
}

/** A page of buckets named `groups`, with metrics `m0`, `m1`, … */
export function compositeBody(
  plan: AggregateScan,
  sources: readonly OrderedSource[],
  size: number,
  after: JsonValue | null,
): JsonObject {
  const composite: JsonObject = { size, sources: sources.map(sourceClause) };
  if (after !== null) composite.after = after;
  const group: JsonObject = { composite };
  const metrics = metricRequests(plan);
  if (Object.keys(metrics).length > 0) group.aggregations = metrics;
  // Whether the buckets of a fold share documents shows in their counts.
  const body: JsonObject = { ...baseBody(plan), aggregations: { groups: group } };
  return plan.strategy.kind === 'fold' ? { ...body, track_total_hits: true } : body;
}

function baseBody(plan: AggregateScan): JsonObject {
  const { query } = plan.selection;
  return query === null ? { size: 0 } : { size: 0, query };
}

function metricRequests(plan: AggregateScan): JsonObject {
  const requests: JsonObject = {};
  plan.metrics.forEach(({ request }, i) => {
    if (request !== null) requests[`m${i}`] = request;
  });
  return requests;
}

/** The engine orders buckets by its sources, so the ones in ORDER BY come first. */
export function inSortOrder(sources: readonly BucketSource[], sort: readonly SortKey[]): OrderedSource[] {
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
  const { path, histogram, descending, nullsFirst, column } = source;
  const common: JsonObject = {
    field: path,
    missing_bucket: true,
    missing_order: nullsFirst ? 'first' : 'last',
    order: descending ? 'desc' : 'asc',
  };
  if (histogram === null) return { [sourceName(column)]: { terms: common } };
  return { [sourceName(column)]: { [histogram.type]: { ...common, ...histogram.parameters } } };
}

/** The name of a key in a bucket. */
export function sourceName(column: Column): string {
  return `c${column.id}`;
}

/**
 * The first search of a scan that reads at most `limit` rows; one extra group tells whether there are more.
 */
export function firstSearch(plan: IndexScan | AggregateScan, limit: number): JsonObject {
  if (plan.kind === 'indexScan') return firstPage(plan, limit);
  const { strategy, groups, sort } = plan;
  switch (strategy.kind) {
    case 'rows':
      return { ...scanBody(allRowsScan(plan.selection)), size: SCAN_PAGE };
    case 'fold':
      return compositeBody(plan, inSortOrder(strategy.sources, []), FOLD_PAGE, null);
    case 'buckets':
      if (groups.length === 0) return wholeIndexBody(plan);
      return compositeBody(plan, inSortOrder(strategy.sources, sort), Math.min(limit, MAX_GROUPS) + 1, null);
  }
}

/** The first page, assuming the default result window of an index. */
function firstPage(plan: IndexScan, limit: number): JsonObject {
  if (plan.selection.residual !== null) return { ...scanBody(plan), size: FIRST_LOOK };
  if (plan.offset + limit > SCAN_PAGE) return { ...scanBody(plan), size: SCAN_PAGE };
  return { from: plan.offset, size: limit, ...scanBody(plan) };
}
