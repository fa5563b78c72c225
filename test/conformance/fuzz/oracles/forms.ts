import { Expressions } from '../expressions.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import type { Pick } from '../pick.ts';
import { difference, lines } from '../rows.ts';
import { columnsOf } from '../sources.ts';
import { both, type Sql, sql } from '../sql.ts';
import { type FuzzType, TABLES } from '../tables.ts';

/** What SQLite says in other words: ANY and ALL, rows of values, DIV and MOD, subqueries in ON, NATURAL JOIN. */
export const forms: Oracle = async (pick, { rockpool, sqlite }) => {
  const text = statement(pick);
  try {
    const { rows } = await rockpool.query(text.rockpool);
    return {
      statement: text.rockpool,
      problem: difference(lines(rows), lines(sqlite.rows(text.sqlite)), false),
    };
  } catch (error) {
    return { statement: text.rockpool, problem: problemOf(error) };
  }
};

function statement(pick: Pick): Sql {
  const [a, b] = [pick.of(TABLES), pick.of(TABLES)];
  const outer = new Expressions(pick, columnsOf('x'));
  const condition = pick.of([
    () => quantified(pick, outer, b),
    () => rowValues(pick, outer, b),
    () => sql`${division(pick, outer)} ${pick.of(['=', '<', '<>'])} ${division(pick, outer)}`,
  ]);
  return pick.of([
    () => sql`SELECT x.id FROM ${a} x WHERE ${condition()}`,
    () => sql`SELECT x.id FROM ${a} x WHERE NOT (${condition()})`,
    () =>
      sql`SELECT x.id, ${condition()} AS c1, ${outer.text(1)} || ${outer.any(pick.of(['int', 'text']), 1)} FROM ${a} x`,
    () =>
      sql`SELECT x.kind, MAX(x.num), COUNT(*) FROM ${a} x WHERE ${condition()} OR x.id < 9 GROUP BY x.kind`,
    () =>
      sql`SELECT x.id, z.id FROM ${a} x ${pick.of(['', 'LEFT ', 'RIGHT ', 'FULL '])}JOIN ${b} z ON x.id = z.id AND ${condition()}`,
    () => natural(pick, a, b),
  ])();
}

/** SQLite reads `= ANY` as IN, `<> ALL` as NOT IN; the others are subqueries that look for a row against it. */
function quantified(pick: Pick, outer: Expressions, table: string): Sql {
  const type = pick.of<FuzzType>(['int', 'double', 'text']);
  const inner = new Expressions(
    pick,
    pick.chance(0.5) ? columnsOf('s') : [...columnsOf('s'), ...columnsOf('x')],
  );
  const [operand, item] = [outer.leaf(type), new Expressions(pick, columnsOf('s')).leaf(type)];
  const from = sql`FROM ${table} s WHERE ${inner.bool(0)}`;
  const operator = pick.of(['=', '<>', '<', '<=', '>', '>=']);
  const test = sql`${operand} ${operator} ${item}`;
  const matches = (what: Sql): Sql => sql`EXISTS (SELECT 1 ${from} AND ${what})`;
  const [isTrue, isFalse, isOpen] = [test, sql`NOT (${test})`, sql`(${test}) IS NULL`].map(
    (what) => matches(what).sqlite,
  );
  const query = sql`(SELECT ${item} ${from})`.rockpool;
  if (pick.chance(0.5)) {
    return {
      rockpool: `(${operand.rockpool} ${operator} ${pick.of(['ANY', 'SOME'])} ${query})`,
      sqlite: `(CASE WHEN ${isTrue} THEN 1 WHEN ${isOpen} THEN NULL ELSE 0 END)`,
    };
  }
  return {
    rockpool: `(${operand.rockpool} ${operator} ALL ${query})`,
    sqlite: `(CASE WHEN ${isFalse} THEN 0 WHEN ${isOpen} THEN NULL ELSE 1 END)`,
  };
}

function rowValues(pick: Pick, outer: Expressions, table: string): Sql {
  const types = pick.list(2, 3, () => pick.of<FuzzType>(['int', 'double', 'text']));
  const listed = (make: (type: FuzzType) => Sql): Sql =>
    sql`(${types.map(make).reduce((left, right) => sql`${left}, ${right}`)})`;
  const row = listed((type) => outer.any(type, 1));
  const values = (): Sql => listed((type) => outer.literal(type));
  const inner = new Expressions(pick, columnsOf('s'));
  const not = pick.of(['', 'NOT ']);
  return pick.of([
    () => sql`${row} ${pick.of(['=', '<>', '<', '<=', '>', '>='])} ${values()}`,
    () =>
      sql`${row} ${not}IN (SELECT ${types.map((type) => inner.leaf(type)).reduce((left, right) => sql`${left}, ${right}`)} FROM ${table} s WHERE ${inner.bool(1)})`,
    () => inValues(row, not, [values(), values()]),
  ])();
}

function inValues(row: Sql, not: string, items: readonly Sql[]): Sql {
  return {
    rockpool: `${row.rockpool} ${not}IN (${items.map(({ rockpool }) => rockpool).join(', ')})`,
    sqlite: `${row.sqlite} ${not}IN (VALUES ${items.map(({ sqlite }) => sqlite).join(', ')})`,
  };
}

function division(pick: Pick, outer: Expressions): Sql {
  const [left, right] = [outer.int(1), outer.int(0)];
  const [word, sign] = pick.of([
    ['DIV', '/'],
    ['MOD', '%'],
  ]);
  return {
    rockpool: `(${left.rockpool} ${word} ${right.rockpool})`,
    sqlite: `(${left.sqlite} ${sign} ${right.sqlite})`,
  };
}

function natural(pick: Pick, a: string, b: string): Sql {
  const [left, right] = [pick.of(['num', 'kind', 'id']), pick.of(['word', 'kind', 'id', 'big'])];
  const type = pick.of(['', 'INNER ', 'LEFT ', 'RIGHT ']);
  return both(
    `SELECT * FROM (SELECT id, ${left} l, word FROM ${a}) x NATURAL ${type}JOIN (SELECT id, ${right} r FROM ${b}) y`,
  );
}
