import { Expressions } from '../expressions.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import { source } from '../sources.ts';

/** As many rows are found where p as rows of all say that p is true: a search against a column of the executor. */
export const norec: Oracle = async (pick, { rockpool }) => {
  const from = source(pick);
  const condition = new Expressions(pick, from.scope).bool(pick.int(0, 2)).rockpool;
  const statement = `SELECT COUNT(*) AS c0 FROM ${from.text.rockpool} WHERE ${condition}`;
  try {
    const [[found]] = (await rockpool.query(statement)).rows;
    const all = await rockpool.query(`SELECT ${condition} AS c0 FROM ${from.text.rockpool}`);
    const trueCount = all.rows.filter(([value]) => value === true).length;
    const problem =
      found === trueCount ? null : `${found} rows are found, the condition is true ${trueCount} times`;
    return { statement, problem };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};
