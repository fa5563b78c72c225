import type { Row } from '../values/index.ts';
import { betweenBatches, type Holding, type Statement } from './budget.ts';

/**
 * The rows of an operator, in batches. Operators pull: what is not requested is not computed, and an operator
 * that is done with its input closes it, which ends everything below it.
 */
export type Batches = AsyncGenerator<readonly Row[]>;

/** Maximum rows per batch: few enough to be computed in one turn of the event loop. */
export const BATCH_ROWS = 256;

/** A statement that runs in batches. */
export interface BatchedStatement extends Statement {
  /** Maximum rows per batch. */
  readonly batchRows: number;
}

/**
 * Passes every row to `look`, yielding to the event loop as needed: one row may take as long as a thousand
 * others.
 */
export async function eachRow<T>(
  rows: readonly T[],
  statement: Statement,
  look: (row: T) => void,
): Promise<void> {
  for (const row of rows) {
    look(row);
    if (statement.pacer.due()) await betweenBatches(statement);
  }
}

/** Splits rows that are already in memory into batches. */
export async function* inBatches<T>(
  rows: readonly T[],
  statement: BatchedStatement,
): AsyncGenerator<readonly T[]> {
  const { batchRows } = statement;
  for (let from = 0; from < rows.length; from += batchRows) {
    await betweenBatches(statement);
    yield rows.length <= batchRows ? rows : rows.slice(from, from + batchRows);
  }
}

/** Regroups batches of any size into batches of the statement's size. */
export async function* resized<T>(
  batches: AsyncIterable<readonly T[]>,
  statement: BatchedStatement,
): AsyncGenerator<readonly T[]> {
  for await (const rows of batches) yield* inBatches(rows, statement);
}

export async function* mapRows(input: Batches, statement: Statement, change: (row: Row) => Row): Batches {
  for await (const rows of input) {
    const changed: Row[] = [];
    await eachRow(rows, statement, (row) => changed.push(change(row)));
    yield changed;
    await betweenBatches(statement);
  }
}

export async function* filterRows(
  input: Batches,
  statement: Statement,
  test: (row: Row) => boolean,
): Batches {
  for await (const rows of input) {
    const passed: Row[] = [];
    await eachRow(rows, statement, (row) => {
      if (test(row)) passed.push(row);
    });
    if (passed.length > 0) yield passed;
    await betweenBatches(statement);
  }
}

/** The first rows after `offset`; requests no more batches from the input than these need. */
export async function* limitRows(input: Batches, offset: number, limit: number): Batches {
  if (limit === 0) return;
  const end = offset + limit;
  let seen = 0;
  for await (const rows of input) {
    const passed = rows.slice(Math.max(0, offset - seen), Math.max(0, end - seen));
    seen += rows.length;
    if (passed.length > 0) yield passed;
    if (seen >= end) return;
  }
}

/** All rows. Throws SqlError (400) if there are more than the statement may hold. */
export async function collect(input: Batches, holding: Holding): Promise<Row[]> {
  const out: Row[] = [];
  for await (const rows of input) {
    holding.addRows(rows);
    for (const row of rows) out.push(row);
  }
  return out;
}
