import { physicalColumns, type With } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';
import { type Batches, mapRows } from './batches.ts';
import { betweenBatches, type Holding } from './budget.ts';
import type { ExecutionContext, SharedRows } from './context.ts';
import type { Block } from './spill/spill.ts';

/**
 * Rows of a plan below WITH queries that are referenced more than once: each such query runs once, and only
 * as far as its readers request rows.
 */
export async function* withRows(
  { tables }: With,
  context: ExecutionContext,
  runTable: (table: With['tables'][number]['query'], context: ExecutionContext) => Batches,
  runInput: (context: ExecutionContext) => Batches,
): Batches {
  const common = new Map(context.common);
  const own = { ...context, common };
  const opened = tables.map(({ id, query, columns }) => {
    const places = physicalColumns(query);
    const slots = columns.map((column) => places.indexOf(column));
    const rows = mapRows(runTable(query, own), own, (row) => slots.map((slot) => row[slot]));
    return [id, new CommonRows(rows, own)] as const;
  });
  for (const [id, rows] of opened) common.set(id, rows);
  try {
    yield* runInput(own);
  } finally {
    for (const [, rows] of opened) await rows.close();
  }
}

/**
 * The rows of one query, shared by several readers. They are kept in memory and spilled to files when there
 * are too many; if all readers stop early, the rest is never read.
 */
class CommonRows implements SharedRows {
  readonly #source: Batches;
  readonly #context: ExecutionContext;
  readonly #holding: Holding;
  readonly #parts: (readonly Row[] | Block)[] = [];
  /** Blocks before this index have been written to files. */
  #written = 0;
  #reading: Promise<boolean> | null = null;

  constructor(source: Batches, context: ExecutionContext) {
    this.#source = source;
    this.#context = context;
    this.#holding = context.budget.open();
  }

  async *rows(): Batches {
    for (let at = 0; ; at++) {
      while (at >= this.#parts.length) if (!(await this.#more())) return;
      const part = this.#parts[at];
      if (isInMemory(part)) yield part;
      else yield* this.#fromFile(part);
      await betweenBatches(this.#context);
    }
  }

  async close(): Promise<void> {
    this.#holding.release();
    await this.#source.return(undefined);
  }

  /** Readers that wait for rows at the same time share one request. */
  #more(): Promise<boolean> {
    this.#reading ??= this.#next().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#holding.addRows(value);
    this.#parts.push(value);
    if (this.#holding.isLarge) await this.#spill();
    return true;
  }

  async #spill(): Promise<void> {
    const { spill } = this.#context;
    if (spill === null) return;
    for (; this.#written < this.#parts.length; this.#written++) {
      const part = this.#parts[this.#written];
      if (!isInMemory(part)) continue;
      this.#parts[this.#written] = await spill.put(part);
      this.#holding.removeRows(part);
      await betweenBatches(this.#context);
    }
  }

  /** The memory stays charged until the next rows are requested. */
  async *#fromFile(block: Block): Batches {
    const rows = (await this.#context.spill?.read(block)) ?? [];
    this.#holding.addRows(rows);
    try {
      yield rows;
    } finally {
      this.#holding.removeRows(rows);
    }
  }
}

function isInMemory(part: readonly Row[] | Block): part is readonly Row[] {
  return Array.isArray(part);
}
