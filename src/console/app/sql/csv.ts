import { csvLine, withoutFormula } from '../../../answers/index.ts';
import { download } from '../lib/download.ts';
import { printJson } from '../lib/json.ts';
import { attempt } from '../lib/messages.ts';
import { fetchMore, type Result, run } from './run.ts';

/** Every row, also those of the pages that were not looked at: nothing is cut. */
export async function downloadCsv(): Promise<void> {
  const { value: started } = run;
  const isDone = await attempt(async () => {
    while (run.value?.sql === started?.sql && run.value?.result?.cursor) await fetchMore();
  });
  const result = run.value?.result;
  if (isDone && result) download('result.csv', 'text/csv', csvOf(result));
}

/** Cells that a spreadsheet would run get a quote in front, as the server's own CSV does. */
export function csvOf({ columns, rows }: Pick<Result, 'columns' | 'rows'>): string {
  const lines = [columns.map(({ name }) => name), ...rows];
  return lines.map((values) => csvLine(values.map(withoutFormula), printJson)).join('');
}
