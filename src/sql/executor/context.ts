import type { SearchClient } from '../../client/index.ts';
import type { Pacer } from '../../common/index.ts';
import type { FieldTable } from '../binder/index.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { PhysicalPlan } from '../plan/physical.ts';
import type { Row } from '../values/index.ts';

/** What the operators of one statement share. */
export interface ExecutionContext {
  readonly client: SearchClient;
  readonly evaluation: EvaluationContext;
  /** Lets others run between pages of rows. */
  readonly pacer: Pacer;
  /** Documents that an operator above a scan sees, and groups (`plugins.query.size_limit`). */
  readonly sizeLimit: number;
  /** Rows of a statement that is a scan alone and has no LIMIT. */
  readonly resultLimit: number;
  readonly fields: ReadonlyMap<string, FieldTable>;
  /** Sees the rows of every operator (`_explain?format=plan&analyze=true`). */
  readonly observe?: (plan: PhysicalPlan, rows: AsyncGenerator<Row>) => AsyncGenerator<Row>;
  /** Names of traps that the statement fell into. */
  readonly warnings: Set<string>;
}
