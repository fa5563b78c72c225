import { unreachable } from '../../common/index.ts';
import type { SetPlan } from '../plan/logical.ts';
import type { Row } from '../values/index.ts';
import { type Batches, inBatches } from './batches.ts';
import { betweenBatches, type Holding } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { RowMap } from './rowMap.ts';

/** UNION, INTERSECT and MINUS of rows; all but UNION ALL return distinct rows. */
export async function* setRows(
  operator: SetPlan['operator'],
  left: Batches,
  right: Batches,
  context: ExecutionContext,
): Batches {
  if (operator === 'unionAll') {
    yield* left;
    yield* right;
    return;
  }
  const holding = context.budget.open();
  try {
    const rows = new DistinctRows(holding);
    await rows.addAll(left, context);
    if (operator === 'union') {
      await rows.addAll(right, context);
      yield* inBatches(rows.all(), context);
      return;
    }
    const others = new DistinctRows(holding);
    await others.addAll(right, context);
    const isWanted = wanted(operator, others);
    for await (const batch of inBatches(rows.all(), context)) {
      const chosen = batch.filter(isWanted);
      if (chosen.length > 0) yield chosen;
    }
  } finally {
    holding.release();
  }
}

function wanted(operator: 'intersect' | 'minus', others: DistinctRows): (row: Row) => boolean {
  switch (operator) {
    case 'intersect':
      return (row) => others.has(row);
    case 'minus':
      return (row) => !others.has(row);
    default:
      throw unreachable(operator);
  }
}

/** Distinct rows in order; of equal rows the last one is kept, at the position of the first. */
class DistinctRows {
  readonly #places = new RowMap<number>();
  readonly #rows: Row[] = [];
  readonly #holding: Holding;

  constructor(holding: Holding) {
    this.#holding = holding;
  }

  async addAll(input: Batches, context: ExecutionContext): Promise<void> {
    for await (const rows of input) {
      for (const row of rows) this.#add(row);
      await betweenBatches(context);
    }
  }

  #add(row: Row): void {
    const place = this.#places.get(row);
    if (place !== undefined) {
      this.#rows[place] = row;
      return;
    }
    this.#places.set(row, this.#rows.length);
    this.#rows.push(row);
    this.#holding.addRows([row]);
  }

  all(): readonly Row[] {
    return this.#rows;
  }

  has(row: Row): boolean {
    return this.#places.has(row);
  }
}
