import type { SearchClient } from '../../../../client/index.ts';
import { Budget } from '../../../executor/index.ts';
import { traps } from '../traps.ts';
import { type JoinAnswer, joinAnswer } from './answer.ts';
import { joinTraps } from './joinTraps.ts';
import { type JoinRow, type JoinRun, ROW_BYTES } from './operator.ts';
import { planJoin } from './plan.ts';
import { sideBody } from './scan.ts';
import { checkComputed } from './selected.ts';
import type { JoinStatement } from './statement.ts';

export interface JoinOutcome extends JoinAnswer {
  readonly warnings: readonly string[];
}

/** Runs a join of two indices. Throws SqlError. */
export async function executeJoin(
  statement: JoinStatement,
  run: Omit<JoinRun, 'warnings' | 'budget'>,
  format: string,
): Promise<JoinOutcome> {
  for (const side of statement.sides) checkComputed(side);
  const warnings = new Set(joinTraps(statement));
  const rows: JoinRow[] = [];
  const budget = new Budget();
  const holding = budget.open();
  const { algorithm, root } = planJoin(statement);
  const isStarred = statement.sides.some(({ selected }) => selected.some(({ name }) => name === '*'));
  if (algorithm === 'loops' && isStarred) warnings.add(traps.loopsStar);
  if (algorithm === 'hash') await checkSorts(statement, run.client);
  for await (const more of root.run({ ...run, warnings, budget })) {
    holding.add(more.length, more.length * ROW_BYTES);
    for (const row of more) rows.push(row);
  }
  const isCut = statement.limit === null && rows.length >= DEFAULT_ROWS;
  if (isCut) warnings.add(traps.join(DEFAULT_ROWS));
  const answer = await joinAnswer(rows, statement.sides, algorithm, format, run.pacer);
  return { ...answer, warnings: [...warnings] };
}

const DEFAULT_ROWS = 200;

/** The rows are sorted above the scans, but a scan fails by its own order where it has none. Throws OpenSearchError. */
async function checkSorts({ sides }: JoinStatement, client: SearchClient): Promise<void> {
  for (const side of sides) {
    if (side.orderBy.length === 0) continue;
    await client.search({ index: side.table.index, body: { ...sideBody(side), size: 0 } });
  }
}
