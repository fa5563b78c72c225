import { type Clock, type HeapFigures, type Logger, parseMemoryBytes, type Turns } from '../common/index.ts';
import { SqlError } from './errors.ts';
import type { SqlSettings } from './settings.ts';

/** The memory limit and the log of slow statements. */

/** `limit` is `plugins.query.memory_limit`. Throws SqlError (400; the original answers 503) when more is used. */
export function checkMemory({ usedBytes, maxBytes }: HeapFigures, limit: string): void {
  if (usedBytes < parseMemoryBytes(limit, 'plugins.query.memory_limit', maxBytes)) return;
  throw new SqlError('IllegalStateException', 'resource is not enough to run the query, quit.');
}

/** Rejects statements while memory is short and logs slow ones, in SQL and PPL alike. */
export class StatementWatch {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #heap: (() => HeapFigures) | null;

  constructor(clock: Clock, log: Logger, heap: (() => HeapFigures) | null) {
    this.#clock = clock;
    this.#log = log;
    this.#heap = heap;
  }

  /** Throws SqlError when memory is short, and whatever the statement throws. */
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

/** String literals as in the grammar, possibly cut off at the end, and numbers. */
const LITERALS = /'(?:[^'\\]+|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]+|\\[\s\S])*(?:"|\\?$)|\b\d[\d.]*/g;

/** A statement for the log, with its string literals and numbers masked because they may be sensitive. */
export function masked(sql: string): string {
  return sql.slice(0, 1000).replace(LITERALS, '***');
}
