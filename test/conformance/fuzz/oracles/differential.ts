import { type Oracle, problemOf } from '../oracle.ts';
import { difference, lines } from '../rows.ts';
import { statement } from '../statements.ts';

/** The same rows as SQLite's. */
export const differential: Oracle = async (pick, { rockpool, sqlite }) => {
  const { text, isOrdered } = statement(pick);
  const { rockpool: asked } = text;
  const expected = lines(sqlite.rows(text.sqlite));
  try {
    const { rows } = await rockpool.query(asked);
    return { statement: asked, problem: difference(lines(rows), expected, isOrdered) };
  } catch (error) {
    return { statement: asked, problem: problemOf(error) };
  }
};
