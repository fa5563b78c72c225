import { csvLine, labelOf, type ResultPage, recordOf } from '../../answers/index.ts';
import { type JsonValue, stringifyJson } from '../../common/index.ts';
import { fittedTable, type TableLook, verticalTable } from '../text/table.ts';
import { shownColumns } from './queries.ts';

type Page = ResultPage<JsonValue>;

interface ResultFormat {
  readonly doc: string;
  /** False: all rows at once, because their widths depend on each other. */
  readonly isStreamed: boolean;
  /** Lines for the rows of a page; `from` is the number of the first. */
  readonly lines: (page: Page, from: number, look: TableLook) => readonly string[];
}

export type FormatName = 'table' | 'vertical' | 'csv' | 'json' | 'markdown' | 'raw';

/** How results are printed. */
export const formats: Readonly<Record<FormatName, ResultFormat>> = {
  table: {
    doc: 'a table that fits the terminal; too wide ones as with vertical',
    isStreamed: false,
    lines: (page, from, look) => fittedTable(shownColumns(page), page.rows, look, from),
  },
  vertical: {
    doc: 'a line for each column',
    isStreamed: false,
    lines: (page, from, look) => verticalTable(shownColumns(page), page.rows, look, from),
  },
  csv: {
    doc: 'comma-separated, with the names first',
    isStreamed: true,
    lines: ({ columns, rows }, from) => [
      ...(from === 0 ? [csv(columns.map(labelOf))] : []),
      ...rows.map(csv),
    ],
  },
  json: {
    doc: 'an object for each row, one a line',
    isStreamed: true,
    lines: ({ columns, rows }) => rows.map((row) => stringifyJson(recordOf(columns, row))),
  },
  markdown: {
    doc: 'a table in Markdown',
    isStreamed: true,
    lines: (page, from) => [...(from === 0 ? markdownHead(page) : []), ...page.rows.map(markdownLine)],
  },
  raw: {
    doc: 'values with | between, without names',
    isStreamed: true,
    lines: ({ rows }) => rows.map((row) => row.map(plain).join('|')),
  },
};

function markdownHead(page: Page): readonly string[] {
  const columns = shownColumns(page);
  const rule = columns.map(({ isNumber }) => (isNumber ? '--:' : '---')).join(' | ');
  return [markdownLine(columns.map(({ name }) => name)), `| ${rule} |`];
}

function markdownLine(values: readonly JsonValue[]): string {
  const cells = values.map((value) => plain(value).replaceAll(/[\\|]/g, '\\$&').replaceAll(/\r?\n/g, '<br>'));
  return `| ${cells.join(' | ')} |`;
}

function csv(values: readonly JsonValue[]): string {
  return csvLine(values, stringifyJson).slice(0, -1);
}

function plain(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
