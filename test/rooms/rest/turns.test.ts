import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { Rockpool, RockpoolResponse } from '../../../src/library/index.ts';
import { openPoolOver } from '../../support/pool.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';

/** Others have their turns while a request is about many fields, indices or documents, and its answer is the same. */

type Prepare = (pool: Rockpool) => Promise<unknown>;
type Ask = (pool: Rockpool) => Promise<RockpoolResponse>;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const settings = { 'index.mapping.total_fields.limit': '100000', 'index.number_of_replicas': '0' };

function wide(fields: number): { properties: Record<string, object> } {
  return { properties: Object.fromEntries(numbers(fields).map((i) => [`f${i}`, { type: 'keyword' }])) };
}

async function createMany(pool: Rockpool, count: number): Promise<void> {
  for (const i of numbers(count)) await pool.request('PUT', `/i${i}`, { settings });
}

async function index(pool: Rockpool, count: number): Promise<unknown> {
  const lines = numbers(count).map((i) => `{"index":{"_id":"${i}"}}\n{"n":${i}}\n`);
  return pool.request('POST', '/docs/_bulk?refresh=true', lines.join(''));
}

/** Words that recur, and words that do not. */
const wordy = (words: number): string =>
  numbers(words)
    .map((i) => (i % 9 === 0 ? `word${i}` : 'tide'))
    .join(' ');

/** What a request does, given how much it is about: before it, and the request itself. */
const REQUESTS: Record<string, readonly [prepare: (size: number) => Prepare, ask: (size: number) => Ask]> = {
  'an index with many fields': [
    () => async () => {},
    (size) => (pool) => pool.request('PUT', '/wide', { settings, mappings: wide(20 * size) }),
  ],
  'the capabilities of many fields': [
    (size) => (pool) => pool.request('PUT', '/wide', { settings, mappings: wide(20 * size) }),
    () => (pool) => pool.request('GET', '/wide/_field_caps?fields=*'),
  ],
  'settings of many indices': [
    (size) => (pool) => createMany(pool, size / 10),
    () => (pool) => pool.request('GET', '/_settings?include_defaults=true&filter_path=**.knn'),
  ],
  'statistics of many indices': [
    (size) => (pool) => createMany(pool, size / 10),
    () => (pool) => pool.request('GET', '/_stats?filter_path=indices.*.total.docs'),
  ],
  'shards of many indices': [
    (size) => (pool) => createMany(pool, size / 10),
    () => (pool) => pool.request('GET', '/_cat/shards?h=index,shard,state,docs'),
  ],
  'a mapping of many indices': [
    (size) => (pool) => createMany(pool, size / 10),
    () => async (pool) => {
      await pool.request('PUT', '/i*/_mapping', { properties: { more: { type: 'long' } } });
      return pool.request('GET', '/_mapping');
    },
  ],
  'many documents': [
    () => async () => {},
    (size) => async (pool) => {
      await index(pool, 20 * size);
      return pool.request('GET', '/docs/_count');
    },
  ],
  'term vectors of a long text': [
    (size) => (pool) => pool.request('PUT', '/docs/_doc/1?refresh=true', { t: wordy(200 * size) }),
    () => (pool) => pool.request('GET', '/docs/_termvectors/1?fields=t'),
  ],
  'a deletion by query': [
    (size) => (pool) => index(pool, 20 * size),
    () => async (pool) => {
      const query = { range: { n: { gte: 7 } } };
      await pool.request('POST', '/docs/_delete_by_query?refresh=true', { query });
      return pool.request('GET', '/docs/_search');
    },
  ],
};

const withoutTook = ({ status, text }: RockpoolResponse): string =>
  `${status} ${text.replace(/"took":\d+/, '')}`;

describe('the turns of a request', () => {
  it.each(Object.entries(REQUESTS))('come in %s', async (_name, [prepare, ask]) => {
    const turns: number[] = [];
    for (const size of [50, 300]) {
      const answers: string[] = [];
      for (const clock of [new ManualClock(), new SteppingClock()]) {
        const pool = await openPoolOver(new RamDirectory(), 1, clock);
        await prepare(size)(pool);
        const taken = await turnsDuring(async () => answers.push(withoutTook(await ask(size)(pool))));
        if (clock instanceof SteppingClock) turns.push(taken);
        await pool.close();
      }
      expect(answers[1]).toBe(answers[0]);
    }
    expect(turns[1]).toBeGreaterThan(3 * turns[0]);
  });
});
