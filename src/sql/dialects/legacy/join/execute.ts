import type { SearchClient } from '../../../../client/index.ts';
import { isJsonObject } from '../../../../common/index.ts';
import { Budget } from '../../../executor/index.ts';
import { traps } from '../traps.ts';
import { type JoinAnswer, joinAnswer } from './answer.ts';
import { joinTraps } from './joinTraps.ts';
import { type JoinRow, type JoinRun, ROW_BYTES } from './operator.ts';
import { planJoin } from './plan.ts';
import { sideBody } from './scan.ts';
import { checkKnown } from './selected.ts';
import type { JoinStatement } from './statement.ts';

export interface JoinOutcome extends JoinAnswer {
  readonly warnings: readonly string[];
}

/** Runs a join of two indices. Throws SqlError. */
export async function executeJoin(
  statement: JoinStatement,
  run: Pick<JoinRun, 'client' | 'pacer'>,
  format: string,
): Promise<JoinOutcome> {
  for (const side of statement.sides) checkKnown(side);
  const warnings = new Set(joinTraps(statement));
  const rows: JoinRow[] = [];
  const searched: string[] = [];
  const budget = new Budget();
  const holding = budget.open();
  const { algorithm, root } = planJoin(statement);
  const isStarred = statement.sides.some(({ selected }) => selected.some(({ name }) => name === '*'));
  if (algorithm === 'loops' && isStarred) warnings.add(traps.loopsStar);
  if (algorithm === 'hash') await checkSorts(statement, run.client);
  for await (const more of root.run({ ...run, warnings, budget, searched })) {
    holding.add(more.length, more.length * ROW_BYTES);
    for (const row of more) rows.push(row);
  }
  const isCut = statement.limit === null && rows.length >= DEFAULT_ROWS;
  if (isCut) warnings.add(traps.join(DEFAULT_ROWS));
  const shards = format === 'json' ? await shardsOf(searched, run.client) : 0;
  const answer = await joinAnswer(rows, statement.sides, algorithm, { format, shards }, run.pacer);
  return { ...answer, warnings: [...warnings] };
}

const DEFAULT_ROWS = 200;

/** The shards that searches asked, those of an index anew for each. */
async function shardsOf(searched: readonly string[], client: SearchClient): Promise<number> {
  const counts = new Map<string, number>();
  for (const index of new Set(searched)) {
    const { raw } = await client.search({ index, body: { size: 0, query: { match_none: {} } } });
    counts.set(index, isJsonObject(raw._shards) ? Number(raw._shards.total) : 0);
  }
  return searched.reduce((sum, index) => sum + (counts.get(index) ?? 0), 0);
}

/** The rows are sorted above the scans, but a scan fails by its own order where it has none. Throws OpenSearchError. */
async function checkSorts({ sides }: JoinStatement, client: SearchClient): Promise<void> {
  for (const side of sides) {
    if (side.orderBy.length === 0) continue;
    await client.search({ index: side.table.index, body: { ...sideBody(side), size: 0 } });
  }
}
