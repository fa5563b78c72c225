import { dateForm } from './localDates.ts';
import { AmbiguousColumn, type LocalForms, type Rewrite } from './localForms.ts';
import { numberForm } from './localNumbers.ts';
import type { DocumentRecord } from './record.ts';

/** Number of rows sampled to decide the types of the columns. */
export const SAMPLED_ROWS = 10_000;

type Cells = readonly string[];
/** Converts a cell to JSON. */
type Print = (text: string) => string;

const BOOLEAN = /^(?:true|false)$/i;
const STRUCTURE = /^[[{]/;

/**
 * Reads CSV whose first row holds the column names. A column's type is number, boolean, or JSON (lists and
 * objects) if all of its cells in the first 10,000 rows are; later cells that do not fit stay text. Empty
 * cells are omitted. Throws Error, with a message for users, for rows that do not match the header.
 */
export async function* readCsv(
  rows: AsyncIterable<Cells>,
  forms: LocalForms = {},
): AsyncGenerator<DocumentRecord> {
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
      printers = printersFor(names, sample, forms);
      for (const cells of sample) yield recordOf(names, cells, printers, ++number);
      sample = [];
    }
  }
  if (names === null || printers !== null) return;
  printers = printersFor(names, sample, forms);
  for (const cells of sample) yield recordOf(names, cells, printers, ++number);
}

function checkedNames(names: Cells): Cells {
  names.forEach((name, i) => {
    if (name.trim() === '') throw new Error(`column ${i + 1} has no name`);
    if (names.indexOf(name) !== i) throw new Error(`duplicate column name ${name}`);
  });
  return names;
}

function printersFor(names: Cells, rows: readonly Cells[], forms: LocalForms): readonly Print[] {
  return names.map((name, i) => {
    const cells = rows.map((row) => row[i]).filter((text) => text !== '');
    if (cells.length === 0) return JSON.stringify;
    const number = decided(name, numberForm(cells, forms), forms);
    if (number !== null) return (text) => number(text) ?? JSON.stringify(text);
    const date = decided(name, dateForm(cells, forms), forms);
    if (date !== null) return (text) => JSON.stringify(date(text) ?? text);
    if (cells.every((text) => BOOLEAN.test(text))) {
      return (text) => (BOOLEAN.test(text) ? text.toLowerCase() : JSON.stringify(text));
    }
    return cells.every(isStructure)
      ? (text) => (isStructure(text) ? text : JSON.stringify(text))
      : JSON.stringify;
  });
}

/** Throws Error for an ambiguous column, unless such columns stay text. */
function decided(
  name: string,
  form: Rewrite | AmbiguousColumn | null,
  { ambiguous }: LocalForms,
): Rewrite | null {
  if (!(form instanceof AmbiguousColumn)) return form;
  if (ambiguous === 'text') return null;
  throw new Error(`column ${name}: ${form.words}`);
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
