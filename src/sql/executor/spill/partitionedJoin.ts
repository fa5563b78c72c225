import { mix32 } from '../../../common/index.ts';
import type { JoinPlan } from '../../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../../values/index.ts';
import type { Batches } from '../batches.ts';
import { betweenBatches, type Holding } from '../budget.ts';
import type { ExecutionContext } from '../context.ts';
import type { RowFunction } from '../evaluate.ts';
import { keyOfRow } from '../rightTable.ts';
import { Run } from './run.ts';
import type { Spill } from './spill.ts';

const PARTS = 16;
/**
 * A partition that is still too large after this many cuts mostly has a single key: further cuts do not help,
 * and the memory limit decides.
 */
export const MOST_CUTS = 3;

type Keys = readonly [readonly RowFunction[], readonly RowFunction[]];

/** Partitions both sides of a join; only partitions with the same number can match. */
export class PartitionedJoin {
  readonly #keys: Keys;
  readonly #cuts: number;
  readonly #context: ExecutionContext;
  readonly #holding: Holding;
  readonly #left: readonly Run[];
  readonly #right: readonly Run[];
  readonly #keepsLeft: boolean;
  readonly #keepsRight: boolean;

  constructor(type: JoinPlan['type'], keys: Keys, cuts: number, spill: Spill, context: ExecutionContext) {
    this.#keys = keys;
    this.#cuts = cuts;
    this.#context = context;
    this.#holding = context.budget.open();
    this.#keepsLeft = type === 'left' || type === 'full';
    this.#keepsRight = type === 'right' || type === 'full';
    const runs = (): Run[] => Array.from({ length: PARTS }, () => new Run(spill, this.#holding));
    this.#left = runs();
    this.#right = runs();
  }

  /** `held` are the first rows of the right side, `right` yields the others. */
  async *run(
    left: Batches,
    held: readonly Row[],
    right: Batches,
    join: (left: Batches, right: Batches) => Batches,
  ): Batches {
    try {
      await this.#addRight(held);
      for await (const rows of right) await this.#addRight(rows);
      for (const run of this.#right) await run.flush();
      for await (const rows of left) await this.#addLeft(rows);
      for (const run of this.#left) await run.flush();
      for (let part = 0; part < PARTS; part++) {
        if (this.#left[part].isEmpty && !this.#keepsRight) continue;
        yield* join(this.#left[part].rows(), this.#right[part].rows());
      }
    } finally {
      this.#holding.release();
    }
  }

  #addRight(rows: readonly Row[]): Promise<void> {
    return this.#add(rows, this.#right, this.#keys[1], this.#keepsRight);
  }

  #addLeft(rows: readonly Row[]): Promise<void> {
    return this.#add(rows, this.#left, this.#keys[0], this.#keepsLeft);
  }

  /**
   * Rows without a key match nothing: they go to any partition if unmatched rows are returned, otherwise to
   * none.
   */
  async #add(
    rows: readonly Row[],
    runs: readonly Run[],
    keys: readonly RowFunction[],
    keeps: boolean,
  ): Promise<void> {
    for (const row of rows) {
      const key = keyOfRow(keys, row);
      if (key === null && !keeps) continue;
      const run = runs[key === null ? 0 : this.#partOf(key)];
      run.add(row);
      if (run.isFull) await run.flush();
      if (this.#context.pacer.due()) await betweenBatches(this.#context);
    }
  }

  /** The hash depends on the cut, so that rows of one partition are distributed again. */
  #partOf(key: readonly SqlValue[]): number {
    let hash = this.#cuts;
    for (const value of key) {
      const text = keyOf(value);
      for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
      hash = mix32(hash);
    }
    return (hash >>> (4 * this.#cuts)) % PARTS;
  }
}
