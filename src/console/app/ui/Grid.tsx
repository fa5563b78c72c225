import { isNumberType } from '../../../answers/index.ts';
import { cellText, groupingOf, numberText } from '../lib/format.ts';
import { printJson } from '../lib/json.ts';
import { say } from '../lib/messages.ts';
import { Dialog, useOpening } from './Dialog.tsx';
import { Code } from './Scroll.tsx';

export interface GridColumn {
  readonly name: string;
  /** Shown below the name. */
  readonly type?: string;
}

interface GridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly unknown[])[];
  /** The number of the row before the first one here. */
  readonly offset?: number;
  /** Enter or a double click on a row; without it the cell is shown whole. */
  readonly onOpen?: (row: number) => void;
  /** Numbers as people read them; the whole number on hover. Absent: as they are. */
  readonly hasReadableNumbers?: boolean;
  /** Absent: the order is as it is. */
  readonly sort?: GridSort;
}

/** By which column the rows are sorted, and how another one is asked for. */
export interface GridSort {
  /** null: none. */
  readonly by: { readonly column: number; readonly isDescending: boolean } | null;
  readonly onSort: (column: number) => void;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

const PAGE_ROWS = 15;

/** Where a key leads from a cell; null for other keys. Row 0 is the first row of values. */
const MOVES: Readonly<Record<string, (at: Place, last: Place) => Place>> = {
  ArrowDown: (at) => ({ ...at, row: at.row + 1 }),
  ArrowUp: (at) => ({ ...at, row: at.row - 1 }),
  ArrowRight: (at) => ({ ...at, column: at.column + 1 }),
  ArrowLeft: (at) => ({ ...at, column: at.column - 1 }),
  PageDown: (at) => ({ ...at, row: at.row + PAGE_ROWS }),
  PageUp: (at) => ({ ...at, row: at.row - PAGE_ROWS }),
  Home: (at) => ({ ...at, column: 0 }),
  End: (at, last) => ({ ...at, column: last.column }),
};

function placeOf(cell: HTMLTableCellElement): Place {
  return { row: (cell.parentElement as HTMLTableRowElement).sectionRowIndex, column: cell.cellIndex - 1 };
}

function focusCell(from: HTMLTableCellElement, { row, column }: Place): void {
  const body = from.closest('tbody') as HTMLTableSectionElement;
  const rows = body.rows;
  const line = rows[Math.max(0, Math.min(rows.length - 1, row))];
  const cell = line.cells[Math.max(1, Math.min(line.cells.length - 1, column + 1))];
  from.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

function cellOf(event: Event): HTMLTableCellElement | null {
  return event.target instanceof Element ? event.target.closest('td') : null;
}

/** A table of values with one tab stop: arrows move from cell to cell, Enter opens, Ctrl+C copies. */
export function Grid({
  label,
  columns,
  rows,
  offset = 0,
  onOpen,
  hasReadableNumbers = false,
  sort,
}: GridProps) {
  const [shown, show] = useOpening<Place>();
  const open = (place: Place): void => (onOpen ? onOpen(place.row) : show(place));
  const onKeyDown = (event: KeyboardEvent): void => {
    const cell = cellOf(event);
    if (!cell) {
      moveAlongHead(event);
      return;
    }
    const at = placeOf(cell);
    if (event.key === 'ArrowUp' && at.row === 0 && sort) headOf(cell, at.column)?.focus();
    else if (event.key === 'Enter') open(at);
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey)) copy(rows[at.row][at.column]);
    else {
      const move = MOVES[event.key];
      if (!move) return;
      focusCell(cell, move(at, { row: rows.length - 1, column: columns.length - 1 }));
    }
    event.preventDefault();
  };
  const groupings = hasReadableNumbers
    ? columns.map((_column, i) => groupingOf(rows.map((row) => row[i])))
    : null;
  return (
    <div class="grid-scroll">
      <table
        class="grid"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a native table, and the grid pattern on it
        role="grid"
        aria-label={label}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        onClick={chooseCell}
        onDblClick={(event) => {
          const cell = cellOf(event);
          if (cell) open(placeOf(cell));
        }}
      >
        <GridHead columns={columns} rows={rows} sort={sort} />
        <tbody key={offset}>
          {rows.map((row, i) => (
            <GridRow key={i} row={row} number={offset + i + 1} hasTabStop={i === 0} groupings={groupings} />
          ))}
        </tbody>
      </table>
      {shown && (
        <Dialog key={shown.key} title={columns[shown.of.column].name} onClose={shown.close}>
          <Code label="Value" text={wholeText(rows[shown.of.row][shown.of.column])} />
        </Dialog>
      )}
    </div>
  );
}

/** The cell that is pressed becomes the tab stop. */
function chooseCell(event: MouseEvent): void {
  const cell = cellOf(event);
  const before = cell?.closest('tbody')?.querySelector<HTMLElement>('td[tabindex="0"]');
  if (!cell || before === cell) return;
  if (before) before.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

/** From a head to its neighbour, or down to the cell below. */
function moveAlongHead(event: KeyboardEvent): void {
  const head = event.target instanceof Element ? event.target.closest('th') : null;
  const column = head ? head.cellIndex - 1 : -1;
  const first = head?.closest('table')?.querySelector<HTMLTableCellElement>('tbody td[tabindex="0"]');
  if (!head || !first || column < 0) return;
  if (event.key === 'ArrowDown') focusCell(first, { row: 0, column });
  else if (event.key === 'ArrowRight') headOf(first, column + 1)?.focus();
  else if (event.key === 'ArrowLeft') headOf(first, column - 1)?.focus();
  else return;
  event.preventDefault();
}

function headOf(cell: HTMLTableCellElement, column: number): HTMLElement | null {
  const heads = cell.closest('table')?.querySelectorAll<HTMLElement>('th > button');
  return heads?.[column] ?? null;
}

const ARROWS = { ascending: '↑', descending: '↓' } as const;

function GridHead({ columns, rows, sort }: Pick<GridProps, 'columns' | 'rows' | 'sort'>) {
  const order = sort?.by && (sort.by.isDescending ? 'descending' : 'ascending');
  return (
    <thead>
      <tr>
        <th scope="col" class="row-number">
          <span class="hidden">Row</span>
        </th>
        {columns.map(({ name, type }, column) => {
          const isSorted = sort?.by?.column === column;
          return (
            <th
              scope="col"
              key={name}
              class={isNumeric(column, rows, type) ? 'number' : undefined}
              aria-sort={isSorted && order ? order : undefined}
            >
              {sort ? (
                <button
                  type="button"
                  class="quiet sorter"
                  tabIndex={-1}
                  title="Sort: ascending, descending, unsorted"
                  onClick={() => sort.onSort(column)}
                >
                  {name}
                  {isSorted && order && <span aria-hidden="true"> {ARROWS[order]}</span>}
                </button>
              ) : (
                name
              )}
              {type && <small>{type}</small>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly row: readonly unknown[];
  readonly number: number;
  readonly hasTabStop: boolean;
  /** Of each column; null: numbers as they are. */
  readonly groupings: Groupings;
}

type Groupings = readonly ReturnType<typeof groupingOf>[] | null;

function GridRow({ row, number, hasTabStop, groupings }: RowProps) {
  return (
    <tr>
      <th scope="row" class="row-number">
        {number}
      </th>
      {row.map((value, column) => (
        <td
          key={column}
          class={classOf(value)}
          title={groupings ? fullNumber(value) : undefined}
          tabIndex={hasTabStop && column === 0 ? 0 : -1}
        >
          {groupings && isNumber(value) ? numberText(value, groupings[column]) : cellText(value)}
        </td>
      ))}
    </tr>
  );
}

/** By the type that is given, else by the first value that there is. */
function isNumeric(column: number, rows: GridProps['rows'], type: string | undefined): boolean {
  const first = rows.find((row) => row[column] !== null && row[column] !== undefined)?.[column];
  return first === undefined ? isNumberType(type ?? '') : classOf(first) === 'number';
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** What is not shown of a number. */
function fullNumber(value: unknown): string | undefined {
  return isNumber(value) && numberText(value) !== String(value) ? String(value) : undefined;
}

function classOf(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (isNumber(value)) return 'number';
  return undefined;
}

function wholeText(value: unknown): string {
  return typeof value === 'string' ? value : printJson(value, 2);
}

function copy(value: unknown): void {
  void navigator.clipboard?.writeText(wholeText(value)).then(() => say('Copied'));
}
