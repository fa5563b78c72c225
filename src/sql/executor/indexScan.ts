import type { ClientHit } from '../../client/index.ts';
import type { Bound, FieldTable } from '../binder/index.ts';
import type { IndexScan, Selection } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import { BARE_WHERE, cutAt } from '../warnings.ts';
import { type Batches, resized } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { hitReader } from './hitReader.ts';
import { hitFilter } from './residual.ts';
import { guardedScan, scrollPages, searchOnce } from './search.ts';
import { allRowsScan, documentScan, FIRST_LOOK, SCAN_PAGE, scanBody } from './searchBodies.ts';

/** Rows of documents. */

/** `limit` is the plan's, or the most that the reader takes. */
export async function* indexScan(plan: IndexScan, limit: number, context: ExecutionContext): Batches {
  const { selection, offset } = plan;
  if (selection.ignoresWhere) context.warnings.add(BARE_WHERE);
  if (limit === 0) return;
  if (selection.residual !== null) {
    yield* filteredScan(plan, selection.residual, limit, context);
    return;
  }
  const { client, warnings } = context;
  const end = offset + limit;
  if (end > (await client.maxResultWindow(selection.index))) {
    yield* cutRows(allHits(plan, rowReader(selection, context), context), plan, limit, context);
    return;
  }
  const body = { from: offset, size: limit, ...scanBody(plan) };
  const { hits, maxScore, total } = await searchOnce(client, selection.index, body);
  if (plan.limit === null && total > end) warnings.add(cutAt(limit));
  const read = hitReader(selection.columns, fieldsOf(selection, context));
  yield* resized(
    readInPieces(hits, (hit) => read(hit, maxScore), context),
    context,
  );
}

function fieldsOf({ index }: Selection, context: ExecutionContext): FieldTable {
  return context.fields.get(index) ?? new Map();
}

/** A hit's row; null when it does not pass the selection's own condition. */
type RowReader = (hit: ClientHit, maxScore: number | null) => Row | null;

function rowReader(selection: Selection, context: ExecutionContext): RowReader {
  return hitReader(selection.columns, fieldsOf(selection, context));
}

async function filteringReader(
  selection: Selection,
  residual: Bound,
  context: ExecutionContext,
): Promise<RowReader> {
  const read = hitReader(selection.columns, fieldsOf(selection, context));
  const accept = await hitFilter(selection, residual, context);
  return (hit, maxScore) => {
    const row = read(hit, maxScore);
    return accept(row, hit) ? row : null;
  };
}

/** The rows of a page of hits; their conditions may take long. */
async function* readInPieces(
  hits: readonly ClientHit[],
  read: (hit: ClientHit) => Row | null,
  context: ExecutionContext,
): Batches {
  const { batchRows } = context;
  for (let from = 0; from < hits.length; from += batchRows) {
    yield present(hits.slice(from, from + batchRows).map(read));
    await betweenBatches(context);
  }
}

function present(rows: readonly (Row | null)[]): readonly Row[] {
  return rows.filter((row) => row !== null);
}

/** The rows of all hits, by a scan where one has what they need. */
async function* allHits(plan: IndexScan, read: RowReader, context: ExecutionContext): Batches {
  const { index } = plan.selection;
  const request = documentScan(plan);
  if (request !== null) {
    const scan = guardedScan(context.client, request, (hit) => read(hit, null));
    yield* resized(passing(scan, context), context);
    return;
  }
  for await (const { hits, maxScore } of scrollPages(context.client, index, scanBody(plan), SCAN_PAGE)) {
    yield* resized(
      readInPieces(hits, (hit) => read(hit, maxScore), context),
      context,
    );
  }
}

async function* passing(
  batches: AsyncGenerator<readonly (Row | null)[]>,
  context: ExecutionContext,
): Batches {
  for await (const rows of batches) {
    yield present(rows);
    await betweenBatches(context);
  }
}

/** The rows from the plan's offset on; a warning when the statement's own limit cuts them. */
async function* cutRows(rows: Batches, plan: IndexScan, limit: number, context: ExecutionContext): Batches {
  const { offset } = plan;
  const end = offset + limit;
  let seen = 0;
  for await (const batch of rows) {
    const cut = batch.slice(Math.max(0, offset - seen), Math.max(0, end - seen));
    seen += batch.length;
    if (seen > end && plan.limit === null) context.warnings.add(cutAt(limit));
    if (cut.length > 0) yield cut;
    if (seen > end || (seen === end && plan.limit !== null)) return;
  }
}

/** Rows that pass a condition which only looking at them can decide: the first documents may have enough of them. */
async function* filteredScan(
  plan: IndexScan,
  residual: Bound,
  limit: number,
  context: ExecutionContext,
): Batches {
  const { selection, offset } = plan;
  const { client } = context;
  const read = await filteringReader(selection, residual, context);
  const size = Math.min(FIRST_LOOK, await client.maxResultWindow(selection.index));
  const { hits, maxScore } = await searchOnce(client, selection.index, { ...scanBody(plan), size });
  const found: Row[] = [];
  const pieces = readInPieces(hits, (hit) => read(hit, maxScore), context);
  for await (const rows of resized(pieces, context)) for (const row of rows) found.push(row);
  const isEnough = found.length > offset + limit || (found.length === offset + limit && plan.limit !== null);
  const rows =
    isEnough || hits.length < size ? resized(onePage(found), context) : allHits(plan, read, context);
  yield* cutRows(rows, plan, limit, context);
}

async function* onePage(rows: readonly Row[]): Batches {
  yield rows;
}

/** All rows of a selection, for aggregates that are computed here. */
export async function* allRows(selection: Selection, context: ExecutionContext): Batches {
  const { residual } = selection;
  const read =
    residual === null ? rowReader(selection, context) : await filteringReader(selection, residual, context);
  yield* allHits(allRowsScan(selection), read, context);
}
