import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { mapping, shards } from './fixture.ts';
import { aggregate } from './support.ts';

/** What aggregations answer: a text file for each, of a name, the aggregation and its rendered result. */
const folder = join(import.meta.dirname, 'answers');

const tables = readdirSync(folder).map((file) => {
  const rows = readFileSync(join(folder, file), 'utf8').trim().split('\n\n');
  return [file.replace('.txt', ''), rows.map((row) => row.split('\n'))] as const;
});

describe.each(tables)('%s', (_type, rows) => {
  it.each(rows)('%s', async (_name, aggregation, expected) => {
    const aggs = { a: JSON.parse(aggregation) as JsonObject };
    expect(JSON.stringify(await aggregate(mapping, shards, aggs))).toBe(`{"a":${expected}}`);
  });
});

describe('an answer', () => {
  it('has meta, and types in names where they are asked for', async () => {
    const aggs: JsonObject = {
      t: { terms: { field: 'city', size: 1 }, meta: { x: 1 }, aggs: { m: { avg: { field: 'price' } } } },
    };
    const typed = await aggregate(mapping, shards, aggs, { typedKeys: true });
    expect(JSON.stringify(typed)).toBe(
      '{"sterms#t":{"meta":{"x":1},"doc_count_error_upper_bound":0,"sum_other_doc_count":2,"buckets":[{"key":"Oslo","doc_count":3,"avg#m":{"value":2}}]}}',
    );
  });

  it('keeps names that objects treat specially', async () => {
    const aggs = JSON.parse(
      '{"__proto__":{"filters":{"filters":{"__proto__":{"match_all":{}}}}}}',
    ) as JsonObject;
    const json = JSON.stringify(await aggregate(mapping, shards, aggs));
    expect(json).toBe('{"__proto__":{"buckets":{"__proto__":{"doc_count":6}}}}');
  });
});
