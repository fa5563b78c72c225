import { csvLine, withoutFormula } from '../../../answers/index.ts';
import { download } from '../lib/download.ts';
import { printJson } from '../lib/json.ts';
import { attempt } from '../lib/messages.ts';
import { fetchAll, type Result } from './run.ts';

type Table = Pick<Result, 'columns' | 'rows'>;

interface Export {
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly text: (table: Table) => string;
}

export const exports: readonly Export[] = [
  { title: 'Download CSV', name: 'result.csv', type: 'text/csv', text: csvOf },
  { title: 'Download JSON', name: 'result.json', type: 'application/json', text: jsonOf },
];

/** Every row, also those of the pages that were not looked at: nothing is cut. */
export async function downloadAs({ name, type, text }: Export): Promise<void> {
  await attempt(async () => {
    const result = await fetchAll();
    if (result) download(name, type, text(result));
  });
}

/** Cells that a spreadsheet would run get a quote in front, as the server's own CSV does. */
export function csvOf({ columns, rows }: Table): string {
  const lines = [columns.map(({ name }) => name), ...rows];
  return lines.map((values) => csvLine(values.map(withoutFormula), printJson)).join('');
}

/** A list of objects, one a line; of columns with one name the last one counts. */
export function jsonOf({ columns, rows }: Table): string {
  const lines = rows.map((row) =>
    printJson(Object.fromEntries(columns.map(({ name }, i) => [name, row[i]]))),
  );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
