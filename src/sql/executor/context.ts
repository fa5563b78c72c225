import type { SearchClient } from '../../client/index.ts';
import type { FieldTable } from '../binder/index.ts';
import type { PhysicalPlan } from '../plan/physical.ts';
import type { BatchedStatement, Batches } from './batches.ts';
import type { Budget } from './budget.ts';
import type { Spill } from './spill/spill.ts';

/** Rows that are read as often as they are named. */
export interface SharedRows {
  rows(): Batches;
}

/** What the operators of one statement share. */
export interface ExecutionContext extends BatchedStatement {
  readonly client: SearchClient;
  /** What they hold in memory. */
  readonly budget: Budget;
  /** Where they put what is too much for it; null: nowhere. */
  readonly spill: Spill | null;
  /** Documents that an operator above a scan sees, and groups (`plugins.query.size_limit`). */
  readonly sizeLimit: number;
  /** Rows of a statement that is a scan alone and has no LIMIT. */
  readonly resultLimit: number;
  readonly fields: ReadonlyMap<string, FieldTable>;
  /** The queries of WITH around an operator, by their ids. */
  readonly common?: ReadonlyMap<number, SharedRows>;
  /** Sees the rows of every operator (`_explain?format=plan&analyze=true`). */
  readonly observe?: (plan: PhysicalPlan, rows: Batches) => Batches;
  /** Names of traps that the statement fell into. */
  readonly warnings: Set<string>;
}
