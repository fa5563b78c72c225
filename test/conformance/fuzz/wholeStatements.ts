import type { Pick } from './pick.ts';

/** Statements of every clause that the grammar has, in any mixture: what they answer does not matter, but that all is read. */
export function wholeStatement(pick: Pick): string {
  if (pick.chance(0.03)) return `DELETE FROM fuzz_a${where(pick, ['id', 'num'])}${pick.of(['', ' LIMIT 1'])}`;
  if (pick.chance(0.06)) return `${select(pick)} ${pick.of(['UNION', 'UNION ALL', 'MINUS'])} ${select(pick)}`;
  return select(pick);
}

function select(pick: Pick): string {
  const { text, columns } = from(pick);
  const isGrouped = pick.chance(0.3);
  const keys = isGrouped ? pick.list(1, 2, () => pick.of(KEYS(pick, columns))) : [];
  const item = (): string =>
    isGrouped && pick.chance(0.6) ? aggregate(pick, columns) : value(pick, columns);
  const items = isGrouped
    ? [...keys, ...pick.list(1, 2, () => aggregate(pick, columns))]
    : pick.chance(0.15)
      ? ['*']
      : pick.list(1, 3, item);
  const named = items.map((each, i) => (each !== '*' && pick.chance(0.3) ? `${each} AS n${i}` : each));
  const hint = pick.chance(0.1) ? `${pick.of(HINTS)} ` : '';
  const having =
    isGrouped && pick.chance(0.4) ? ` HAVING ${aggregate(pick, columns)} > ${pick.int(0, 9)}` : '';
  const group = isGrouped ? ` GROUP BY ${keys.join(', ')}` : '';
  const distinct = pick.chance(0.1) ? 'DISTINCT ' : '';
  return `SELECT ${hint}${distinct}${named.join(', ')} FROM ${text}${where(pick, columns)}${group}${having}${tail(pick, items)}`;
}

const HINTS = [
  '/*! USE_NESTED_LOOPS */',
  '/*! HASH_WITH_TERMS_FILTER */',
  '/*! ROUTINGS(a) */',
  '/*! IGNORE_UNAVAILABLE */',
];

function tail(pick: Pick, items: readonly string[]): string {
  const key = (): string =>
    `${pick.of(items.filter((item) => item !== '*').concat('id'))}${pick.of(['', ' ASC', ' DESC'])}${pick.of(['', '', '', ' NULLS LAST'])}`;
  const order = pick.chance(0.5) ? ` ORDER BY ${pick.list(1, 2, key).join(', ')}` : '';
  const limit = pick.chance(0.4) ? ` LIMIT ${pick.int(0, 9)}${pick.of(['', ' OFFSET 2'])}` : '';
  return order + limit;
}

interface From {
  readonly text: string;
  readonly columns: readonly string[];
}

const NAMES = ['id', 'num', 'ratio', 'kind', 'flag'];

function from(pick: Pick): From {
  const [a, b] = ['a', 'b'].map((alias) => NAMES.map((name) => `${alias}.${name}`));
  const on = (): string =>
    pick.of(['a.id = b.id', 'a.id = b.id AND a.num > 1', 'a.num > b.num', 'a.id = b.id OR a.num = b.num']);
  return pick.of<() => From>([
    () => ({ text: 'fuzz_a', columns: NAMES }),
    () => ({ text: 'fuzz_a a', columns: [...a, ...NAMES] }),
    () => ({
      text: `fuzz_a a ${pick.of(['', 'INNER ', 'LEFT ', 'RIGHT ', 'CROSS '])}JOIN fuzz_b b ON ${on()}`,
      columns: [...a, ...b],
    }),
    () => ({ text: `fuzz_a a JOIN fuzz_b b USING (id)`, columns: [...a, ...b] }),
    () => ({ text: 'fuzz_a a, fuzz_b b', columns: [...a, ...b] }),
    () => ({
      text: `(SELECT ${NAMES.join(', ')} FROM fuzz_a${where(pick, NAMES)}${tail(pick, NAMES)}) s`,
      columns: NAMES,
    }),
  ])();
}

function where(pick: Pick, columns: readonly string[]): string {
  return pick.chance(0.6) ? ` WHERE ${condition(pick, columns, 2)}` : '';
}

function condition(pick: Pick, columns: readonly string[], depth: number): string {
  if (depth > 0 && pick.chance(0.4)) {
    const inner = (): string => condition(pick, columns, depth - 1);
    return pick.of([
      () => `${inner()} AND ${inner()}`,
      () => `(${inner()} OR ${inner()})`,
      () => `NOT (${inner()})`,
    ])();
  }
  const column = pick.of(columns);
  const not = pick.of(['', 'NOT ']);
  return pick.of([
    `${value(pick, columns)} ${pick.of(['=', '<>', '<', '>='])} ${literal(pick)}`,
    `${column} IS ${not}NULL`,
    `${column} ${not}BETWEEN ${literal(pick)} AND ${literal(pick)}`,
    `${column} ${not}IN (${literal(pick)}, ${literal(pick)})`,
    `${column} ${not}IN (SELECT num FROM fuzz_b${pick.of(['', ' WHERE id < 9', ' LIMIT 3', ' ORDER BY num'])})`,
    `${column} ${not}LIKE 'r%'`,
    `${not}EXISTS (SELECT id FROM fuzz_b)`,
    `MATCH(${column}, 'red', operator='AND')`,
    `${column} = MATCH_QUERY('red')`,
    `QUERY('kind:red')`,
    `${column} = TERM('red')`,
  ]);
}

function literal(pick: Pick): string {
  return pick.of(['1', '-2', '0', '1.5', "'red'", 'TRUE', 'NULL', "DATE '2020-01-01'"]);
}

function value(pick: Pick, columns: readonly string[]): string {
  const column = pick.of(columns);
  return pick.of([
    column,
    column,
    column,
    `ABS(${column})`,
    `${column} + ${literal(pick)}`,
    `CASE WHEN ${column} = 1 THEN 2 ELSE ${literal(pick)} END`,
    `CASE ${column} WHEN 1 THEN 'a' END`,
    `CAST(${column} AS STRING)`,
    `UPPER(${column})`,
    `RANK() OVER (PARTITION BY ${pick.of(columns)} ORDER BY ${column} DESC)`,
    `SUM(${column}) OVER (ORDER BY ${column})`,
    `DATE_ADD(${column}, INTERVAL 1 DAY)`,
    `-${column}`,
  ]);
}

function aggregate(pick: Pick, columns: readonly string[]): string {
  const column = pick.of(columns);
  return pick.of([
    'COUNT(*)',
    'COUNT(1)',
    'COUNT(NULL)',
    `COUNT(DISTINCT ${column})`,
    `SUM(${column})`,
    `SUM(DISTINCT ${column})`,
    `AVG(${column}) FILTER(WHERE ${condition(pick, columns, 0)})`,
    `MAX(${column} + 1)`,
    `PERCENTILES(${column}, 50, 90)`,
  ]);
}

function KEYS(pick: Pick, columns: readonly string[]): readonly string[] {
  const column = pick.of(columns);
  return [
    column,
    column,
    `ABS(${column})`,
    `histogram('field'='num','interval'='2','alias'='h')`,
    `terms('field'='kind','size'='2','alias'='t')`,
    `range(num, 1, 3, 5)`,
    `(${column}, id)`,
  ];
}
