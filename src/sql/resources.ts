import { type HeapFigures, parseMemoryBytes } from '../common/index.ts';
import { SqlError } from './errors.ts';

/** What statements cost: the memory limit, and the log of slow ones. */

/** `limit` is `plugins.query.memory_limit`. Throws SqlError (400; the original answers 503) when more is used. */
export function checkMemory({ usedBytes, maxBytes }: HeapFigures, limit: string): void {
  if (usedBytes < parseMemoryBytes(limit, 'plugins.query.memory_limit', maxBytes)) return;
  throw new SqlError('IllegalStateException', 'resource is not enough to run the query, quit.');
}

/** Texts as the grammar reads them, up to the end where they are cut off, and numbers. */
const LITERALS = /'(?:[^'\\]+|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]+|\\[\s\S])*(?:"|\\?$)|\b\d[\d.]*/g;

/** A statement as the log may have it: its quoted texts and numbers are nobody's business. */
export function masked(sql: string): string {
  return sql.slice(0, 1000).replace(LITERALS, '***');
}
