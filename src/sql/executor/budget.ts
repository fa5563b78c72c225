import { limits, type Pacer } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';

/** What a statement may take: memory and time. Both refusals name the limit. */

/** Throws SqlError (400) when an operator holds more rows than it may. */
export function checkRows(count: number): void {
  if (count <= limits.sqlRows.value) return;
  const details = `the statement holds more rows than the limit of ${limits.sqlRows.value}: narrow it by WHERE or LIMIT`;
  throw new SqlError('IllegalStateException', details);
}

/** Asked for the next page of many rows: others have their turn first, and the statement's time may be over. */
export async function betweenPages(statement: {
  readonly evaluation: EvaluationContext;
  readonly pacer: Pacer;
}): Promise<void> {
  await statement.pacer.pause();
  checkTime(statement.evaluation);
}

/** Throws SqlError (400) when the statement has run for too long. Asked once for many rows. */
export function checkTime({ clock, startMillis }: Pick<EvaluationContext, 'clock' | 'startMillis'>): void {
  if (clock.nowMs() - startMillis <= limits.sqlTimeMs.value) return;
  const details = `the statement ran longer than the limit of ${limits.sqlTimeMs.value} ms`;
  throw new SqlError('IllegalStateException', details);
}
