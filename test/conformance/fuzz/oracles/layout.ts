import { type Oracle, problemOf } from '../oracle.ts';
import { difference, lines } from '../rows.ts';
import { statement as randomStatement } from '../statements.ts';

/**
 * One shard and one segment, or five shards of many segments each; asked for the first time, or again: the rows are the
 * same (differential query plans: Ba and Rigger, ICSE 2024, with layouts for plans).
 */
export const layout: Oracle = async (pick, { rockpool, scattered }) => {
  const { text, isOrdered } = randomStatement(pick);
  const statement = text.rockpool;
  try {
    const together = lines((await rockpool.query(statement)).rows);
    const apart = lines((await scattered.query(statement)).rows);
    const again = lines((await scattered.query(statement)).rows);
    const problem = difference(together, apart, isOrdered) ?? difference(apart, again, isOrdered);
    return { statement, problem };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};
