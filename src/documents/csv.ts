import type { DocumentRecord } from './record.ts';

/** Number of rows sampled to decide the types of the columns. */
export const SAMPLED_ROWS = 10_000;

type Cells = readonly string[];
/** Converts a cell to JSON. */
type Print = (text: string) => string;

/** No leading zeros: `007` is text, not a number. At most 18 digits, which always fit a long. */
const NUMBER = /^-?(?:0|[1-9]\d{0,17})(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const BOOLEAN = /^(?:true|false)$/i;
const STRUCTURE = /^[[{]/;

/**
 * Reads CSV whose first row holds the column names. A column's type is number, boolean, or JSON (lists and
 * objects) if all of its cells in the first 10,000 rows are; later cells that do not fit stay text. Empty
 * cells are omitted. Throws Error, with a message for users, for rows that do not match the header.
 */
export async function* readCsv(rows: AsyncIterable<Cells>): AsyncGenerator<DocumentRecord> {
  let names: Cells | null = null;
  let printers: readonly Print[] | null = null;
  let sample: Cells[] = [];
  let number = 0;
  for await (const row of rows) {
    if (names === null) {
      names = checkedNames(row);
      continue;
    }
    if (row.length !== names.length) {
      throw new Error(
        `row ${number + sample.length + 1} has ${row.length} cells, but the header has ${names.length}`,
      );
    }
    if (printers !== null) yield recordOf(names, row, printers, ++number);
    else if (sample.push(row) === SAMPLED_ROWS) {
      printers = printersFor(names, sample);
      for (const cells of sample) yield recordOf(names, cells, printers, ++number);
      sample = [];
    }
  }
  if (names === null || printers !== null) return;
  printers = printersFor(names, sample);
  for (const cells of sample) yield recordOf(names, cells, printers, ++number);
}

function checkedNames(names: Cells): Cells {
  names.forEach((name, i) => {
    if (name.trim() === '') throw new Error(`column ${i + 1} has no name`);
    if (names.indexOf(name) !== i) throw new Error(`duplicate column name ${name}`);
  });
  return names;
}

function printersFor(names: Cells, rows: readonly Cells[]): readonly Print[] {
  return names.map((_name, i) => {
    const isAll = (test: (text: string) => boolean): boolean =>
      rows.some((row) => row[i] !== '') && rows.every((row) => row[i] === '' || test(row[i]));
    if (isAll((text) => NUMBER.test(text)))
      return (text) => (NUMBER.test(text) ? text : JSON.stringify(text));
    if (isAll((text) => BOOLEAN.test(text))) {
      return (text) => (BOOLEAN.test(text) ? text.toLowerCase() : JSON.stringify(text));
    }
    return isAll(isStructure) ? (text) => (isStructure(text) ? text : JSON.stringify(text)) : JSON.stringify;
  });
}

function isStructure(text: string): boolean {
  if (!STRUCTURE.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function recordOf(names: Cells, cells: Cells, printers: readonly Print[], number: number): DocumentRecord {
  const members = cells.flatMap((text, i) =>
    text === '' ? [] : [`${JSON.stringify(names[i])}:${printers[i](text)}`],
  );
  return { id: null, routing: null, text: `{${members.join(',')}}`, place: `row ${number}` };
}
