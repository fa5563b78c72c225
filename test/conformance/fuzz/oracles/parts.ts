import { type Engines, problemOf, type Verdict } from '../oracle.ts';
import type { Pick } from '../pick.ts';
import { difference, lines } from '../rows.ts';
import type { Source } from '../sources.ts';
import { type Rows, shape } from './shapes.ts';

/** Asks for all rows and for those of each condition: the parts together are the whole. */
export async function wholeOfParts(
  pick: Pick,
  { rockpool }: Engines,
  from: Source,
  conditions: readonly string[],
): Promise<Verdict> {
  const { items, tail, merge } = shape(pick, from.scope);
  const statementOf = (where: string): string => `SELECT ${items} FROM ${from.text.rockpool}${where}${tail}`;
  const ask = async (where: string): Promise<Rows> => (await rockpool.query(statementOf(where))).rows;
  const statement = statementOf(` WHERE ${conditions[0]}`);
  try {
    const parts: Rows[] = [];
    for (const condition of conditions) parts.push(await ask(` WHERE ${condition}`));
    const whole = await ask('');
    return { statement, problem: difference(lines(merge(parts.flat())), lines(merge(whole)), false) };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
}
