import { type JsonValue, stringifyJson } from '../../common/index.ts';
import { csvLine } from '../text/csv.ts';
import { fits, type TableLook, textTable, verticalTable } from '../text/table.ts';
import type { ResultColumn } from './queries.ts';

type Rows = readonly (readonly JsonValue[])[];

interface ResultFormat {
  readonly doc: string;
  /** False: all rows at once, because their widths depend on each other. */
  readonly isStreamed: boolean;
  /** Lines for some of the rows; `from` is the number of the first. */
  readonly lines: (
    columns: readonly ResultColumn[],
    rows: Rows,
    from: number,
    look: TableLook,
  ) => readonly string[];
}

export type FormatName = 'table' | 'vertical' | 'csv' | 'json' | 'raw';

/** How results are printed. */
export const formats: Readonly<Record<FormatName, ResultFormat>> = {
  table: {
    doc: 'a table that fits the terminal; too wide ones as with vertical',
    isStreamed: false,
    lines: (columns, rows, from, look) =>
      fits(columns, look.columns) ? textTable(columns, rows, look) : verticalTable(columns, rows, look, from),
  },
  vertical: {
    doc: 'a line for each column',
    isStreamed: false,
    lines: (columns, rows, from, look) => verticalTable(columns, rows, look, from),
  },
  csv: {
    doc: 'comma-separated, with the names first',
    isStreamed: true,
    lines: (columns, rows, from) => [
      ...(from === 0 ? [names(columns)] : []),
      ...rows.map((row) => csvLine(row.map(plain)).slice(0, -1)),
    ],
  },
  json: {
    doc: 'an object for each row, one a line',
    isStreamed: true,
    lines: (columns, rows) =>
      rows.map((row) => stringifyJson(Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])))),
  },
  raw: {
    doc: 'values with | between, without names',
    isStreamed: true,
    lines: (_columns, rows) => rows.map((row) => row.map(plain).join('|')),
  },
};

function names(columns: readonly ResultColumn[]): string {
  return csvLine(columns.map(({ name }) => name)).slice(0, -1);
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
