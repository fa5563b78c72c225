import type { ClientHit } from '../../client/index.ts';
import { type FieldTable, referencedColumns } from '../binder/index.ts';
import type { IndexScan, Selection } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import { BARE_WHERE, cutAt } from '../warnings.ts';
import { type Batches, eachRow, resized } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { hitReader, type Sighting, scriptedReader, sightingReader } from './hitReader.ts';
import { type HitFilter, hitFilter } from './residual.ts';
import { guardedScan, scrollPages, searchOnce } from './search.ts';
import { allRowsScan, documentScan, FIRST_LOOK, SCAN_PAGE, scanBody } from './searchBodies.ts';

/** Rows of documents. */

/** `limit` is the plan's limit or the maximum the reader takes. */
export async function* indexScan(plan: IndexScan, limit: number, context: ExecutionContext): Batches {
  const { selection, offset } = plan;
  if (selection.ignoresWhere) context.warnings.add(BARE_WHERE);
  if (limit === 0) return;
  if (selection.residual !== null) {
    yield* filteredScan(plan, limit, context);
    return;
  }
  const { client, warnings } = context;
  const end = offset + limit;
  if (end > (await client.maxResultWindow(selection.index))) {
    yield* cutRows(allHits(plan, await rowReader(selection, context), context), plan, limit, context);
    return;
  }
  const body = { from: offset, size: limit, ...scanBody(plan) };
  const { hits, maxScore, total } = await searchOnce(client, selection.index, body);
  if (plan.limit === null && total > end) warnings.add(cutAt(limit));
  yield* resized(readInPieces(hits, maxScore, await rowReader(selection, context), context), context);
}

function fieldsOf({ index }: Selection, context: ExecutionContext): FieldTable {
  return context.fields.get(index) ?? new Map();
}

/** How hits become what a scan yields: rows, or rows with what scripts see. */
interface RowReader<T> {
  readonly read: (hit: ClientHit, maxScore: number | null) => T;
  /** The selection's own condition; null when it has none. */
  readonly condition: Condition<T> | null;
}

interface Condition<T> {
  readonly sight: (hit: ClientHit, maxScore: number | null) => Sighting;
  readonly filter: HitFilter;
  readonly found: (sighting: Sighting) => T;
}

/** The original evaluates conditions in scripts, which see other values than the rows have. */
async function rowReader(selection: Selection, context: ExecutionContext): Promise<RowReader<Row>> {
  const { residual, columns } = selection;
  const fields = fieldsOf(selection, context);
  const read = hitReader(columns, fields);
  if (residual === null) return { read, condition: null };
  const filter = await hitFilter(selection, residual, context);
  const sight = context.evaluation.corrections
    ? asItIs(read)
    : sightingReader(columns, referencedColumns(residual), fields);
  return { read, condition: { sight, filter, found: ({ row }) => row } };
}

async function sightingsReader(
  selection: Selection,
  context: ExecutionContext,
): Promise<RowReader<Sighting>> {
  const { residual, columns } = selection;
  const fields = fieldsOf(selection, context);
  const isCorrected = context.evaluation.corrections;
  const sight = isCorrected ? asItIs(hitReader(columns, fields)) : scriptedReader(columns, fields);
  if (residual === null) return { read: sight, condition: null };
  const filter = await hitFilter(selection, residual, context);
  return { read: sight, condition: { sight, filter, found: (sighting) => sighting } };
}

function asItIs(read: (hit: ClientHit, maxScore: number | null) => Row): Condition<Row>['sight'] {
  return (hit, maxScore) => {
    const row = read(hit, maxScore);
    return { row, seen: row, several: null };
  };
}

/** Converts a page of hits to rows. */
async function* readInPieces<T>(
  hits: readonly ClientHit[],
  maxScore: number | null,
  { read, condition }: RowReader<T>,
  context: ExecutionContext,
): AsyncGenerator<readonly T[]> {
  const { batchRows } = context;
  for (let from = 0; from < hits.length; from += batchRows) {
    const rows: T[] = [];
    await eachRow(hits.slice(from, from + batchRows), context, (hit) => {
      if (condition === null) {
        rows.push(read(hit, maxScore));
        return;
      }
      const { sight, filter, found } = condition;
      const sighting = sight(hit, maxScore);
      if (filter.accept(sighting.seen, filter.keyOf(hit))) rows.push(found(sighting));
    });
    yield rows;
    await betweenBatches(context);
  }
}

/** What the reader reads of all hits, by a document scan when it can provide all columns. */
async function* allHits<T>(
  plan: IndexScan,
  reader: RowReader<T>,
  context: ExecutionContext,
): AsyncGenerator<readonly T[]> {
  const { index } = plan.selection;
  const { client } = context;
  const { read, condition } = reader;
  const request = documentScan(plan);
  if (request === null) {
    for await (const { hits, maxScore } of scrollPages(client, index, scanBody(plan), SCAN_PAGE)) {
      yield* resized(readInPieces(hits, maxScore, reader, context), context);
    }
  } else if (condition === null) {
    yield* resized(
      guardedScan(client, request, (hit) => read(hit, null)),
      context,
    );
  } else {
    const { sight, filter } = condition;
    const keyed = (hit: ClientHit): Keyed => ({ sighting: sight(hit, null), key: filter.keyOf(hit) });
    yield* resized(passing(guardedScan(client, request, keyed), condition, context), context);
  }
}

interface Keyed {
  readonly sighting: Sighting;
  readonly key: string;
}

/** Evaluating a condition may take long, so it happens outside the scan. */
async function* passing<T>(
  batches: AsyncGenerator<readonly Keyed[]>,
  { filter, found }: Condition<T>,
  context: ExecutionContext,
): AsyncGenerator<readonly T[]> {
  for await (const keyed of batches) {
    const rows: T[] = [];
    await eachRow(keyed, context, ({ sighting, key }) => {
      if (filter.accept(sighting.seen, key)) rows.push(found(sighting));
    });
    yield rows;
    await betweenBatches(context);
  }
}

/** The rows from the plan's offset on; adds a warning when the statement's own limit cuts them off. */
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

/**
 * Rows that pass a condition which can only be evaluated row by row. Often the first documents already
 * contain enough of them.
 */
async function* filteredScan(plan: IndexScan, limit: number, context: ExecutionContext): Batches {
  const { selection, offset } = plan;
  const { client } = context;
  const reader = await rowReader(selection, context);
  const size = Math.min(FIRST_LOOK, await client.maxResultWindow(selection.index));
  const { hits, maxScore } = await searchOnce(client, selection.index, { ...scanBody(plan), size });
  const found: Row[] = [];
  const pieces = readInPieces(hits, maxScore, reader, context);
  for await (const rows of resized(pieces, context)) for (const row of rows) found.push(row);
  const isEnough = found.length > offset + limit || (found.length === offset + limit && plan.limit !== null);
  const rows =
    isEnough || hits.length < size ? resized(onePage(found), context) : allHits(plan, reader, context);
  yield* cutRows(rows, plan, limit, context);
}

async function* onePage(rows: readonly Row[]): Batches {
  yield rows;
}

/** All rows of a selection as scripts see them, for aggregates that are computed in this process. */
export async function* allRows(
  selection: Selection,
  context: ExecutionContext,
): AsyncGenerator<readonly Sighting[]> {
  yield* allHits(allRowsScan(selection), await sightingsReader(selection, context), context);
}
