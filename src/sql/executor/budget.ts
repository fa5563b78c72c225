import { limits, type Pacer } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { Row } from '../values/index.ts';

/** What a statement may take: memory and time. Both refusals name the limit. */

/** Throws SqlError (400) when an operator holds more rows than it may. */
export function checkRows(count: number): void {
  if (count <= limits.sqlRows.value) return;
  const details = `the statement holds more rows than the limit of ${limits.sqlRows.value}: narrow it by WHERE or LIMIT`;
  throw new SqlError('IllegalStateException', details);
}

/** What loops over many rows ask for their turns. */
interface Statement {
  readonly evaluation: EvaluationContext;
  readonly pacer: Pacer;
}

/** Before the next page of many rows: others have their turn first, and the statement's time may be over. */
export async function betweenPages(statement: Statement): Promise<void> {
  await statement.pacer.pause();
  checkTime(statement.evaluation);
}

/** Rows that are at hand, one by one: others have their turn between them. */
export async function* inTurns(rows: readonly Row[], statement: Statement): AsyncGenerator<Row> {
  for (const row of rows) {
    if (statement.pacer.due()) await betweenPages(statement);
    yield row;
  }
}

/** All rows of an operator. Throws SqlError (400) when they are more than it may hold. */
export async function collect(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const out: Row[] = [];
  for await (const row of rows) {
    out.push(row);
    checkRows(out.length);
  }
  return out;
}

/** Throws SqlError (400) when the statement has run for too long. Asked once for many rows. */
export function checkTime({ clock, startMillis }: Pick<EvaluationContext, 'clock' | 'startMillis'>): void {
  if (clock.nowMs() - startMillis <= limits.sqlTimeMs.value) return;
  const details = `the statement ran longer than the limit of ${limits.sqlTimeMs.value} ms`;
  throw new SqlError('IllegalStateException', details);
}
