import type { Row, SqlValue } from '../values/index.ts';
import { eachRow } from './batches.ts';
import { bytesOf, type Holding, type Statement } from './budget.ts';
import type { RowFunction } from './evaluate.ts';
import { RowMap } from './rowMap.ts';

const NONE: readonly Row[] = [];

/** The rows of a join's right side by key. */
export class RightTable {
  readonly #keys: readonly RowFunction[];
  readonly #holding: Holding;
  #byKey = new RowMap<Row[]>();
  #all: Row[] = [];
  /** Rows that a row of the left side matched; kept only if unmatched rows are returned as well. */
  readonly matched = new Set<Row>();

  constructor(keys: readonly RowFunction[], holding: Holding) {
    this.#keys = keys;
    this.#holding = holding;
  }

  get all(): readonly Row[] {
    return this.#all;
  }

  async addAll(rows: readonly Row[], statement: Statement): Promise<void> {
    this.#holding.addRows(rows);
    await eachRow(rows, statement, (row) => this.#add(row));
  }

  #add(row: Row): void {
    this.#all.push(row);
    const key = keyOfRow(this.#keys, row);
    if (key === null) return;
    const bucket = this.#byKey.get(key);
    if (bucket === undefined) this.#byKey.set(key, [row]);
    else bucket.push(row);
    this.#holding.add(0, bytesOf(key));
  }

  partners(key: readonly SqlValue[] | null): readonly Row[] {
    return (key === null ? undefined : this.#byKey.get(key)) ?? NONE;
  }

  /** Returns all rows and no longer holds them. */
  handOver(): readonly Row[] {
    const rows = this.#all;
    this.#all = [];
    this.#byKey = new RowMap();
    this.#holding.release();
    return rows;
  }
}

/** Null when one of the keys is NULL, since such a row equals nothing. */
export function keyOfRow(keys: readonly RowFunction[], row: Row): SqlValue[] | null {
  const values = keys.map((key) => key(row));
  return values.includes(null) ? null : values;
}
