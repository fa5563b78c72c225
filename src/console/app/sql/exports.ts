import { csvLine, withoutFormula } from '../../../answers/index.ts';
import { save } from '../lib/download.ts';
import { printJson } from '../lib/json.ts';
import { attempt } from '../lib/messages.ts';
import { inTurns } from '../lib/turns.ts';
import { fetchAll, type Result } from './run.ts';

type Table = Pick<Result, 'columns' | 'rows'>;

interface Export {
  /** The form, as the button names it. */
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly pieces: (table: Table) => Iterable<string>;
}

export const exports: readonly Export[] = [
  { title: 'CSV', name: 'result.csv', type: 'text/csv', pieces: csvPieces },
  { title: 'JSON', name: 'result.json', type: 'application/json', pieces: jsonPieces },
];

/** So many rows make a piece: between two of them the page goes on. */
const PIECE_ROWS = 500;

/** Every row, also those of the pages that were not looked at: nothing is cut. */
export async function downloadAs({ name, type, pieces }: Export): Promise<void> {
  await attempt(async () => {
    const result = await fetchAll();
    if (result) save(name, await inTurns(fileOf(pieces(result), type), new AbortController().signal));
  });
}

function* fileOf(pieces: Iterable<string>, type: string): Generator<void, Blob> {
  const parts: string[] = [];
  for (const piece of pieces) {
    parts.push(piece);
    yield;
  }
  return new Blob(parts, { type });
}

/** Cells that a spreadsheet would run get a quote in front, as the server's own CSV does. */
export function* csvPieces({ columns, rows }: Table): Generator<string> {
  const line = (values: readonly unknown[]): string => csvLine(values.map(withoutFormula), printJson);
  yield line(columns.map(({ name }) => name));
  for (let from = 0; from < rows.length; from += PIECE_ROWS) {
    yield rows
      .slice(from, from + PIECE_ROWS)
      .map(line)
      .join('');
  }
}

/** A list of objects, one a line; of columns with one name the last one counts. */
export function* jsonPieces({ columns, rows }: Table): Generator<string> {
  const line = (row: readonly unknown[]): string =>
    printJson(Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])));
  yield '[';
  for (let from = 0; from < rows.length; from += PIECE_ROWS) {
    yield (from === 0 ? '\n' : ',\n') +
      rows
        .slice(from, from + PIECE_ROWS)
        .map(line)
        .join(',\n');
  }
  yield rows.length === 0 ? ']\n' : '\n]\n';
}
