import { Budget } from '../../../executor/index.ts';
import { traps } from '../traps.ts';
import { type JoinAnswer, joinAnswer } from './answer.ts';
import { joinTraps } from './joinTraps.ts';
import { type JoinRow, type JoinRun, ROW_BYTES } from './operator.ts';
import { planJoin } from './plan.ts';
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
  const warnings = new Set(joinTraps(statement));
  const rows: JoinRow[] = [];
  const budget = new Budget();
  const holding = budget.open();
  const { algorithm, root } = planJoin(statement);
  const isStarred = statement.sides.some(({ selected }) => selected.some(({ name }) => name === '*'));
  if (algorithm === 'loops' && isStarred) warnings.add(traps.loopsStar);
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
