/** The rows of a statement as returned by `_plugins/_sql` and `_plugins/_ppl` (`format=jdbc`). */

export interface ResultColumn {
  readonly name: string;
  /** `null` if the statement gives none. */
  readonly alias: string | null;
  readonly type: string;
}

export type ResultRow<Value = unknown> = readonly Value[];

export interface ResultPage<Value = unknown> {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow<Value>[];
  /** Rows in the whole result, as far as the server knows. */
  readonly total: number;
  /** The cursor of the next page; `null` if there is none. */
  readonly cursor: string | null;
}

interface PageBody<Value> {
  readonly schema?: readonly { readonly name: string; readonly alias?: string; readonly type: string }[];
  readonly datarows?: readonly ResultRow<Value>[];
  readonly total?: number;
  readonly cursor?: string;
}

/**
 * Reads a page; later pages take columns and total from the first one. Throws Error if the body is not a
 * table.
 */
export function readPage<Value>(body: unknown, before?: ResultPage<Value>): ResultPage<Value> {
  if (typeof body !== 'object' || body === null) throw new Error(`the answer is no table: ${String(body)}`);
  const { schema, datarows: rows = [], total, cursor = null } = body as PageBody<Value>;
  const columns = schema?.map(({ name, alias = null, type }) => ({ name, alias, type }));
  return {
    columns: columns ?? before?.columns ?? [],
    rows,
    total: total ?? before?.total ?? rows.length,
    cursor,
  };
}

/** The name shown for a column: its alias, if it has one. */
export function labelOf({ name, alias }: Pick<ResultColumn, 'name' | 'alias'>): string {
  return alias ?? name;
}

/** A row as an object; of columns with the same label, the last one wins. */
export function recordOf<Value>(
  columns: readonly ResultColumn[],
  row: ResultRow<Value>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(columns.map((column, i) => [labelOf(column), row[i]]));
}

const NUMBER_TYPES: ReadonlySet<string> = new Set([
  ...['byte', 'short', 'integer', 'long', 'unsigned_long'],
  ...['float', 'half_float', 'scaled_float', 'double'],
]);

/** Whether the values of a column of this type are numbers. */
export function isNumberType(type: string): boolean {
  return NUMBER_TYPES.has(type);
}
