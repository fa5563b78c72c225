import type { ClientHit } from '../../client/index.ts';
import type { JsonObject } from '../../common/index.ts';
import type { IndexScan, Selection } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import type { ExecutionContext } from './context.ts';
import { hitReader, projectionOf } from './hitReader.ts';
import { hitFilter } from './residual.ts';
import { type Page, scrollPages, searchOnce } from './search.ts';

/** Rows of documents. */

const PAGE = 1000;

/** `limit` is the plan's, or the most that the reader takes. */
export async function* indexScan(
  plan: IndexScan,
  limit: number,
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const { selection, offset } = plan;
  if (limit === 0) return;
  const rows = rowsOf(selection, scanBody(plan), offset, limit, context);
  if (selection.residual === null) yield* rows;
  else yield* cut(rows, offset, limit);
}

function scanBody({ selection, sort, trackScores }: IndexScan): JsonObject {
  const body: JsonObject = { ...projectionOf(selection.columns) };
  if (selection.query !== null) body.query = selection.query;
  if (sort.length > 0) body.sort = [...sort];
  if (trackScores) body.track_scores = true;
  return body;
}

/** Rows of a selection: with a residual condition all that pass it, without one just those from offset to limit. */
async function* rowsOf(
  selection: Selection,
  body: JsonObject,
  offset: number,
  limit: number,
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const fields = context.fields.get(selection.index) ?? new Map();
  const read = hitReader(selection.columns, fields);
  const accept = selection.residual === null ? null : await hitFilter(selection, selection.residual, context);
  for await (const { hits, maxScore } of pages(selection, body, offset, limit, context)) {
    for (const hit of hits) {
      const row = read(hit, maxScore);
      if (accept === null || accept(row, hit)) yield row;
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
  const { index, residual } = selection;
  if (residual !== null) {
    yield* scrollPages(context.client, index, body, PAGE);
    return;
  }
  const window = await context.client.maxResultWindow(index);
  if (offset + limit <= window) {
    yield await searchOnce(context.client, index, { from: offset, size: limit, ...body });
    return;
  }
  yield* skip(scrollPages(context.client, index, body, PAGE), offset, limit);
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

async function* cut(rows: AsyncGenerator<Row>, offset: number, limit: number): AsyncGenerator<Row> {
  let seen = 0;
  for await (const row of rows) {
    if (seen >= offset) yield row;
    if (++seen >= offset + limit) return;
  }
}

/** All rows of a selection, for aggregates that are computed here. */
export function allRows(selection: Selection, context: ExecutionContext): AsyncGenerator<Row> {
  const body: JsonObject = { ...projectionOf(selection.columns), sort: [{ _doc: { order: 'asc' } }] };
  if (selection.query !== null) body.query = selection.query;
  return rowsOf(selection, body, 0, Number.POSITIVE_INFINITY, context);
}
