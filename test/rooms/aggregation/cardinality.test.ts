import { describe, expect, it } from 'vitest';
import { aggregate, failureOf, type Mapping } from './support.ts';

/** The numbers 0 … 999: threshold → what 2.7 answers. */
const cases: readonly (readonly [number, number])[] = [
  [0, 1568],
  [3, 1196],
  [10, 1102],
  [23, 1034],
  [3000, 1000],
];

const mapping: Mapping = { n: 'long' };
const documents = Array.from({ length: 1000 }, (_, n) => ({ n }));

describe('cardinality', () => {
  it.each(cases)('estimates above a threshold of %i', async (threshold, numbers) => {
    const aggs = { a: { cardinality: { field: 'n', precision_threshold: threshold } } };
    const one = await aggregate(mapping, [[documents]], aggs);
    const two = await aggregate(mapping, [[documents.slice(0, 400)], [documents.slice(300)]], aggs);
    expect([one.a, two.a]).toEqual([{ value: numbers }, { value: numbers }]);
  });

  it('has no hint', async () => {
    expect(
      await failureOf(mapping, [[]], '{"a": {"cardinality": {"field": "n", "execution_hint": "x"}}}'),
    ).toBe('x_content_parse_exception: [1:38] [cardinality] unknown field [execution_hint]');
  });
});
