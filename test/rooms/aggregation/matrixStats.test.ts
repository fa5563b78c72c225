import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, failureOf, type Mapping, type Shards } from './support.ts';

const mapping: Mapping = { n: 'integer', m: 'double' };

const numbers = (values: readonly number[]): Document[] => values.map((n) => ({ n, m: 2 * n + 1 }));

const run = async (shards: Shards, aggs: JsonObject) =>
  JSON.stringify((await aggregate(mapping, shards, { a: aggs })).a);

describe('matrix_stats', () => {
  it('tells how fields vary together, over shards', async () => {
    const answer = JSON.parse(
      await run([[numbers([1, 2])], [numbers([3, 4, 10])]], { matrix_stats: { fields: ['n', 'm'] } }),
    );
    expect(answer.doc_count).toBe(5);
    const n = answer.fields.find((field: JsonObject) => field.name === 'n');
    expect(n).toMatchObject({ count: 5, mean: 4 });
    expect(n.variance).toBeCloseTo(12.5, 10);
    expect(n.covariance.m).toBeCloseTo(25, 10);
    expect(n.correlation.m).toBeCloseTo(1, 10);
    expect(n.skewness).toBeCloseTo(1.1384, 3);
    expect(n.kurtosis).toBeCloseTo(2.788, 10);
  });

  it.each([
    [{ fields: ['n'], script: 'x' }, /Multi-field aggregations do not support scripts/],
    [{ fields: ['n'], mode: 'odd' }, /Illegal sort mode: odd/],
  ])('refuses %j', async (options, words) => {
    expect(await failureOf(mapping, [[]], JSON.stringify({ a: { matrix_stats: options } }))).toMatch(words);
  });
});
