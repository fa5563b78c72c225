import type { SearchClient } from '../../client/index.ts';
import type { FieldTable } from '../analyzer/index.ts';
import type { EvaluationContext } from '../functions/index.ts';

/** What the operators of one statement share. */
export interface ExecutionContext {
  readonly client: SearchClient;
  readonly evaluation: EvaluationContext;
  /** Documents that an operator above a scan sees, and groups (`plugins.query.size_limit`). */
  readonly sizeLimit: number;
  /** Rows of a statement that is a scan alone and has no LIMIT. */
  readonly resultLimit: number;
  readonly fields: ReadonlyMap<string, FieldTable>;
  /** Names of traps that the statement fell into. */
  readonly warnings: Set<string>;
}
