import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** Joins as the original's legacy engine runs and explains them; what it cannot do, V2 answers. */

const dept = [
  { id: 1, name: 'Docks', budget: 10, lead: 'Ann', opened: '2001-02-03' },
  { id: 2, name: 'Radio', budget: 20, lead: 'Bo', opened: '2002-03-04' },
  { id: 3, name: 'Empty', budget: 30, lead: 'Cy', opened: '2003-04-05' },
];
const staff = [
  { n: 1, dept: 2, who: 'Bo', age: 40, tags: ['a', 'b'], joined: '2020-01-01', address: { zip: '1' } },
  { n: 2, dept: 1, who: 'Di', age: 30, tags: ['c'], joined: '2021-01-01', address: { zip: '2' } },
  { n: 3, dept: 2, who: 'Ed', tags: ['a', 'b'], joined: '2022-01-01', address: { zip: '3' } },
  { n: 4, who: 'Fay', age: 50, joined: '2023-01-01' },
];
const properties = {
  dept: {
    id: { type: 'short' },
    name: { type: 'keyword' },
    budget: { type: 'long' },
    lead: { type: 'keyword' },
    opened: { type: 'date' },
  },
  staff: {
    n: { type: 'long' },
    dept: { type: 'short' },
    who: { type: 'keyword' },
    age: { type: 'integer' },
    tags: { type: 'keyword' },
    joined: { type: 'date' },
    address: { properties: { zip: { type: 'keyword' } } },
  },
};
const wide = [
  { k: 1, o: { big: 12345678901234568 }, x: 'a\0b', y: 'c', t: 'two words' },
  { k: '1', o: { big: 12345678901234568 }, x: 'a', y: 'b\0c', t: 'words' },
];

const ON = 'staff s JOIN dept d ON s.dept = d.id';
const LEFT = 'staff s LEFT JOIN dept d ON s.dept = d.id';

const ROWS: readonly (readonly [sql: string, columns: string, rows: readonly unknown[][]])[] = [
  // Columns by table, rows by the second table.
  [
    `SELECT d.name, s.n FROM ${ON}`,
    's.n d.name',
    [
      [2, 'Docks'],
      [1, 'Radio'],
      [3, 'Radio'],
    ],
  ],
  [`SELECT s.n x, d.name AS y FROM ${ON} WHERE s.n = 2`, 's.n/x d.name/y', [[2, 'Docks']]],
  [
    `SELECT s.n, d.name FROM ${LEFT} WHERE s.n > 2`,
    's.n d.name',
    [
      [3, 'Radio'],
      [4, null],
    ],
  ],
  ['SELECT s.n, d.name FROM staff s RIGHT JOIN dept d ON s.dept = d.id WHERE d.id > 2', 's.n d.name', []],
  ['SELECT n, name FROM staff JOIN dept ON dept = id WHERE n = 2', 'staff_0.n dept_1.name', [[2, 'Docks']]],
  [`SELECT s.who FROM ${ON} WHERE s.n = 1 OR d.id = 1`, 's.who', []],
  [
    'SELECT s.n, d.name FROM staff s JOIN dept d ON s.dept = d.id OR s.who = d.lead',
    's.n d.name',
    [
      [2, 'Docks'],
      [1, 'Radio'],
      [3, 'Radio'],
    ],
  ],
  [
    'SELECT s.n, d.id FROM staff s CROSS JOIN dept d WHERE s.n = 1',
    's.n d.id',
    [
      [1, 1],
      [1, 2],
      [1, 3],
    ],
  ],
  [
    'SELECT s.n, d.id FROM staff s JOIN dept d ON s.dept < d.id WHERE s.n < 3',
    's.n d.id',
    [
      [1, 3],
      [2, 2],
      [2, 3],
    ],
  ],
  [
    'SELECT s.n, d.id FROM staff s JOIN dept d ON NOT s.dept = d.id WHERE s.n = 1',
    's.n d.id',
    [
      [1, 1],
      [1, 3],
    ],
  ],
  // By the first table's columns before the second's, all in the direction of the last.
  [
    `SELECT d.name, d.id, s.n FROM ${ON} ORDER BY d.id DESC, s.n ASC`,
    's.n d.name d.id',
    [
      [3, 'Radio', 2],
      [2, 'Docks', 1],
      [1, 'Radio', 2],
    ],
  ],
  // ORDER BY what is not fetched, or has no value, breaks the original off.
  [
    `SELECT d.name, s.n FROM ${ON} ORDER BY s.who DESC`,
    'name n',
    [
      ['Radio', 3],
      ['Docks', 2],
      ['Radio', 1],
    ],
  ],
  [
    `SELECT s.n, s.age FROM ${LEFT} ORDER BY s.age`,
    'n age',
    [
      [3, null],
      [2, 30],
      [1, 40],
      [4, 50],
    ],
  ],
  [`SELECT s.n FROM ${LEFT} LIMIT 1 OFFSET 2`, 's.n', [[2]]],
  [`SELECT s.n FROM ${ON} LIMIT 0`, 's.n', [[2], [1], [3]]],
  [
    `SELECT d.id, COUNT(s.n) FROM ${ON} GROUP BY d.id`,
    's.COUNT(n) d.id d.COUNT(s.n)',
    [
      [null, 1, null],
      [null, 2, null],
      [null, 2, null],
    ],
  ],
  [`SELECT UPPER(d.name) AS u FROM ${ON} WHERE s.n = 2`, 'UPPER(d.name)/u', [['DOCKS']]],
  // Scripts fail on the documents that they are run on: on none, nothing does.
  [`SELECT s.n, ABS(s.n) AS v FROM ${ON} WHERE s.n > 100`, 's.n s.v d.v', []],
  // A multi-field is not in a source, unless its field is asked for too.
  ['SELECT a.t.keyword FROM wide a JOIN wide b ON a.x = b.x', 'a.t.keyword', [[null], [null]]],
  [
    'SELECT a.t, a.t.keyword FROM wide a JOIN wide b ON a.x = b.x',
    'a.t a.t.keyword',
    [
      ['two words', 'two words'],
      ['words', 'words'],
    ],
  ],
  // One date column of a row is formatted: the first in the order of a hash set.
  [
    `SELECT s.joined, d.opened FROM ${ON} WHERE s.n = 2`,
    's.joined d.opened',
    [['2021-01-01 00:00:00.000', '2001-02-03']],
  ],
  [
    `SELECT d.* FROM ${ON} WHERE s.n = 2`,
    'd.opened d.lead d.name d.id d.budget',
    [['2001-02-03 00:00:00.000', 'Ann', 'Docks', 1, 10]],
  ],
  [`SELECT s.address, s._id FROM ${ON} WHERE s.n = 2`, 's.address', [[{ zip: '2' }]]],
  // Keys have types; lists are equal by what is in them.
  ['SELECT a.k FROM wide a JOIN wide b ON a.k = b.k', 'a.k', [[1], ['1']]],
  ['SELECT a.x FROM wide a JOIN wide b ON a.x = b.x AND a.y = b.y', 'a.x', [['a\0b'], ['a']]],
  ['SELECT a.y FROM wide a JOIN wide b ON a.o = b.o', 'a.y', [['c'], ['b\0c'], ['c'], ['b\0c']]],
  [
    'SELECT UPPER(a.y) AS u FROM wide a JOIN wide b ON a.o = b.o AND a.x = b.x',
    'UPPER(a.y)/u',
    [['C'], ['B\0C']],
  ],
  ['SELECT a.n, b.n FROM staff a JOIN staff b ON a.tags = b.tags WHERE a.n + 0 < b.n', 'n n', [[1, 3]]],
  // Hints are known by one blank; limits are of the tables.
  [`SELECT /*! JOIN_TABLES_LIMIT(2,1) */ s.n FROM ${ON}`, 's.n', [[2]]],
  [
    `SELECT /*! USE_NL */ s.n, d.name FROM ${LEFT}`,
    's.n d.name',
    [
      [1, 'Radio'],
      [2, 'Docks'],
      [3, 'Radio'],
      [4, null],
    ],
  ],
  [
    `SELECT /*! USE_NL */ s.n, d.* FROM ${ON} WHERE s.n = 2`,
    's.n d.opened d.lead d.name d.id d.budget',
    [[2, null, null, null, null, null]],
  ],
  // Loops compare a text with the words of the other, whole ones are found by no word.
  [
    'SELECT /*! USE_NL */ a.k, b.t FROM wide a JOIN wide b ON a.t = b.t',
    'a.k b.t',
    [
      ['1', 'two words'],
      ['1', 'words'],
    ],
  ],
  [`SELECT /*! USE_NL */ /*! NL_MULTISEARCH_SIZE(3) */ s.n FROM ${LEFT}`, 's.n', [[1], [2], [3]]],
  [`SELECT /*! HASH_WITH_TERMS_FILTER*/ s.n FROM staff s JOIN dept d ON s.who = d.lead`, 's.n', []],
  [`SELECT /*! HASH_WITH_TERMS_FILTER */ s.n FROM staff s JOIN dept d ON s.who = d.lead`, 's.n', [[1]]],
  // IN (SELECT …) is the join, a comma one search of both.
  ['SELECT n FROM staff WHERE dept IN (SELECT id FROM dept WHERE budget > 10)', 'staff_0.n', [[1], [3]]],
  [
    'SELECT COUNT(*) FROM staff s WHERE s.dept IN (SELECT id FROM dept) AND n = 1',
    's.COUNT(*) dept_0.COUNT(*)',
    [[null, null]],
  ],
  ['SELECT s.n, d.name FROM staff s, dept d WHERE s.n < 3', 's.n d.name', []],
  [
    'SELECT s.n, d.name FROM staff s, dept d WHERE s.dept = d.id AND s.n < 3 ORDER BY s.n',
    'n name',
    [
      [1, 'Radio'],
      [2, 'Docks'],
    ],
  ],
];

const REFUSALS: readonly (readonly [sql: string, details: string])[] = [
  [`SELECT id FROM dept a JOIN dept b ON a.id = b.id`, 'Field name [id] is ambiguous'],
  ['SELECT id FROM dept JOIN dept ON id = id', 'Not unique table/alias: [dept]'],
  [`SELECT s.n x FROM ${ON} ORDER BY x`, 'table alias or field name missing'],
  [`SELECT s.n FROM ${ON} ORDER BY ABS(s.n)`, 'order by field on join request should have alias before'],
  [`SELECT s.n FROM ${ON} AND d.id > 1`, 'condition was:AND d.id GT 1'],
  [`SELECT s.n FROM ${ON} WHERE (s.n = 1 AND d.id = 1) OR s.n = 2`, 'Currently support only one hierarchy'],
  [`SELECT s.n FROM ${ON} JOIN dept e ON e.id = d.id`, 'currently supports only 2 tables join'],
];

const PLANS: readonly (readonly [sql: string, parts: readonly string[]])[] = [
  [
    `SELECT d.id, s.who AS w, d.name FROM ${ON} WHERE s.n < 3 ORDER BY d.id DESC LIMIT 3`,
    [
      '"Project [ columns=[d.name, d.id, s.who] ]": {"Top [ count=3 ]": {"QuickSort [ columns=[d.id], order=DESC ]"',
      'BlockHashJoin[ conditions=( s.dept = d.id ), type=JOIN, blockSize=[FixedBlockSize with size=10000] ]',
      'Scroll [ staff as s, pageSize=10000 ]',
      'Sort [ columns=[d.id] order=DESC ]',
      'Filter [ conditions=[AND ( AND n LT 3 ) ] ]',
    ],
  ],
  [
    'SELECT s.n FROM staff s INNER JOIN dept d ON s.dept = d.id',
    ['type=INNER_JOIN', 'Project [ columns=[d.id] ]'],
  ],
  [`SELECT /*! JOIN_ALGORITHM_BLOCK_SIZE(5) */ s.n FROM ${ON}`, ['FixedBlockSize with size=5']],
  [`SELECT /*! JOIN_ALGORITHM_USE_LEGACY */ s.n FROM ${ON}`, ['HashJoin  first query:\n']],
  [
    'SELECT d.id FROM staff s CROSS JOIN dept d',
    ['Project [ columns=[] ]', 'Join [ conditions= type=CROSS_JOIN ]'],
  ],
  [`SELECT /*! USE_NL */ s.n FROM ${ON}`, ['"term":{"s.dept":{"boost":1,"value":"d.id"}}']],
];

describe('joins', () => {
  let pool: Rockpool;
  const ask = async (query: string, path = ''): Promise<string> =>
    (await pool.request('POST', `/_plugins/_sql${path}`, { query })).text;

  beforeAll(async () => {
    const mapped = (name: keyof typeof properties, documents: object[]): object => ({
      mappings: { properties: properties[name] },
      documents: documents.map((source) => ({ ...source })),
    });
    const seed = { dept: mapped('dept', dept), staff: mapped('staff', staff), wide: { documents: wide } };
    pool = await openRockpool({ seed: seed as never });
  });
  afterAll(() => pool.close());

  it.each(ROWS)('%s', async (query, columns, rows) => {
    const { schema, datarows, error } = JSON.parse(await ask(query));
    expect(error?.details ?? datarows).toEqual(rows);
    const names = schema.map(({ name, alias }: { name: string; alias?: string }) =>
      alias ? `${name}/${alias}` : name,
    );
    expect(names.join(' ')).toBe(columns);
  });

  it.each(PLANS)('explains %s', async (query, parts) => {
    const text = await ask(query, '/_explain');
    for (const part of parts) expect(text).toContain(part);
  });

  describe('where nothing beyond the original is answered', () => {
    beforeAll(() => pool.request('PUT', '/_cluster/settings', { transient: { 'rockpool.strict': true } }));

    it.each(REFUSALS)('%s', async (query, details) => {
      expect(JSON.parse(await ask(query)).error.details).toContain(details);
    });
  });
});
