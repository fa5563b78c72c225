import { type Oracle, problemOf } from '../oracle.ts';
import { difference, lines } from '../rows.ts';
import { statement as randomStatement } from '../statements.ts';

/** Searches that do all they can answer as searches that only list documents. */
export const pushdown: Oracle = async (pick, { rockpool }) => {
  const { text, isOrdered } = randomStatement(pick);
  const statement = text.rockpool;
  try {
    const pushed = await rockpool.query(statement);
    const executed = await rockpool.query(statement, { pushDown: false });
    return { statement, problem: difference(lines(pushed.rows), lines(executed.rows), isOrdered) };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};
