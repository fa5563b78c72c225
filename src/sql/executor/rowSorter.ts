import { inTurns } from '../../common/index.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { type Batches, mapRows } from './batches.ts';
import { betweenBatches, bytesOf, type Holding } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { OrderedItems } from './orderedItems.ts';
import { mergeRuns } from './spill/mergeRuns.ts';
import { Run } from './spill/run.ts';
import type { Spill } from './spill/spill.ts';

/** A row with its sort keys and its original position. */
export interface KeyedRow {
  readonly row: Row;
  readonly place: number;
  readonly keys: readonly SqlValue[];
}

/** How many runs are merged at a time: each holds a block of rows in memory. */
const RUNS_AT_ONCE = 16;

/**
 * Sorts rows. When they do not fit in memory, the ones collected so far are sorted and written to a file, and
 * at the end all files are merged. Rows with equal keys then keep their original order: Java's order of ties
 * can only be reproduced in memory.
 */
export class RowSorter {
  readonly #compare: (a: KeyedRow, b: KeyedRow) => number;
  readonly #keyCount: number;
  readonly #context: ExecutionContext;
  readonly #first: number | undefined;
  readonly #holding: Holding;
  #items: OrderedItems<KeyedRow>;
  #runs: Run[] = [];

  /** If `first` is given, only that many rows are held. */
  constructor(
    compare: (a: KeyedRow, b: KeyedRow) => number,
    keyCount: number,
    context: ExecutionContext,
    first?: number,
  ) {
    this.#compare = compare;
    this.#keyCount = keyCount;
    this.#context = context;
    this.#first = first;
    this.#holding = context.budget.open();
    this.#items = new OrderedItems(compare, first);
  }

  /** Whether `spill` should be called. */
  get isLarge(): boolean {
    return this.#context.spill !== null && this.#holding.isLarge;
  }

  add(keyed: KeyedRow): void {
    this.#holding.add(1, bytesOfKeyed(keyed));
    const dropped = this.#items.add(keyed);
    if (dropped !== undefined) this.#holding.remove(1, bytesOfKeyed(dropped));
  }

  async spill(): Promise<void> {
    const { spill } = this.#context;
    if (spill === null) return;
    if (this.#runs.length === RUNS_AT_ONCE) {
      this.#runs = [await this.#written(this.#merged(), spill)];
    }
    this.#runs.push(
      await this.#written(
        this.#held((keyed) => this.#recordOf(keyed)),
        spill,
      ),
    );
    this.#items = new OrderedItems(this.#compare, this.#first);
  }

  async *rows(): Batches {
    if (this.#runs.length === 0) {
      yield* this.#held(({ row }) => row);
      return;
    }
    await this.spill();
    yield* mapRows(this.#merged(), this.#context, (record) => record.slice(this.#keyCount + 1));
  }

  release(): void {
    this.#holding.release();
  }

  /** The rows in memory. Once handed over, a row is charged to its reader. */
  async *#held(handed: (keyed: KeyedRow) => Row): Batches {
    await inTurns(this.#items.settle(), this.#context.pacer);
    for (;;) {
      const rows: Row[] = [];
      while (rows.length < this.#context.batchRows) {
        const next = this.#items.take();
        if (next === undefined) break;
        this.#holding.remove(1, bytesOfKeyed(next));
        rows.push(handed(next));
      }
      if (rows.length === 0) return;
      yield rows;
      await betweenBatches(this.#context);
    }
  }

  async #written(rows: Batches, spill: Spill): Promise<Run> {
    const run = new Run(spill, this.#holding);
    for await (const batch of rows) {
      for (const row of batch) {
        run.add(row);
        if (run.isFull) await run.flush();
      }
    }
    await run.flush();
    return run;
  }

  #recordOf({ row, place, keys }: KeyedRow): Row {
    return [place, ...keys, ...row];
  }

  #merged(): Batches {
    const keyed = (record: Row): KeyedRow => ({
      row: record,
      place: record[0] as number,
      keys: record.slice(1, this.#keyCount + 1),
    });
    const compare = (a: Row, b: Row): number => {
      const [x, y] = [keyed(a), keyed(b)];
      return this.#compare(x, y) || x.place - y.place;
    };
    return mergeRuns(this.#runs, compare, this.#context);
  }
}

function bytesOfKeyed({ row, keys }: KeyedRow): number {
  return bytesOf(row) + bytesOf(keys);
}
