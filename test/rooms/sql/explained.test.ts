import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** Explanations are searches: pasted, they find these groups, in this order. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['HAVING COUNT(*) > 1', ['a', 'b']],
  ['HAVING VAR_POP(n) > 0', ['a']],
  ['ORDER BY STDDEV_SAMP(n) DESC', ['a', 'b', 'c']],
  ['HAVING SUM(nested(lines.qty)) > 3', ['b', 'c']],
  ['HAVING SUM(o.m) > 3', ['b', 'c']],
  ['ORDER BY SUM(o.m) DESC', ['c', 'b', 'a']],
  ['HAVING VARIANCE(nested(lines.qty)) >= 0.25', ['a', 'b']],
  ['ORDER BY SUM(nested(lines.qty)) DESC', ['c', 'b', 'a']],
];

/** Documents that the explanation of a condition finds. */
const FOUND: readonly (readonly [string, readonly number[]])[] = [
  ['g > h', [2, 3]],
  ['NOT g > h', [1, 4]],
  ["g BETWEEN h AND 'c'", [2, 3, 4]],
  ['g NOT BETWEEN h AND h', [1, 2, 3]],
  ['opened < closed', [1, 2]],
  ["UPPER(g) >= 'B'", [3, 4, 5]],
  ["IF(g BETWEEN h AND 'c', 1, 2) = 2", [1]],
];

const SELECTED: readonly string[] = [
  'COUNT(*)',
  'VAR_POP(n)',
  'STDDEV_SAMP(n)',
  'SUM(o.m)',
  'SUM(nested(lines.qty))',
];

const SEED = {
  groups: {
    mappings: { properties: { g: { type: 'keyword' }, h: { type: 'keyword' }, lines: { type: 'nested' } } },
    documents: [
      {
        _id: 1,
        g: 'a',
        h: 'b',
        opened: '2020-01-01',
        closed: '2020-01-02',
        n: 1,
        o: { m: 1 },
        lines: [{ qty: 1 }, { qty: 2 }],
      },
      { _id: 2, g: 'a', h: 'A', opened: '2020-01-01', closed: '2021-01-01', n: 5 },
      {
        _id: 3,
        g: 'b',
        h: 'a',
        opened: '2020-01-01',
        closed: '2020-01-01',
        n: 2,
        o: { m: 4 },
        lines: [{ qty: 1 }, { qty: 3 }],
      },
      { _id: 4, g: 'b', h: 'b', n: 2 },
      { _id: 5, g: 'c', n: 3, o: { m: 5 }, lines: [{ qty: 7 }] },
    ],
  },
};

describe('an explained statement runs', () => {
  let pool: Rockpool;

  beforeAll(async () => {
    pool = await openRockpool({ seed: SEED });
  });
  afterAll(() => pool.close());

  const explained = async (query: string): Promise<object> => {
    const { text } = await pool.request('POST', '/_plugins/_sql/_explain', { query });
    return JSON.parse(text);
  };
  const pasted = async (query: string) => {
    const { status, text } = await pool.request('POST', '/groups/_search', await explained(query));
    expect([status, text]).toEqual([200, expect.anything()]);
    return JSON.parse(text);
  };

  it.each(GROUPS)('with %s', async (clause, groups) => {
    const { aggregations } = await pasted(
      `SELECT g, ${SELECTED.join(', ')} FROM groups GROUP BY g ${clause}`,
    );
    expect(aggregations.g.buckets.map(({ key }: { key: string }) => key)).toEqual(groups);
  });

  it.each(FOUND)('where %s', async (condition, ids) => {
    const { hits } = await pasted(`SELECT n FROM groups WHERE ${condition} ORDER BY _id`);
    expect(hits.hits.map(({ _id }: { _id: string }) => Number(_id))).toEqual(ids);
  });

  it('counts nested documents as the rows that they are', async () => {
    const { aggregations } = await pasted('SELECT COUNT(l) AS c FROM groups o, o.lines l');
    expect(aggregations['lines@NESTED'].c.value).toBe(5);
  });
});
