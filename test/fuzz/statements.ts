import { Expressions, type Scope } from './expressions.ts';
import type { Pick } from './pick.ts';
import { type Source, source } from './sources.ts';
import { both, joined, type Sql, sql } from './sql.ts';
import { COLUMNS, type FuzzType, TABLES } from './tables.ts';

/** A query whose columns are named c0, c1, …, of known types. */
export interface Query {
  readonly text: Sql;
  readonly types: readonly FuzzType[];
}

export interface Statement extends Query {
  /** Whether the order of the rows is compared. */
  readonly isOrdered: boolean;
}

const TYPES: readonly FuzzType[] = ['int', 'double', 'text', 'bool'];

/** A random statement of the common language. */
export function statement(pick: Pick): Statement {
  const first = select(pick);
  const { types } = first;
  const text = pick.chance(0.2) ? combined(pick, first) : first.text;
  if (pick.chance(0.5)) return { text, types, isOrdered: false };
  return { text: sql`${text}${ordered(pick, types.length)}`, types, isOrdered: true };
}

/** By every column, so that only equal rows have no order: LIMIT cuts the same rows then. */
function ordered(pick: Pick, columnCount: number): Sql {
  const keys = Array.from({ length: columnCount }, (_, i) => `c${i}${pick.of(['', ' ASC', ' DESC'])}`);
  const limit = pick.chance(0.6) ? ` LIMIT ${pick.int(1, 20)}` : '';
  const offset = limit !== '' && pick.chance(0.4) ? ` OFFSET ${pick.int(0, 5)}` : '';
  return both(` ORDER BY ${keys.join(', ')}${limit}${offset}`);
}

function combined(pick: Pick, left: Query): Sql {
  const operator = pick.of(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT']);
  return sql`${left.text} ${operator} ${select(pick, left.types).text}`;
}

/** A SELECT with columns of the wanted types, or of any. */
function select(pick: Pick, wanted: readonly FuzzType[] | null = null): Query {
  const { before, ...from } = wanted === null ? withTable(pick) : { before: both(''), ...source(pick) };
  const query = pick.chance(0.35) ? grouped(pick, from, wanted) : plain(pick, from, wanted);
  return { ...query, text: sql`${before}${query.text}` };
}

function withTable(pick: Pick): Source & { readonly before: Sql } {
  if (pick.chance(0.9)) return { before: both(''), ...source(pick) };
  const inner = plain(pick, source(pick), null);
  // An alias of the outer SELECT hides a column of the same name from its GROUP BY.
  const names = inner.types.map((_, i) => `e${i}`);
  const scope = inner.types.map((type, i) => ({ name: names[i], type }));
  return { before: sql`WITH named (${names.join(', ')}) AS (${inner.text}) `, text: both('named'), scope };
}

function plain(pick: Pick, { text, scope }: Source, wanted: readonly FuzzType[] | null): Query {
  const types = wanted ?? pick.list(1, 3, () => pick.of(TYPES));
  const expressions = new Expressions(pick, scope);
  const items = types.map((type, i) => sql`${expressions.any(type, pick.int(0, 2))} AS c${i}`);
  const distinct = pick.chance(0.2) ? 'DISTINCT ' : '';
  return {
    text: sql`SELECT ${distinct}${joined(items, ', ')} FROM ${text}${where(pick, scope)}`,
    types,
  };
}

function where(pick: Pick, scope: Scope): Sql {
  if (pick.chance(0.3)) return both('');
  const condition = new Expressions(pick, scope).bool(pick.int(0, 2));
  if (pick.chance(0.85)) return sql` WHERE ${condition}`;
  return sql` WHERE ${condition} AND ${membership(pick, scope)}`;
}

function membership(pick: Pick, scope: Scope): Sql {
  const columns = Object.entries(COLUMNS).map(([name, type]) => ({ name, type }));
  const inner = new Expressions(pick, columns);
  const from = sql`FROM ${pick.of(Object.keys(TABLES))} WHERE ${inner.bool(1)}`;
  if (pick.chance(0.3)) return sql`EXISTS (SELECT id ${from})`;
  const type = pick.of<FuzzType>(['int', 'double', 'text']);
  const operand = new Expressions(pick, scope).leaf(type);
  return sql`${operand} ${pick.of(['', 'NOT '])}IN (SELECT ${inner.leaf(type)} ${from})`;
}

/** Keys first, aggregates behind them; without keys aggregates only. */
function grouped(pick: Pick, { text, scope }: Source, wanted: readonly FuzzType[] | null): Query {
  const expressions = new Expressions(pick, scope);
  const types = wanted ?? pick.list(1, 3, () => pick.of<FuzzType>(['int', 'int', 'double', 'text']));
  const isKeyed = types.map((type, i) => type === 'bool' || (i === 0 && pick.chance(0.7)));
  const keys = types.map((type) => expressions.key(type));
  const values = types.map((type, i) => (isKeyed[i] ? keys[i] : aggregate(pick, expressions, type)));
  const items = values.map((value, i) => sql`${value} AS c${i}`);
  const groups = keys.filter((_, i) => isKeyed[i]);
  const by = groups.length === 0 ? both('') : sql` GROUP BY ${joined(groups, ', ')}`;
  return {
    text: sql`SELECT ${joined(items, ', ')} FROM ${text}${where(pick, scope)}${by}${having(pick, expressions, groups)}`,
    types,
  };
}

function having(pick: Pick, expressions: Expressions, groups: readonly Sql[]): Sql {
  if (groups.length === 0 || pick.chance(0.7)) return both('');
  const type = pick.of<FuzzType>(['int', 'double', 'text']);
  const operator = pick.of(['=', '<>', '<', '<=', '>', '>=']);
  return sql` HAVING ${aggregate(pick, expressions, type)} ${operator} ${expressions.literal(type)}`;
}

/** Sums are of columns: SQLite has no 32 bits to wrap at. */
function aggregate(pick: Pick, expressions: Expressions, type: FuzzType): Sql {
  const operand = (): Sql => expressions.any(type, pick.chance(0.7) ? 0 : 1);
  const counted = (): Sql => expressions.any(pick.of(TYPES), pick.chance(0.7) ? 0 : 1);
  const extreme = (): Sql => sql`${pick.of(['MIN', 'MAX'])}(${operand()})`;
  if (type === 'text') return extreme();
  const sum = (): Sql => sql`SUM(${operand()})`;
  if (type === 'double') {
    return pick.of([extreme, sum, () => sql`AVG(${expressions.any(pick.of(['int', 'double']), 0)})`])();
  }
  return pick.of([
    extreme,
    sum,
    () => both('COUNT(*)'),
    () => sql`COUNT(${counted()})`,
    () => sql`COUNT(DISTINCT ${counted()})`,
  ])();
}
