import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/**
 * Statements that the V2 engine's grammar of version 2.7 does not take, asked with `rockpool.corrections`: the
 * V2 engine answers or says why not; the legacy one answers only what V2 has no name for.
 */
const ANSWERS: readonly (readonly [string, readonly unknown[][] | string])[] = [
  ['SELECT a.n FROM a, b WHERE a.n = 1', [[1], [1], [1]]],
  ['SELECT n FROM a MINUS SELECT n FROM b WHERE n > 0', [[0]]],
  ['SELECT percentiles(n, 50.0) FROM a', [[{ '50.0': 1 }]]],
  ["SELECT n FROM a WHERE n = matchQuery('1')", [[1]]],
  ['SELECT missing(n) FROM a', 'unsupported function name: missing'],
  ['SELECT a.n FROM a JOIN b ON a.n = b.n WHERE COT(a.n) > 0', 'Out of range value for cot(0)'],
  ['SELECT DATE(a.s) FROM a JOIN b ON a.n = b.n', 'date:x in unsupported format, please use yyyy-MM-dd'],
];

describe('with rockpool.corrections, what only the legacy engine read', () => {
  let pool: Rockpool;

  beforeAll(async () => {
    const rows = [0, 1, 2].map((n) => ({ n, s: 'x' }));
    pool = await openRockpool({ seed: { a: { documents: rows }, b: { documents: rows } } });
    await pool.request('PUT', '/_cluster/settings', { transient: { 'rockpool.corrections': true } });
  });
  afterAll(() => pool.close());

  it.each(ANSWERS)('%s', async (query, expected) => {
    const { text } = await pool.request('POST', '/_plugins/_sql', { query });
    const { datarows, error } = JSON.parse(text);
    expect(error?.details ?? datarows).toEqual(expected);
  });
});
