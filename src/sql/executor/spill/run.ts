import { limits } from '../../../common/index.ts';
import type { Row } from '../../values/index.ts';
import type { Batches } from '../batches.ts';
import { bytesOf, type Holding } from '../budget.ts';
import type { Block, Spill } from './spill.ts';

/** Rows of a file at most: enough for the disk, few enough for a turn of the event loop. */
const BLOCK_ROWS = 1024;
const BLOCK_BYTES = 128 * 1024;
/** So many blocks of open runs are held at a time without coming near the bytes that a sort or a join may hold. */
const BLOCKS_IN_MEMORY = 64;

/** Rows in files, in the order in which they were added, to be read once. What it has of them in memory is charged. */
export class Run {
  readonly #spill: Spill;
  readonly #holding: Holding;
  readonly #blocks: Block[] = [];
  #rows: Row[] = [];
  #bytes = 0;

  constructor(spill: Spill, holding: Holding) {
    this.#spill = spill;
    this.#holding = holding;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0 && this.#rows.length === 0;
  }

  /** Whether it is time for `flush`. */
  get isFull(): boolean {
    const most = Math.min(BLOCK_BYTES, limits.sqlSpillBytes.value / BLOCKS_IN_MEMORY);
    return this.#rows.length >= BLOCK_ROWS || this.#bytes >= most;
  }

  add(row: Row): void {
    const bytes = bytesOf(row);
    this.#rows.push(row);
    this.#bytes += bytes;
    this.#holding.add(1, bytes);
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    this.#blocks.push(await this.#spill.put(this.#rows));
    this.#holding.remove(this.#rows.length, this.#bytes);
    this.#rows = [];
    this.#bytes = 0;
  }

  /** After the last flush. Each batch is charged until the next is asked for. */
  async *rows(): Batches {
    for (const block of this.#blocks) {
      const rows = await this.#spill.take(block);
      let bytes = 0;
      for (const row of rows) bytes += bytesOf(row);
      this.#holding.add(rows.length, bytes);
      try {
        yield rows;
      } finally {
        this.#holding.remove(rows.length, bytes);
      }
    }
  }
}
