import { Expressions } from '../expressions.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import { columnsOf } from '../sources.ts';
import { both, type Sql, sql } from '../sql.ts';
import { TABLES } from '../tables.ts';

/**
 * A row that a condition holds for is found by it (pivoted query synthesis: Rigger and Su, OSDI 2020). SQLite says of one
 * row whether the condition is true, false or NULL; then it, its opposite, or that it IS NULL must find the row.
 */
export const pivot: Oracle = async (pick, { rockpool, sqlite }) => {
  const table = pick.of(TABLES);
  const [[count]] = sqlite.rows(`SELECT COUNT(*) FROM ${table}`);
  const id = pick.int(0, Number(count) - 1);
  const condition = new Expressions(pick, columnsOf(null)).bool(pick.int(0, 3));
  const [[truth]] = sqlite.rows(`SELECT ${condition.sqlite} FROM ${table} WHERE id = ${id}`);
  const held = holding(condition, truth === null ? null : Boolean(truth));
  const isLone = pick.chance(0.3);
  const statement = sql`SELECT id AS c0 FROM ${table} WHERE ${held}${isLone ? ` AND id = ${id}` : ''}`
    .rockpool;
  try {
    const { rows } = await rockpool.query(statement);
    const isFound = rows.some(([found]) => found === id);
    const isAlone = !isLone || rows.length === 1;
    return {
      statement,
      problem: isFound && isAlone ? null : `row ${id} is not among the ${rows.length} found`,
    };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};

function holding(condition: Sql, truth: boolean | null): Sql {
  if (truth === null) return sql`${condition} IS NULL`;
  return truth ? condition : sql`${both('NOT ')}${condition}`;
}
