import type { ClientHit } from '../../client/index.ts';
import type { JsonObject } from '../../common/index.ts';
import type { Bound, FieldTable } from '../binder/index.ts';
import type { IndexScan, Selection } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import { BARE_WHERE, cutAt } from '../warnings.ts';
import { betweenPages, collect } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { hitReader } from './hitReader.ts';
import { hitFilter } from './residual.ts';
import { type Page, scrollPages, searchOnce } from './search.ts';
import { allRowsBody, FIRST_LOOK, SCAN_PAGE, scanBody } from './searchBodies.ts';

/** Rows of documents. */

/** `limit` is the plan's, or the most that the reader takes. */
export async function* indexScan(
  plan: IndexScan,
  limit: number,
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const { selection, offset } = plan;
  if (selection.ignoresWhere) context.warnings.add(BARE_WHERE);
  if (limit === 0) return;
  if (selection.residual !== null) {
    yield* filteredScan(plan, selection.residual, limit, context);
    return;
  }
  const read = hitReader(selection.columns, fieldsOf(selection, context));
  for await (const { hits, maxScore, total } of pages(selection, scanBody(plan), offset, limit, context)) {
    await betweenPages(context);
    if (plan.limit === null && total > offset + limit) context.warnings.add(cutAt(limit));
    for (const hit of hits) {
      if (context.pacer.due()) await betweenPages(context);
      yield read(hit, maxScore);
    }
  }
}

function fieldsOf({ index }: Selection, context: ExecutionContext): FieldTable {
  return context.fields.get(index) ?? new Map();
}

/** Rows that pass a condition which only looking at them can decide. */
async function* filteredScan(
  plan: IndexScan,
  residual: Bound,
  limit: number,
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const { selection, offset } = plan;
  const { client } = context;
  const body = scanBody(plan);
  const read = hitReader(selection.columns, fieldsOf(selection, context));
  const accept = await hitFilter(selection, residual, context);
  async function* accepted({ hits, maxScore }: Page): AsyncGenerator<Row> {
    for (const hit of hits) {
      if (context.pacer.due()) await betweenPages(context);
      const row = read(hit, maxScore);
      if (accept(row, hit)) yield row;
    }
  }
  const size = Math.min(FIRST_LOOK, await client.maxResultWindow(selection.index));
  const first = await searchOnce(client, selection.index, { ...body, size });
  const found = await collect(accepted(first));
  const end = offset + limit;
  const isCut = (seen: number): boolean => {
    if (seen > end && plan.limit === null) context.warnings.add(cutAt(limit));
    return seen > end || (seen === end && plan.limit !== null);
  };
  if (isCut(found.length) || first.hits.length < size) {
    yield* found.slice(offset, end);
    return;
  }
  let seen = 0;
  for await (const page of scrollPages(client, selection.index, body, SCAN_PAGE)) {
    await betweenPages(context);
    for await (const row of accepted(page)) {
      if (isCut(++seen)) {
        if (seen === end) yield row;
        return;
      }
      if (seen > offset) yield row;
    }
  }
}

async function* pages(
  selection: Selection,
  body: JsonObject,
  offset: number,
  limit: number,
  context: ExecutionContext,
): AsyncGenerator<Page> {
  const { index } = selection;
  const window = await context.client.maxResultWindow(index);
  if (offset + limit <= window) {
    yield await searchOnce(context.client, index, { from: offset, size: limit, ...body });
    return;
  }
  yield* skip(scrollPages(context.client, index, body, SCAN_PAGE), offset, limit);
}

async function* skip(source: AsyncGenerator<Page>, offset: number, limit: number): AsyncGenerator<Page> {
  let seen = 0;
  for await (const page of source) {
    const hits: ClientHit[] = page.hits.filter((_hit, i) => seen + i >= offset && seen + i < offset + limit);
    seen += page.hits.length;
    yield { ...page, hits };
    if (seen >= offset + limit) return;
  }
}

/** All rows of a selection, for aggregates that are computed here. */
export async function* allRows(selection: Selection, context: ExecutionContext): AsyncGenerator<Row> {
  const body = allRowsBody(selection);
  const read = hitReader(selection.columns, fieldsOf(selection, context));
  const { residual } = selection;
  const accept = residual === null ? null : await hitFilter(selection, residual, context);
  for await (const { hits, maxScore } of scrollPages(context.client, selection.index, body, SCAN_PAGE)) {
    await betweenPages(context);
    for (const hit of hits) {
      if (context.pacer.due()) await betweenPages(context);
      const row = read(hit, maxScore);
      if (accept === null || accept(row, hit)) yield row;
    }
  }
}
