import type { SqlResult } from '../types.ts';
import type { PageSource } from './contexts.ts';

/** The response of a statement: everything, or a first page and the source of the remaining ones. */
export interface Answer {
  readonly result: SqlResult;
  /** Null when `result` is complete. */
  readonly rest: RestOfPages | null;
}

export interface RestOfPages {
  readonly source: PageSource;
  readonly pageSize: number;
  /** Rows after the first page. */
  readonly rowsLeft: number;
  /** The index expression recorded in the cursor; empty for a statement that reads several. */
  readonly index: string;
}

export function whole(result: SqlResult): Answer {
  return { result, rest: null };
}
