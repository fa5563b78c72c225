import { Expressions, type Scope } from './expressions.ts';
import type { Pick } from './pick.ts';
import { both, type Sql, sql } from './sql.ts';
import { COLUMNS, type FuzzType, TABLES } from './tables.ts';

/** What stands behind FROM, and the columns that it brings. */
export interface Source {
  readonly text: Sql;
  readonly scope: Scope;
}

export function source(pick: Pick): Source {
  const kind = pick.int(0, 9);
  if (kind < 6) return table(pick);
  return kind < 9 ? join(pick) : derived(pick);
}

export function columnsOf(alias: string | null): Scope {
  const prefix = alias === null ? '' : `${alias}.`;
  return Object.entries(COLUMNS).map(([name, type]) => ({ name: prefix + name, type }));
}

function table(pick: Pick): Source {
  const name = pick.of(TABLES);
  if (pick.chance(0.7)) return { text: both(name), scope: columnsOf(null) };
  return { text: both(`${name} x`), scope: columnsOf('x') };
}

const JOINS = ['JOIN', 'INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'];

/** Of large tables by their ids only: others have too many rows to compare. */
function join(pick: Pick): Source {
  const type = pick.of(pick.isLarge ? JOINS : [...JOINS, 'CROSS JOIN']);
  const sides = `${pick.of(TABLES)} x ${type} ${pick.of(TABLES)} y`;
  const scope = [...columnsOf('x'), ...columnsOf('y')];
  if (type === 'CROSS JOIN') return { text: both(sides), scope };
  const column = pick.isLarge ? 'id' : pick.of(['id', 'num', 'kind', 'word', 'ratio']);
  const on = both(`x.${column} = y.${column}`);
  if (column === 'id' && pick.chance(0.3)) return thirdTable(pick, sql`${sides} ON ${on}`, scope);
  if (pick.chance(0.6)) return { text: sql`${sides} ON ${on}`, scope };
  return { text: sql`${sides} ON ${on} AND ${new Expressions(pick, scope).bool(1)}`, scope };
}

/** Beside the first two, and related to the first, to the second, or by a condition over both. */
function thirdTable(pick: Pick, two: Sql, scope: Scope): Source {
  const three = [...scope, ...columnsOf('z')];
  const on = both(`z.id = ${pick.of(['x', 'y'])}.${pick.of(['id', 'num'])}`);
  const more = pick.chance(0.5) ? sql` AND ${new Expressions(pick, three).bool(1)}` : both('');
  const table = pick.of(TABLES);
  return { text: sql`${two} ${pick.of(JOINS)} ${table} z ON ${on}${more}`, scope: three };
}

function derived(pick: Pick): Source {
  const from = table(pick);
  const expressions = new Expressions(pick, from.scope);
  const types = pick.list(1, 4, () => pick.of<FuzzType>(['int', 'double', 'text', 'bool']));
  const items = types.map((type, i) => sql`${expressions.any(type, 1)} AS d${i}`);
  const list = items.reduce((left, right) => sql`${left}, ${right}`);
  const where = pick.chance(0.5) ? sql` WHERE ${expressions.bool(1)}` : both('');
  return {
    text: sql`(SELECT ${list} FROM ${from.text}${where}) q`,
    scope: types.map((type, i) => ({ name: `d${i}`, type })),
  };
}
