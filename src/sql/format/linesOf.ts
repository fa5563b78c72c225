import type { Pacer } from '../../common/index.ts';

const ROWS_BETWEEN_PAUSES = 256;

/** Joins the text of many rows with `separator`, yielding to the event loop. */
export async function linesOf<T>(
  rows: readonly T[],
  separator: string,
  line: (row: T) => string,
  pacer: Pacer,
): Promise<string> {
  const parts: string[] = [];
  await pacer.chunks(rows.length, ROWS_BETWEEN_PAUSES, (from, to) => {
    parts.push(rows.slice(from, to).map(line).join(separator));
  });
  return parts.join(separator);
}
