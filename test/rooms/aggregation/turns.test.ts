import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { aggregate } from './support.ts';

/** Others have their turns while many documents are collected, and many buckets put in order. */

const mapping = { k: 'long', n: 'long' };
const documents = Array.from({ length: 9000 }, (_, n) => ({ k: n % 3000, n }));

function turnsOf(aggregation: Parameters<typeof aggregate>[2][string]): Promise<number> {
  const clock = new SteppingClock();
  return turnsDuring(() => aggregate(mapping, [[documents]], { a: aggregation }, { clock }));
}

it('gives turns between blocks of documents', async () => {
  expect(await turnsOf({ sum: { field: 'n' } })).toBeGreaterThanOrEqual(2);
});

it('gives turns between blocks of documents that the query need not find', async () => {
  const global = await turnsOf({ global: {}, aggs: { s: { sum: { field: 'n' } } } });
  expect(global - (await turnsOf({ global: {} }))).toBeGreaterThanOrEqual(8);
});

it('gives turns between the buckets of a composite aggregation', async () => {
  const sources = ['k', 'n'].map((field) => ({ [field]: { terms: { field } } }));
  const whole = await turnsOf({ composite: { sources, size: 10 } });
  const later = await turnsOf({ composite: { sources, size: 10, after: { k: 1500, n: 0 } } });
  expect(Math.min(whole, later) - (await turnsOf({ sum: { field: 'n' } }))).toBeGreaterThanOrEqual(8);
});

it('gives turns between the buckets that are built, and between those that are rendered', async () => {
  const terms = { field: 'k', size: 3000 };
  const whole = await turnsOf({ terms, aggs: { s: { sum: { field: 'n' } } } });
  const without = await turnsOf({ terms });
  expect(whole - without).toBeGreaterThanOrEqual(2900);
  expect(without - (await turnsOf({ terms: { ...terms, size: 10 } }))).toBeGreaterThanOrEqual(300);
});

it('gives turns between the buckets of each pipeline', async () => {
  const histogram = { field: 'k', interval: 1 };
  const sum = { s: { sum: { field: 'n' } } };
  const plain = await turnsOf({ histogram, aggs: sum });
  const pipelines: JsonObject[] = [
    { derivative: { buckets_path: 's' } },
    { bucket_selector: { buckets_path: { s: 's' }, script: 'params.s > -1' } },
    { bucket_sort: { sort: [{ s: 'desc' }] } },
  ];
  for (const p of pipelines) {
    expect((await turnsOf({ histogram, aggs: { ...sum, p } })) - plain).toBeGreaterThanOrEqual(2900);
  }
});

it('renders buckets by their keys in the order in which they stand', async () => {
  const a = { histogram: { field: 'k', interval: 100, keyed: true }, aggs: { m: { max: { field: 'n' } } } };
  const answer = await aggregate(mapping, [[documents]], { f: { filter: { match_all: {} }, aggs: { a } } });
  const keys = Array.from({ length: 30 }, (_, i) => i * 100);
  const buckets = Object.fromEntries(
    keys.map((key) => [`${key}.0`, { key, doc_count: 300, m: { value: key + 6099 } }]),
  );
  expect(JSON.stringify(answer)).toBe(JSON.stringify({ f: { doc_count: 9000, a: { buckets } } }));
});
