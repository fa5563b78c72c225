import type { LogicalPlan } from '../plan/logical.ts';
import type { SchemaColumn } from '../types.ts';
import type { StarColumn } from './scope.ts';

/** A query's plan and its output columns. */
export interface AnalyzedQuery {
  readonly plan: LogicalPlan;
  readonly schema: readonly SchemaColumn[];
  readonly columns: readonly StarColumn[];
}
