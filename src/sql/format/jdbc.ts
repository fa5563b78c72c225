import { type Pacer, type Soon, settled, type Turns } from '../../common/index.ts';
import type { SchemaColumn, SqlResult } from '../types.ts';
import { gsonPretty } from './gson.ts';
import { linesOf } from './linesOf.ts';
import { orgJson } from './orgJson.ts';
import { PrintedText, typedCell } from './values.ts';

/**
 * A complete result or a first page in the JDBC format, exactly as printed by the engine that answers the
 * statement.
 */
export function* formatJdbc(result: SqlResult, pacer: Pacer): Turns<string> {
  const { total, rows } = result;
  const size = rows.length;
  if (result.profile === 'v2' && result.cursor === null) {
    const datarows = yield* settled(printedRows(rows, result.schema, gsonPretty, pacer));
    const schema = printedSchema(result.schema, gsonSchema);
    return gsonPretty({ schema, datarows, total, size, status: 200 });
  }
  const datarows = yield* settled(printedRows(rows, result.schema, orgRow, pacer));
  const cursor = result.cursor ?? undefined;
  const schema = printedSchema(result.schema, orgSchema);
  return orgJson({ schema, cursor, total, datarows, size, status: 200 });
}

/** A later page: `cursor` and `datarows`; the last page has no cursor. */
export async function formatPage(
  rows: readonly (readonly unknown[])[],
  schema: readonly SchemaColumn[],
  cursor: string | null,
  pacer: Pacer,
): Promise<string> {
  const datarows = await printedRows(rows, schema, orgRow, pacer);
  return orgJson({ cursor: cursor ?? undefined, datarows });
}

/** Rows are nested in the response object and the list of rows. */
const ROW_INDENT = '    ';

function orgRow(row: unknown): string {
  return orgJson(row, 2, ROW_INDENT.length);
}

/**
 * The list of rows, which both printers write the same way; lists of at most one row differ and are left to
 * the response's printer.
 */
export function printedRows(
  rows: readonly (readonly unknown[])[],
  schema: readonly SchemaColumn[],
  print: (row: readonly unknown[], indent: string) => string,
  pacer: Pacer,
): Soon<PrintedText | unknown[][]> {
  const typedRow = (row: readonly unknown[]): unknown[] =>
    row.map((cell, i) => typedCell(cell, schema[i].type));
  if (rows.length < 2) return rows.map(typedRow);
  const line = (row: readonly unknown[]): string => ROW_INDENT + print(typedRow(row), ROW_INDENT);
  return printedLines(rows, line, pacer);
}

async function printedLines<R>(
  rows: readonly R[],
  line: (row: R) => string,
  pacer: Pacer,
): Promise<PrintedText> {
  return new PrintedText(`[\n${await linesOf(rows, ',\n', line, pacer)}\n  ]`);
}

interface SchemaPrinter {
  readonly print: (columns: readonly SchemaColumn[]) => string;
  /** Cached by schema, which all responses of a template share while the mapping is unchanged. */
  readonly printed: WeakMap<readonly SchemaColumn[], PrintedText>;
}

const gsonSchema: SchemaPrinter = { print: (columns) => gsonPretty(columns, '  '), printed: new WeakMap() };
const orgSchema: SchemaPrinter = { print: (columns) => orgJson(columns, 2, 2), printed: new WeakMap() };

function printedSchema(schema: readonly SchemaColumn[], { print, printed }: SchemaPrinter): PrintedText {
  const known = printed.get(schema);
  if (known !== undefined) return known;
  const text = new PrintedText(print(schema.map(printedColumn)));
  printed.set(schema, text);
  return text;
}

function printedColumn(column: SchemaColumn): SchemaColumn {
  return { name: column.name, alias: column.alias, type: column.type };
}
