import { type Clock, type HeapFigures, type Logger, parseMemoryBytes, type Turns } from '../common/index.ts';
import { SqlError } from './errors.ts';
import type { SqlSettings } from './settings.ts';

/** What statements cost: the memory limit, and the log of slow ones. */

/** `limit` is `plugins.query.memory_limit`. Throws SqlError (400; the original answers 503) when more is used. */
export function checkMemory({ usedBytes, maxBytes }: HeapFigures, limit: string): void {
  if (usedBytes < parseMemoryBytes(limit, 'plugins.query.memory_limit', maxBytes)) return;
  throw new SqlError('IllegalStateException', 'resource is not enough to run the query, quit.');
}

/** Lets statements run while there is memory, and tells of slow ones, in whatever language they are. */
export class StatementWatch {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #heap: (() => HeapFigures) | null;

  constructor(clock: Clock, log: Logger, heap: (() => HeapFigures) | null) {
    this.#clock = clock;
    this.#log = log;
    this.#heap = heap;
  }

  /** Throws SqlError when memory is short, and what the statement throws. */
  *over<T>(text: string, settings: SqlSettings, run: () => Turns<T>): Turns<T> {
    if (this.#heap !== null) checkMemory(this.#heap(), settings.memoryLimit);
    const began = this.#clock.nowMs();
    try {
      return yield* run();
    } finally {
      const tookMs = this.#clock.nowMs() - began;
      if (tookMs >= settings.slowMs) {
        this.#log.warn('slow SQL statement', { took_ms: Math.round(tookMs), statement: masked(text) });
      }
    }
  }
}

/** Texts as the grammar reads them, up to the end where they are cut off, and numbers. */
const LITERALS = /'(?:[^'\\]+|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]+|\\[\s\S])*(?:"|\\?$)|\b\d[\d.]*/g;

/** A statement as the log may have it: its quoted texts and numbers are nobody's business. */
export function masked(sql: string): string {
  return sql.slice(0, 1000).replace(LITERALS, '***');
}
