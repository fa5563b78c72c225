import { Expressions, type Scope } from './expressions.ts';
import type { Pick } from './pick.ts';
import { columnsOf, type Source, source } from './sources.ts';
import { both, joined, type Sql, sql } from './sql.ts';
import { type FuzzType, TABLES } from './tables.ts';

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
  let windowCount = 0;
  const value = (type: FuzzType): Sql => {
    if (pick.chance(0.9)) return expressions.any(type, pick.int(0, 2));
    if (pick.chance(0.5) || windowCount++ > 0) return scalarSubquery(pick, scope, type);
    return windowValue(pick, scope, type);
  };
  const items = types.map((type, i) => sql`${value(type)} AS c${i}`);
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
  const subquery = membership(pick, scope);
  return pick.of([
    () => sql` WHERE ${condition} AND ${subquery}`,
    () => sql` WHERE ${condition} OR ${subquery}`,
    () => sql` WHERE NOT (${condition} AND ${subquery})`,
  ])();
}

function membership(pick: Pick, scope: Scope): Sql {
  const type = pick.of<FuzzType>(['int', 'double', 'text']);
  const { from, inner } = innerTable(pick, scope);
  if (pick.chance(0.3)) return sql`${pick.of(['', 'NOT '])}EXISTS (SELECT s.id ${from})`;
  const operand = new Expressions(pick, scope).leaf(type);
  if (pick.chance(0.3))
    return sql`(${operand} ${pick.of(['=', '<', '>='])} (SELECT MAX(${inner.leaf(type)}) ${from}))`;
  return sql`(${operand} ${pick.of(['', 'NOT '])}IN (SELECT ${inner.leaf(type)} ${from}))`;
}

/** FROM and WHERE of a subquery; half of them name columns of the query around. */
function innerTable(pick: Pick, scope: Scope): { readonly from: Sql; readonly inner: Expressions } {
  const columns = columnsOf('s');
  const inner = new Expressions(pick, columns);
  const outer = scope.filter(({ name }) => name.includes('.'));
  const seen = pick.chance(0.5) ? columns : [...columns, ...outer];
  const condition = new Expressions(pick, seen).bool(1);
  return { from: sql`FROM ${pick.of(TABLES)} s WHERE ${condition}`, inner };
}

/** One value: an aggregate without groups always answers with one row. */
function scalarSubquery(pick: Pick, scope: Scope, type: FuzzType): Sql {
  if (type === 'bool') return membership(pick, scope);
  const { from, inner } = innerTable(pick, scope);
  return sql`(SELECT ${pick.of(['MIN', 'MAX'])}(${inner.leaf(type)}) ${from})`;
}

const FRAMES = [
  '',
  ' ROWS BETWEEN 2 PRECEDING AND CURRENT ROW',
  ' ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
  ' ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING',
  ' ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING',
  ' RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING',
];

/** Ordered by every column of the scope: only equal rows have no order. One in a row: two would pair them as they like. */
function windowValue(pick: Pick, scope: Scope, type: FuzzType): Sql {
  const expressions = new Expressions(pick, scope);
  if (type === 'bool') return expressions.bool(1);
  const partition = pick.chance(0.5) ? sql`PARTITION BY ${expressions.leaf('text')} ` : both('');
  const keys = scope.map(({ name }) => `${name}${pick.of(['', ' DESC'])}`).join(', ');
  const operand = expressions.leaf(type);
  const call = pick.of([
    () => sql`${pick.of(['MIN', 'MAX', 'FIRST_VALUE', 'LAST_VALUE'])}(${operand})`,
    () => sql`NTH_VALUE(${operand}, ${pick.int(1, 3)})`,
    () => sql`${pick.of(['LAG', 'LEAD'])}(${operand}, ${pick.int(0, 3)})`,
    () => (type === 'text' ? sql`MAX(${operand})` : sql`SUM(${operand})`),
    () => (type === 'int' ? sql`COUNT(${operand})` : sql`MIN(${operand})`),
    () =>
      type === 'int'
        ? both(pick.of(['ROW_NUMBER()', 'RANK()', 'DENSE_RANK()', 'NTILE(3)']))
        : sql`MIN(${operand})`,
  ])();
  return sql`${call} OVER (${partition}ORDER BY ${keys}${pick.of(FRAMES)})`;
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
