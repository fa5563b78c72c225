import { cellText as valueText } from '../../answers/index.ts';
import { stringifyJson } from '../../common/index.ts';
import type { Style } from './style.ts';
import { cutTo, onOneLine, padEnd, padStart, widthOf } from './width.ts';

export interface Column {
  readonly name: string;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
}

export interface TableLook {
  /** What the terminal has; infinite: nothing is cut. */
  readonly columns: number;
  readonly style: Style;
}

type Rows = readonly (readonly unknown[])[];

/** Narrower than this a column says nothing. */
const LEAST_COLUMNS = 6;

/** A value on one line; what is absent is NULL as well. */
export function cellText(value: unknown): string {
  return onOneLine(valueText(value ?? null, stringifyJson));
}

/** Whether each column keeps a legible width on one line. */
function fits(columns: readonly Column[], terminalColumns: number): boolean {
  return columns.length * (LEAST_COLUMNS + 3) <= terminalColumns;
}

/** A table that fits the terminal: one with too many columns stands upright. `from` is the number of rows before. */
export function fittedTable(columns: readonly Column[], rows: Rows, look: TableLook, from = 0): string[] {
  return fits(columns, look.columns)
    ? textTable(columns, rows, look)
    : verticalTable(columns, rows, look, from);
}

/**
 * A head, a rule, a line for each row. The widest columns give way until the lines fit; their cells end with `…`.
 */
function textTable(columns: readonly Column[], rows: Rows, look: TableLook): string[] {
  const texts = rows.map((row) => row.map(cellText));
  const names = columns.map(({ name }) => onOneLine(name));
  const natural = names.map((name, i) =>
    texts.reduce((most, row) => Math.max(most, widthOf(row[i])), widthOf(name)),
  );
  const widths = shrunk(natural, look.columns - 3 * (columns.length - 1) - 2);
  const cell = (text: string, i: number): string => {
    const pad = columns[i].isNumber ? padStart : padEnd;
    return pad(cutTo(text, widths[i]), widths[i]);
  };
  const line = (cells: readonly string[]): string => ` ${cells.join(' │ ')}`.trimEnd();
  const { style } = look;
  return [
    line(names.map((name, i) => style('bold', cell(name, i)))),
    style('dim', `─${widths.map((width) => '─'.repeat(width)).join('─┼─')}─`),
    ...texts.map((row, r) =>
      line(row.map((text, i) => (isNothing(rows[r][i]) ? style('dim', cell(text, i)) : cell(text, i)))),
    ),
  ];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Takes columns from the widest ones until the sum is small enough, or all are at the least. */
function shrunk(natural: readonly number[], available: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_COLUMNS) break;
    const next = Math.max(LEAST_COLUMNS, ...widths.filter((width) => width < widest));
    for (let i = 0; i < widths.length && excess > 0; i++) {
      if (widths[i] !== widest) continue;
      const step = Math.min(
        excess,
        Math.max(1, Math.ceil(excess / widths.filter((w) => w === widest).length)),
        widest - next,
      );
      widths[i] -= step;
      excess -= step;
    }
  }
  return widths;
}

/** One row after the other, a line for each column: what is left when a table is too wide. */
export function verticalTable(
  columns: readonly Column[],
  rows: Rows,
  { style, columns: wide }: TableLook,
  from = 0,
): string[] {
  const most = Math.max(LEAST_COLUMNS, Math.floor((wide - 4) / 2));
  const names = columns.map(({ name }) => cutTo(onOneLine(name), most));
  const width = names.reduce((max, name) => Math.max(max, widthOf(name)), 0);
  return rows.flatMap((row, r) => [
    style('dim', ruleOf(`─[ row ${from + r + 1} ]`, width, wide)),
    ...row.map((value, i) => {
      const text = cutTo(cellText(value), wide - width - 4);
      return ` ${style('bold', padEnd(names[i], width))} │ ${isNothing(value) ? style('dim', text) : text}`;
    }),
  ]);
}

function ruleOf(head: string, width: number, wide: number): string {
  return cutTo(head + '─'.repeat(Math.max(3, width + 2 - head.length)), wide);
}
