import { JsonDouble, javaDouble, type Pacer } from '../../common/index.ts';
import type { SqlResult } from '../types.ts';
import { linesOf } from './linesOf.ts';
import { typedCell } from './values.ts';

/** Options of the csv format; `separator` and `newLine` are the URL parameters of the same name. */
export interface CsvOptions {
  readonly sanitize: boolean;
  readonly separator: string;
  readonly newLine: string;
  readonly flat: boolean;
}

export const DEFAULT_CSV: CsvOptions = { sanitize: true, separator: ',', newLine: '\n', flat: false };

/**
 * Header and rows without a trailing newline, except for the legacy engine, which ends a header without rows
 * with one. A cell that a spreadsheet would treat as a formula gets a leading `'`.
 */
export async function formatCsv(
  result: SqlResult,
  pacer: Pacer,
  options: CsvOptions = DEFAULT_CSV,
): Promise<string> {
  const table = await textTable(result, options.flat, pacer);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell) => (options.sanitize ? guardFormula(cell) : cell))
      .map((cell) => quoteIfSplit(cell, options.separator))
      .join(options.separator);
  const text = await linesOf(table, options.newLine, line, pacer);
  return result.profile === 'legacy' && result.rows.length === 0 ? text + options.newLine : text;
}

/** Like CSV with `|`, without the formula protection. */
export async function formatRaw(result: SqlResult, pacer: Pacer): Promise<string> {
  const line = (cells: readonly string[]): string => cells.map((cell) => quoteIfSplit(cell, '|')).join('|');
  return linesOf(await textTable(result, false, pacer), '\n', line, pacer);
}

/** The legacy engine's raw format: no header, `NULL` for missing values, a newline after every line. */
export async function formatLegacyRaw(result: SqlResult, pacer: Pacer): Promise<string> {
  const [, ...table] = await textTable(result, false, pacer, 'NULL');
  return linesOf(table, '', (cells) => `${cells.join('|')}\n`, pacer);
}

/** The cells of the header and the rows. */
async function textTable(result: SqlResult, flat: boolean, pacer: Pacer, missing = ''): Promise<string[][]> {
  const { schema, rows, profile } = result;
  const names = schema.map((column) => column.alias || column.name);
  const header = profile === 'legacy' || rows.length > 0 ? names : [...new Set(names)];
  const typed = (row: readonly unknown[]): unknown[] =>
    row.map((cell, i) =>
      profile !== 'legacy' && schema[i].type === 'geo_point'
        ? geoPoint(cell)
        : typedCell(cell, schema[i].type),
    );
  if (!flat) {
    const cells = await pacer.map(rows, (row) => typed(row).map((cell) => cellText(cell, missing)));
    return [header, ...cells];
  }
  const flatRows = await pacer.map(rows, (row) => flattenRow(header, typed(row)));
  const columns = new Set<string>();
  for (const row of flatRows) for (const column of row.keys()) columns.add(column);
  const leaves = [...columns];
  return [leaves, ...(await pacer.map(flatRows, (row) => leaves.map((name) => row.get(name) ?? '')))];
}

/** A point as printed by V2's own class. */
function geoPoint(cell: unknown): unknown {
  if (typeof cell !== 'object' || cell === null) return cell;
  return `OpenSearchExprGeoPointValue.GeoPoint(${javaText(cell).slice(1, -1)})`;
}

/** `flat=true`: leaves of objects become columns with dotted names. */
function flattenRow(header: readonly string[], row: readonly unknown[]): Map<string, string> {
  const flat = new Map<string, string>();
  const visit = (name: string, cell: unknown): void => {
    if (typeof cell === 'object' && cell !== null && !Array.isArray(cell) && !(cell instanceof JsonDouble)) {
      for (const [key, member] of Object.entries(cell)) visit(`${name}.${key}`, member);
    } else flat.set(name, cellText(cell));
  };
  header.forEach((name, i) => {
    visit(name, row[i]);
  });
  return flat;
}

/**
 * A value as Java prints it: maps as `{k=v}`, lists as `[a, b]`, doubles with a fraction; null as an empty
 * string.
 */
function cellText(cell: unknown, missing = ''): string {
  return cell === null || cell === undefined ? missing : javaText(cell);
}

function javaText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof JsonDouble) return value.toString();
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
