import { javaDouble } from '../../common/index.ts';
import type { SqlResult } from '../types.ts';
import { DoubleValue, typedCell } from './values.ts';

/** Options of the csv format; `separator` and `newLine` are the URL parameters of the same name. */
export interface CsvOptions {
  readonly sanitize: boolean;
  readonly separator: string;
  readonly newLine: string;
  readonly flat: boolean;
}

export const DEFAULT_CSV: CsvOptions = { sanitize: true, separator: ',', newLine: '\n', flat: false };

/** Header and rows, no trailing new line. A cell that a spreadsheet would take for a formula gets a leading `'`. */
export function formatCsv(result: SqlResult, options: CsvOptions = DEFAULT_CSV): string {
  const table = textTable(result, options.flat);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell) => (options.sanitize ? guardFormula(cell) : cell))
      .map((cell) => quoteIfSplit(cell, options.separator))
      .join(options.separator);
  return table.map(line).join(options.newLine);
}

/** As csv with `|`, without the formula guard. */
export function formatRaw(result: SqlResult): string {
  return textTable(result, false)
    .map((cells) => cells.map((cell) => quoteIfSplit(cell, '|')).join('|'))
    .join('\n');
}

/** The legacy engine's: no header, `NULL` for what is missing, every line ended. */
export function formatLegacyRaw(result: SqlResult): string {
  const lines = textTable(result, false, 'NULL').slice(1);
  return lines.map((cells) => `${cells.join('|')}\n`).join('');
}

function textTable(result: SqlResult, flat: boolean, missing = ''): string[][] {
  const header = result.schema.map((column) => column.alias || column.name);
  const rows = result.rows.map((row) => row.map((cell, i) => typedCell(cell, result.schema[i].type)));
  if (!flat) return [header, ...rows.map((row) => row.map((cell) => cellText(cell, missing)))];
  const flatRows = rows.map((row) => flattenRow(header, row));
  const columns = [...new Set(flatRows.flatMap((row) => [...row.keys()]))];
  return [columns, ...flatRows.map((row) => columns.map((column) => row.get(column) ?? ''))];
}

/** `flat=true`: leaves of objects become dotted columns. */
function flattenRow(header: readonly string[], row: readonly unknown[]): Map<string, string> {
  const flat = new Map<string, string>();
  const visit = (name: string, cell: unknown): void => {
    if (typeof cell === 'object' && cell !== null && !Array.isArray(cell) && !(cell instanceof DoubleValue)) {
      for (const [key, member] of Object.entries(cell)) visit(`${name}.${key}`, member);
    } else flat.set(name, cellText(cell));
  };
  header.forEach((name, i) => {
    visit(name, row[i]);
  });
  return flat;
}

/** A value as Java prints it: maps `{k=v}`, lists `[a, b]`, doubles with a fraction; null is empty. */
function cellText(cell: unknown, missing = ''): string {
  return cell === null || cell === undefined ? missing : javaText(cell);
}

function javaText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof DoubleValue) return value.toString();
  if (Array.isArray(value)) return `[${value.map(javaText).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}=${javaText(member)}`)
      .join(', ')}}`;
  }
  if (typeof value === 'number' && !Number.isInteger(value)) return javaDouble(value);
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function guardFormula(cell: string): string {
  return /^[=+\-@]/.test(cell) ? `'${cell}` : cell;
}

function quoteIfSplit(cell: string, separator: string): string {
  return cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
