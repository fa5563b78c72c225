import type { SchemaColumn, SqlResult } from '../types.ts';
import { gsonPretty } from './gson.ts';
import { orgJson } from './orgJson.ts';
import { typedCell } from './values.ts';

/** A whole result or a first page in the JDBC format, in the bytes of the engine that answers it. */
export function formatJdbc(result: SqlResult): string {
  const schema = result.schema.map(printedColumn);
  const datarows = typedRows(result.rows, result.schema);
  const { total } = result;
  const size = result.rows.length;
  if (result.profile === 'v2' && result.cursor === null) {
    return gsonPretty({ schema, datarows, total, size, status: 200 });
  }
  const cursor = result.cursor ?? undefined;
  return orgJson({ schema, cursor, total, datarows, size, status: 200 });
}

/** A follow-up page: `cursor` and `datarows`; the last one has no cursor. */
export function formatPage(
  rows: readonly (readonly unknown[])[],
  schema: readonly SchemaColumn[],
  cursor: string | null,
): string {
  return orgJson({ cursor: cursor ?? undefined, datarows: typedRows(rows, schema) });
}

function typedRows(rows: readonly (readonly unknown[])[], schema: readonly SchemaColumn[]): unknown[][] {
  return rows.map((row) => row.map((cell, i) => typedCell(cell, schema[i].type)));
}

function printedColumn(column: SchemaColumn): SchemaColumn {
  return { name: column.name, alias: column.alias, type: column.type };
}
