import type { SearchClient } from '../../client/index.ts';
import type { FieldTable } from '../binder/index.ts';
import type { PhysicalPlan } from '../plan/physical.ts';
import type { BatchedStatement, Batches } from './batches.ts';
import type { Budget } from './budget.ts';
import type { Spill } from './spill/spill.ts';

/** Rows that can be read several times. */
export interface SharedRows {
  rows(): Batches;
}

/** What the operators of one statement share. */
export interface ExecutionContext extends BatchedStatement {
  readonly client: SearchClient;
  /** The memory the operators hold. */
  readonly budget: Budget;
  /** Where operators spill what exceeds their memory; null when spilling is not available. */
  readonly spill: Spill | null;
  /** How many documents, and groups, an operator above a scan sees (`plugins.query.size_limit`). */
  readonly sizeLimit: number;
  /** How many rows a statement returns that is only a scan and has no LIMIT. */
  readonly resultLimit: number;
  readonly fields: ReadonlyMap<string, FieldTable>;
  /** The WITH queries in scope, by id. */
  readonly common?: ReadonlyMap<number, SharedRows>;
  /** Called with the rows of every operator (`_explain?format=plan&analyze=true`). */
  readonly observe?: (plan: PhysicalPlan, rows: Batches) => Batches;
  /** Names of the known pitfalls of the original that the statement ran into. */
  readonly warnings: Set<string>;
}
