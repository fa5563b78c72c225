import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** Correlated EXISTS over many different rows, which one scan of the inner table answers: as one search for each would. */

const outer = Array.from({ length: 150 }, (_, n) => ({ n, k: n % 10 === 3 ? null : n, s: `s${n % 7}` }));
const inner = Array.from({ length: 60 }, (_, i) => ({
  k: i % 20 === 7 ? null : i * 3,
  s: `s${i % 5}`,
  v: i,
}));

let pool: Rockpool;
beforeAll(async () => {
  const properties = { n: { type: 'integer' }, k: { type: 'integer' }, v: { type: 'integer' } };
  const mapped = (documents: readonly object[]) => ({
    mappings: { properties: { ...properties, s: { type: 'keyword' } } },
    documents: [...documents],
  });
  pool = await openRockpool({ seed: { o: mapped(outer), i: mapped(inner) } as never });
  await pool.request('PUT', '/_cluster/settings', { transient: { 'rockpool.corrections': true } });
});
afterAll(() => pool.close());

type Test = (o: (typeof outer)[number], i: (typeof inner)[number]) => boolean;

it.each<[string, Test]>([
  ['i.k = o.k', (o, i) => o.k !== null && i.k === o.k],
  ['o.k = i.k AND i.v > 20', (o, i) => o.k !== null && i.k === o.k && i.v > 20],
  ['i.k = o.k AND i.s = o.s', (o, i) => o.k !== null && i.k === o.k && i.s === o.s],
  ['i.k + 1 = o.k * 2', (o, i) => o.k !== null && i.k !== null && i.k + 1 === o.k * 2],
  ['i.k = o.k AND i.v < o.n', (o, i) => o.k !== null && i.k === o.k && i.v < o.n],
])('EXISTS … WHERE %s', async (condition, test) => {
  const numbers = async (exists: string): Promise<number[]> => {
    const query = `SELECT o.n FROM o WHERE ${exists} (SELECT 1 FROM i WHERE ${condition})`;
    const { text } = await pool.request('POST', '/_plugins/_sql', { query });
    const { datarows, error } = JSON.parse(text);
    expect(error).toBeUndefined();
    return datarows.flat();
  };
  const has = outer.filter((o) => inner.some((i) => test(o, i))).map(({ n }) => n);
  expect(await numbers('EXISTS')).toEqual(has);
  const hasNot = outer.map(({ n }) => n).filter((n) => !has.includes(n));
  expect(await numbers('NOT EXISTS')).toEqual(hasNot);
});
