import type { SqlResult } from '../types.ts';
import type { PageSource } from './contexts.ts';

/** What a statement answers: everything, or a first page and where the others come from. */
export interface Answer {
  readonly result: SqlResult;
  /** Null when `result` is whole. */
  readonly rest: RestOfPages | null;
}

export interface RestOfPages {
  readonly source: PageSource;
  readonly pageSize: number;
  /** Records after the first page. */
  readonly rowsLeft: number;
  /** The index expression that a cursor shows; empty for a statement that reads several. */
  readonly index: string;
}

export function whole(result: SqlResult): Answer {
  return { result, rest: null };
}
