import { Expressions } from '../expressions.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import type { Pick } from '../pick.ts';
import { difference, lines } from '../rows.ts';
import { columnsOf, source } from '../sources.ts';
import { type Cell, TABLES } from '../tables.ts';

/**
 * A subquery with one value answers as that value, written in its place (constant-optimization-driven testing: Zhang and
 * Rigger, SIGMOD 2025).
 */
export const constant: Oracle = async (pick, { rockpool }) => {
  const inner = subquery(pick);
  const from = source(pick);
  const expressions = new Expressions(pick, from.scope);
  const left = expressions.any('int', pick.int(0, 1)).rockpool;
  const compare = pick.of(['=', '<>', '<', '<=', '>', '>=']);
  const rest = pick.chance(0.5) ? ` ${pick.of(['AND', 'OR'])} ${expressions.bool(1).rockpool}` : '';
  const items = `${pick.of(from.scope).name} AS c0`;
  const statementWith = (value: string): string =>
    `SELECT ${items} FROM ${from.text.rockpool} WHERE (${left} ${compare} ${value})${rest}`;
  const statement = statementWith(`(${inner})`);
  try {
    const [[value]] = (await rockpool.query(inner)).rows;
    const asked = await rockpool.query(statement);
    const folded = await rockpool.query(statementWith(literal(value)));
    return { statement, problem: difference(lines(asked.rows), lines(folded.rows), false) };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};

function subquery(pick: Pick): string {
  const figure = pick.of(['COUNT(*)', 'MAX(num)', 'MIN(big)', 'SUM(num)', 'COUNT(DISTINCT kind)']);
  const condition = new Expressions(pick, columnsOf(null)).bool(pick.int(0, 2)).rockpool;
  return `SELECT ${figure} AS v FROM ${pick.of(TABLES)} WHERE ${condition}`;
}

/** Nothing is compared with NULL alone: it has no type. */
function literal(value: Cell): string {
  return value === null ? 'CAST(NULL AS INTEGER)' : String(value);
}
