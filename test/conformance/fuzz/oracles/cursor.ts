import { Expressions } from '../expressions.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import type { Pick } from '../pick.ts';
import { difference, lines } from '../rows.ts';
import { columnsOf } from '../sources.ts';
import { statement as randomStatement, type Statement } from '../statements.ts';
import { type Cell, TABLES } from '../tables.ts';

/**
 * All pages together are the whole answer, and CSV has the rows of JDBC. Unordered rows are compared as multisets,
 * since pages may be answered by the other engine.
 */
export const cursor: Oracle = async (pick, { rockpool }) => {
  const { statement, isOrdered } = pick.chance(0.5)
    ? { statement: plainScan(pick), isOrdered: true }
    : written(randomStatement(pick));
  try {
    const { columns, rows } = await rockpool.query(statement);
    const paged = await rockpool.query(statement, { fetchSize: pick.int(1, 12) });
    const names = columns.map(({ name, alias }) => alias ?? name);
    const problem =
      difference(lines(paged.rows), lines(rows), isOrdered) ??
      difference(withoutPoint(await rockpool.csv(statement)), csvLines(names, firstPage(rows)), true);
    return { statement, problem };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};

const written = ({ text, isOrdered }: Statement) => ({ statement: text.rockpool, isOrdered });

/** What the engine pages by itself. */
function plainScan(pick: Pick): string {
  const columns = columnsOf(null);
  const items = [...new Set(pick.list(1, 4, () => pick.of(columns).name))];
  const where = pick.chance(0.5) ? ` WHERE ${new Expressions(pick, columns).bool(1).rockpool}` : '';
  const order = pick.chance(0.5) ? ` ORDER BY ${pick.of(items)}` : '';
  return `SELECT ${items.join(', ')} FROM ${pick.of(TABLES)}${where}${order}`;
}

/** CSV has no pages: it ends where `plugins.query.size_limit` cuts, and a header says so. */
function firstPage(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  return rows.slice(0, 200);
}

function csvLines(names: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return [names.join(','), ...rows.map((row) => row.map((cell) => csvCell(cell)).join(','))];
}

/** CSV prints 2.0 where JSON's reader has 2. */
function withoutPoint(csv: string): string[] {
  return csv.split('\n').map((line) => line.replaceAll(/\.0(?=,|$)/g, ''));
}

function csvCell(cell: Cell): string {
  if (Object.is(cell, -0)) return '-0';
  return cell === null ? '' : String(cell);
}
