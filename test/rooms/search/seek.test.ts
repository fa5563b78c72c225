import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, ManualClock, type Random, SeededRandom } from '../../../src/common/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { openServiceAt, openServiceWith, type TestService } from './service.ts';

/** What a search does to its hits costs the hits: scripts that ask for a random number tell how many documents they saw. */

class CountingRandom implements Random {
  readonly #random = new SeededRandom(7);
  asked = 0;
  onAsked: (asked: number) => void = () => undefined;

  next(): number {
    this.onAsked(++this.asked);
    return this.#random.next();
  }

  bytes(count: number): Uint8Array {
    return this.#random.bytes(count);
  }
}

const mapping: JsonObject = {
  properties: {
    n: { type: 'integer' },
    t: { type: 'text' },
    c: { type: 'nested', properties: { n: { type: 'integer' } } },
  },
};
const documents = Array.from({ length: 3000 }, (_, n) => ({
  n,
  t: n % 3 === 0 ? 'red green blue' : 'red blue',
  c: [{ n }, { n: n + 1 }],
}));

const always = { script: { script: 'Math.random() >= 0' } };
const scored = { script_score: { query: { match_all: {} }, script: { source: 'Math.random() + 1' } } };
const red = { match: { t: 'red' } };

const DOCS = documents.length;

/** Searches for five hits, and how many documents their scripts may see. */
const SEARCHES: readonly [string, JsonObject, number][] = [
  ['a rescore', { query: red, rescore: { window_size: 5, query: { rescore_query: scored } } }, 5],
  ['a rescore by a filter', { query: red, rescore: { window_size: 5, query: { rescore_query: always } } }, 5],
  [
    'a rescore behind another clause',
    {
      query: red,
      rescore: {
        window_size: 5,
        query: { rescore_query: { bool: { must: [scored], filter: [{ range: { n: { gte: 3 } } }] } } },
      },
    },
    3,
  ],
  ['an explanation', { query: scored, explain: true }, DOCS + 5],
  [
    'an explanation of a filter',
    { query: { bool: { must: [red], filter: [always] } }, explain: true },
    DOCS + 5,
  ],
  ['matched queries', { query: { script: { ...always.script, _name: 'always' } } }, DOCS + 5],
  [
    'inner hits',
    { query: { nested: { path: 'c', query: always, inner_hits: {} } }, sort: ['n'] },
    2 * DOCS + 2 * 5,
  ],
  [
    'a filter behind another clause',
    { query: { bool: { filter: [always, { range: { n: { lt: 7 } } }] } } },
    7,
  ],
  ['a search that ends early', { query: always, terminate_after: 5 }, DOCS / 2],
];

describe('seeking', () => {
  const random = new CountingRandom();
  const clock = new ManualClock();
  let service: TestService;

  beforeAll(async () => {
    const index = { name: 'i', mapping, shards: [{ documents, segments: [2000, 1000] }] };
    service = await openServiceWith({ clock, random }, index);
  });

  beforeEach(() => {
    random.asked = 0;
    random.onAsked = () => undefined;
  });

  it.each(SEARCHES)('looks at few documents for %s', async (_name, body, most) => {
    const { hits } = await service.search('i', { ...body, size: 5 });
    expect(hits.hits).toHaveLength(5);
    expect(random.asked).toBeGreaterThan(0);
    expect(random.asked).toBeLessThanOrEqual(most);
  });

  it('ends in the middle of a segment when the client has gone', async () => {
    const gone = new AbortController();
    random.onAsked = (asked) => {
      if (asked === 700) gone.abort();
    };
    const answer = service.search('i', { query: always }, { signal: gone.signal });
    await expect(answer).rejects.toMatchObject({ type: 'task_cancelled_exception' });
    expect(random.asked).toBeLessThan(DOCS / 2);
  });

  it('ends in the middle of a segment when its time is over', async () => {
    random.onAsked = (asked) => {
      if (asked === 700) clock.advance(1000);
    };
    expect(await service.search('i', { query: always, timeout: '10ms' })).toMatchObject({ timed_out: true });
    expect(random.asked).toBeLessThan(DOCS / 2);
  });

  it('lets others have their turns during a script over many documents', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => ({ n }));
    const index = { name: 'm', mapping, shards: [{ documents: many }] };
    const { search } = await openServiceAt(new SteppingClock(), index);
    const turns = await turnsDuring(() => search('m', { query: always }));
    expect(turns).toBeGreaterThan(100);
  });
});
