import { formatSizeBytes, formatTimeMs, illegalArgument, wildcardMatches } from '../common/index.ts';
import type { ParameterName } from './parameterTable.ts';

/** A raw cell; the column's kind determines how it prints. */
export type CatCell = string | number | boolean | null;

export interface CatColumn {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly doc: string;
  readonly align?: 'right';
  /** Only shown if requested with `h`. */
  readonly hidden?: boolean;
  /** `bytes` and `time` cells are numbers that print as `4.9kb`, `1.5s`, or in the requested unit. */
  readonly kind?: 'bytes' | 'time';
  /** A URL flag that shows the column `<flag>.<name>` beside this one. */
  readonly sibling?: 'pri';
}

export interface CatTable {
  readonly columns: readonly CatColumn[];
  readonly rows: readonly (readonly CatCell[])[];
}

/** Parameters of all cat APIs. */
export const catParameters: readonly ParameterName[] = [
  'h',
  'help',
  'v',
  's',
  'bytes',
  'time',
  'size',
  'local',
];

export interface CatOptions {
  readonly headers: boolean;
  readonly help: boolean;
  readonly columns: readonly string[] | null;
  readonly sort: readonly string[];
  readonly bytes: string | null;
  readonly time: string | null;
  /** Whether to show the columns for primaries. */
  readonly pri: boolean;
}

/** The table as text: columns are padded to their widest cell, except a left-aligned last one. */
export function renderText(table: CatTable, options: CatOptions): string {
  if (options.help) return renderHelp(table);
  const shown = shownColumns(table, options);
  const rows = sortedRows(table, options.sort).map((row) =>
    shown.map(({ index, column }) => renderCell(row[index], column, options) ?? ''),
  );
  if (options.headers) rows.unshift(shown.map(({ display }) => display));
  const widths = shown.map((_, i) => Math.max(0, ...rows.map((row) => row[i].length)));
  return rows.map((row) => `${renderLine(row, shown, widths)}\n`).join('');
}

/** The table as JSON: an array of objects with string values. */
export function renderObjects(table: CatTable, options: CatOptions): Record<string, string | null>[] {
  const shown = shownColumns(table, options);
  return sortedRows(table, options.sort).map((row) =>
    Object.fromEntries(
      shown.map(({ index, column, display }) => [display, renderCell(row[index], column, options)]),
    ),
  );
}

interface ShownColumn {
  readonly index: number;
  readonly column: CatColumn;
  readonly display: string;
}

function renderLine(
  cells: readonly string[],
  shown: readonly ShownColumn[],
  widths: readonly number[],
): string {
  let line = '';
  cells.forEach((cell, i) => {
    const last = i === cells.length - 1;
    if (shown[i].column.align === 'right') line += cell.padStart(widths[i]);
    else line += last ? cell : cell.padEnd(widths[i]);
    if (!last) line += ' ';
  });
  return line;
}

function renderHelp(table: CatTable): string {
  const rows = table.columns.map(({ name, aliases = [], doc }) => [name, aliases.join(','), doc]);
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => `${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')}\n`).join('');
}

function shownColumns(table: CatTable, { columns: wanted, pri }: CatOptions): readonly ShownColumn[] {
  const all = table.columns.map((column, index) => ({ index, column, display: column.name }));
  if (wanted === null) return all.filter(({ column }) => !column.hidden);
  const byName = columnsByName(table);
  const shown: ShownColumn[] = [];
  for (const display of expandNames(table, wanted)) {
    const index = byName.get(display);
    if (index === undefined) continue;
    const { column } = all[index];
    shown.push({ index, column, display });
    const beside = all.find(({ display: name }) => name === `${column.sibling}.${column.name}`);
    if (pri && column.sibling !== undefined && beside) {
      shown.push({ ...beside, display: `${column.sibling}.${display}` });
    }
  }
  return shown;
}

/** The distinct requested names, with patterns expanded to column names. */
function expandNames(table: CatTable, wanted: readonly string[]): ReadonlySet<string> {
  const expanded = wanted.flatMap((name) => {
    if (!name.includes('*')) return [name];
    const matches = table.columns.filter(({ name: own, aliases = [] }) =>
      [own, ...aliases].some((candidate) => wildcardMatches(name, candidate)),
    );
    return matches.map((column) => column.name);
  });
  return new Set(expanded);
}

/**
 * The index of the column with a name or alias: names take precedence; of two aliases the one further right.
 */
function columnsByName(table: CatTable): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  table.columns.forEach(({ aliases = [] }, index) => {
    for (const alias of aliases) byName.set(alias, index);
  });
  table.columns.forEach(({ name }, index) => {
    byName.set(name, index);
  });
  return byName;
}

function sortedRows(table: CatTable, sort: readonly string[]): readonly (readonly CatCell[])[] {
  const byName = columnsByName(table);
  const keys = sort.map((key) => {
    const descending = key.endsWith(':desc');
    const name = key.replace(/:(desc|asc)$/, '');
    const index = byName.get(name);
    if (index === undefined) {
      throw illegalArgument(`Unable to sort by unknown sort key \`${name}\``);
    }
    return { index, sign: descending ? -1 : 1 };
  });
  if (keys.length === 0) return table.rows;
  return [...table.rows].sort((a, b) => {
    for (const { index, sign } of keys) {
      const order = compareCells(a[index], b[index]);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

function compareCells(a: CatCell, b: CatCell): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && a !== '' && b !== '') return x - y;
  return String(a) < String(b) ? -1 : 1;
}

const BYTE_UNITS: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['k', 1024],
  ['kb', 1024],
  ['m', 1024 ** 2],
  ['mb', 1024 ** 2],
  ['g', 1024 ** 3],
  ['gb', 1024 ** 3],
  ['t', 1024 ** 4],
  ['tb', 1024 ** 4],
  ['p', 1024 ** 5],
  ['pb', 1024 ** 5],
]);

const TIME_UNITS: ReadonlyMap<string, number> = new Map([
  ['nanos', 1e-6],
  ['micros', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

function renderCell(cell: CatCell, column: CatColumn, options: CatOptions): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'number') return String(cell);
  if (column.kind === 'bytes') {
    const unit = options.bytes === null ? undefined : BYTE_UNITS.get(options.bytes);
    return unit === undefined ? formatSizeBytes(cell) : String(Math.floor(cell / unit));
  }
  if (column.kind === 'time') {
    const unit = options.time === null ? undefined : TIME_UNITS.get(options.time);
    if (unit !== undefined) return String(Math.floor(cell / unit));
    return cell === 0 ? '0s' : formatTimeMs(cell);
  }
  return String(cell);
}
