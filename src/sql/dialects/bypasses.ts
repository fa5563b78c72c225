import type { StatementCall } from '../protocol/index.ts';
import type { SqlFormat } from '../types.ts';

/** A request about which the original does not ask its V2 engine, whatever the statement. */
export interface Bypass {
  readonly name: string;
  readonly example: { readonly body: object; readonly format?: SqlFormat };
  detects(call: StatementCall, format: SqlFormat): boolean;
}

export const bypasses: readonly Bypass[] = [
  {
    name: 'a size of pages',
    example: { body: { query: 'SELECT DISTINCT a FROM t', fetch_size: 5 } },
    detects: ({ fetchSize }) => fetchSize !== null && fetchSize > 0,
  },
  {
    name: 'other members of the body than query, fetch_size and parameters',
    example: { body: { query: 'SELECT a FROM t', filter: { term: { a: 1 } } } },
    detects: ({ hasOtherMembers }) => hasOtherMembers,
  },
  {
    name: 'the answer of the search as it is',
    example: { body: { query: 'SELECT a FROM t' }, format: 'json' },
    detects: (_, format) => format === 'json',
  },
];

/** The name of the row that sends a request past V2; null: none. */
export function bypassOf(call: StatementCall, format: SqlFormat): string | null {
  return bypasses.find(({ detects }) => detects(call, format))?.name ?? null;
}
