import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, failureOf, type Mapping } from './support.ts';

const mapping: Mapping = { n: 'integer', kind: 'keyword', body: 'text' };

describe('significant_text', () => {
  const noise: Document[] = Array.from({ length: 10 }, () => ({ body: 'the quick fox' }));
  const copied = 'one two three four five six seven';
  const copies: Document[] = Array.from({ length: 4 }, (_, i) => ({
    body: `${copied} rare`,
    kind: 'x',
    n: i,
  }));
  const found = async (options: JsonObject) => {
    const aggs = {
      only: {
        filter: { term: { kind: 'x' } },
        aggs: { a: { significant_text: { field: 'body', ...options } } },
      },
    };
    const answer = (await aggregate(mapping, [[[...noise, ...copies]]], aggs)) as JsonObject;
    const { a } = answer.only as { a: { buckets: { key: string; bg_count: number }[] } };
    return a.buckets.map(({ key, bg_count }) => `${key} ${bg_count}`).sort();
  };

  it('finds the words of texts by their sources', async () => {
    expect(await found({ size: 20, include: 'r.*|o.*' })).toEqual(['one 4', 'rare 4']);
  });

  it('leaves out what is copied', async () => {
    expect(await found({ size: 20, filter_duplicate_text: true })).toEqual([]);
  });

  it('takes no sub-aggregations', async () => {
    const aggs = { a: { significant_text: { field: 'body' }, aggs: { b: { max: { field: 'n' } } } } };
    expect(await failureOf(mapping, [[]], JSON.stringify(aggs))).toBe(
      'aggregation_initialization_exception: Aggregator [a] of type [significant_text] cannot accept sub-aggregations',
    );
  });
});
