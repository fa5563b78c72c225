import { parseSizeBytes } from '../common/index.ts';
import { SqlError } from './errors.ts';

/** What statements cost: the memory limit, and the log of slow ones. */

export interface HeapFigures {
  readonly usedBytes: number;
  readonly maxBytes: number;
}

/** `limit` is `plugins.query.memory_limit`. Throws SqlError (400; the original answers 503) when more is used. */
export function checkMemory({ usedBytes, maxBytes }: HeapFigures, limit: string): void {
  const percent = /^([\d.]+)%$/.exec(limit);
  const limitBytes = percent ? (Number(percent[1]) / 100) * maxBytes : parseSizeBytes(limit, MEMORY_LIMIT);
  if (usedBytes < limitBytes) return;
  throw new SqlError('IllegalStateException', 'resource is not enough to run the query, quit.');
}

const MEMORY_LIMIT = 'plugins.query.memory_limit';

/** Values are nobody's business: quoted texts and numbers of the statement are masked. */
export function slowLine(sql: string, tookMs: number): string {
  const masked = sql.slice(0, 1000).replace(/'[^']*'?|"[^"]*"?|\b\d[\d.]*/g, '***');
  return `slow SQL statement, ${(tookMs / 1000).toFixed(1)} s: ${masked}`;
}
