import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench } from './support/service.ts';

/** Whatever is asked, SQL answers, or refuses in words: no 5xx, no crash. */

const FUNCTIONS = [
  ...[
    'ABS',
    'LOG',
    'SUBSTRING',
    'LEFT',
    'CONCAT',
    'CONCAT_WS',
    'REPLACE',
    'IF',
    'IFNULL',
    'DATE_FORMAT',
    'YEAR',
  ],
  ...['COUNT', 'SUM', 'AVG', 'MIN', 'STATS', 'PERCENTILES', 'TOPHITS', 'STDDEV_SAMP', 'NOPE', 'constructor'],
  ...[
    'nested',
    'reverse_nested',
    'children',
    'date_histogram',
    'histogram',
    'range',
    'terms',
    'filter',
    'month',
  ],
  ...[
    'MATCH',
    'MATCH_QUERY',
    'QUERY',
    'SCORE',
    'MULTI_MATCH',
    'WILDCARD_QUERY',
    'GEO_DISTANCE',
    'GEO_POLYGON',
  ],
  ...['GEO_INTERSECTS', 'GEO_BOUNDING_BOX', 'IDS_QUERY', 'IN_TERMS', 'TERM', 'REGEXP_QUERY'],
];

const NAMES = [
  'age',
  'firstname',
  'address.zip',
  's.age',
  'nope',
  '__proto__',
  '`constructor`',
  'l.qty',
  'lines.qty',
  '*',
];
const VALUES = [
  '1',
  '-2.5',
  "'x'",
  "'it''s'",
  'NULL',
  'TRUE',
  "'%'",
  "'POLYGON ((1 2))'",
  '99999999999999999999',
];
const FROMS = [
  'staff',
  'staff s',
  'orders o, o.lines l',
  'orders o LEFT JOIN o.lines l',
  'nope',
  'staff s JOIN dept d ON s.dept_id = d.id',
];

const atom = fc.constantFrom(...NAMES, ...VALUES);
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const call = fc
    .tuple(fc.constantFrom(...FUNCTIONS), fc.array(inner, { maxLength: 3 }))
    .map(([name, args]) => `${name}(${args.join(', ')})`);
  const named = fc
    .tuple(fc.constantFrom(...FUNCTIONS), atom)
    .map(([name, value]) => `${name}('field'='age','interval'=${value})`);
  const operators = fc.constantFrom(
    '=',
    '<>',
    '<',
    '>=',
    '+',
    '/',
    'AND',
    'OR',
    'LIKE',
    'IN (1,',
    'IS NOT NULL OR',
  );
  const binary = fc
    .tuple(inner, operators, inner)
    .map(([a, op, b]) => (op === 'IN (1,' ? `${a} ${op} ${b})` : `(${a} ${op} ${b})`));
  const prefixed = inner.map((x) => `NOT (${x})`);
  const cased = fc.tuple(inner, inner).map(([a, b]) => `CASE WHEN ${a} THEN ${b} END`);
  return { expression: fc.oneof({ depthSize: 'small' }, atom, atom, call, named, binary, prefixed, cased) };
});

const statement = fc
  .record({
    items: fc.array(fc.tuple(expression, fc.constantFrom('', ' AS a', ' AS `__proto__`')), {
      minLength: 1,
      maxLength: 3,
    }),
    from: fc.constantFrom(...FROMS),
    where: fc.option(expression),
    group: fc.option(expression),
    having: fc.option(expression),
    order: fc.option(expression),
    limit: fc.option(fc.constantFrom('0', '3', '5, 2')),
  })
  .map(({ items, from, where, group, having, order, limit }) => {
    const clauses = [
      `SELECT ${items.map(([text, alias]) => text + alias).join(', ')} FROM ${from}`,
      where && `WHERE ${where}`,
      group && `GROUP BY ${group}`,
      having && `HAVING ${having}`,
      order && `ORDER BY ${order}`,
      limit && `LIMIT ${limit}`,
    ];
    return clauses.filter((clause) => clause).join(' ');
  });

describe('hostile statements', () => {
  const bench = createBench();
  const answers = async (
    query: string,
    operation: 'query' | 'explain',
    extra: object = {},
  ): Promise<void> => {
    const { status, body } = await bench.post({ query, ...extra }, {}, operation);
    expect(status).toBeLessThan(500);
    expect(body).not.toContain('undefined');
  };

  it('are explained or refused', async () => {
    await fc.assert(
      fc.asyncProperty(statement, (query) => answers(query, 'explain')),
      { numRuns: 300 },
    );
  });

  it('are answered or refused', async () => {
    await fc.assert(
      fc.asyncProperty(statement, (query) => answers(query, 'query', { fetch_size: 3 })),
      { numRuns: 150 },
    );
  });

  it('take any filter', async () => {
    const query = 'SELECT age FROM staff';
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), (filter) => answers(query, 'explain', { filter })),
      { numRuns: 150 },
    );
  });
});
