import { limits } from '../../../common/index.ts';
import type { Row } from '../../values/index.ts';
import type { Batches } from '../batches.ts';
import { bytesOf, type Holding } from '../budget.ts';
import type { Block, Spill } from './spill.ts';

/** Maximum rows per file: large enough for the disk, small enough for one turn of the event loop. */
const BLOCK_ROWS = 1024;
const BLOCK_BYTES = 128 * 1024;
/** How many blocks open runs hold in memory together, well below the memory a sort or join may use. */
const BLOCKS_IN_MEMORY = 64;

/**
 * Rows spilled to files, in insertion order, to be read once. What is still in memory is charged to the
 * budget.
 */
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

  /** Whether `flush` should be called. */
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

  /** To be called after the last flush. Each batch stays charged until the next is requested. */
  async *rows(): Batches {
    for (const block of this.#blocks) {
      const rows = await this.#spill.take(block);
      this.#holding.addRows(rows);
      try {
        yield rows;
      } finally {
        this.#holding.removeRows(rows);
      }
    }
  }
}
