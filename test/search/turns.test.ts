import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, ManualClock } from '../../src/common/index.ts';
import { SteppingClock, turnsDuring } from '../support/turns.ts';
import { openServiceAt, type TestService } from './service.ts';

/** Others have their turns while a search looks at many documents one by one, and it finds the same. */

const mapping = {
  properties: {
    n: { type: 'long' },
    k: { type: 'keyword' },
    place: { type: 'geo_point' },
    t: { type: 'text' },
    q: { type: 'percolator' },
  },
};
/** Words stand in so many places that phrases are not looked for in one go. */
const long = 'red blue '.repeat(25_000);
const documents = Array.from({ length: 6000 }, (_, n) => ({
  n,
  k: `k${n % 50}`,
  place: [n % 180, n % 90],
  t: n === 7 ? long : n % 3 === 0 ? 'red green blue' : 'red blue',
  q: { term: { n: n % 7 } },
}));

const script = (source: string): JsonObject => ({ script: { script: source } });
const seventh = script("doc['n'].value % 7 == 3");
const red = { match: { t: 'red' } };

const SEARCHES: readonly [string, JsonObject][] = [
  ['a script', { query: seventh }],
  ['a script behind a query', { query: { bool: { must: [red], filter: [seventh] } } }],
  ['two scripts', { query: { bool: { filter: [seventh, script("doc['n'].value % 5 == 2")] } } }],
  ['a script that must not be true', { query: { bool: { must: [red], must_not: [seventh] } } }],
  [
    'one script twice',
    { query: { bool: { should: [seventh, { bool: { must: [red], filter: [seventh] } }] } } },
  ],
  ['a post filter', { query: red, post_filter: seventh }],
  ['script_score', { query: { script_score: { query: red, script: { source: "doc['n'].value % 100" } } } }],
  [
    'script_score with min_score',
    { query: { script_score: { query: red, min_score: 50, script: { source: "doc['n'].value % 100" } } } },
  ],
  [
    'function_score',
    {
      query: {
        function_score: { query: red, functions: [{ filter: seventh, weight: 3 }], boost_mode: 'sum' },
      },
    },
  ],
  ['a phrase', { query: { match_phrase: { t: 'red blue' } } }],
  [
    'spans',
    {
      query: {
        span_near: {
          clauses: [{ span_term: { t: 'red' } }, { span_term: { t: 'blue' } }],
          slop: 1,
          in_order: true,
        },
      },
    },
  ],
  ['intervals', { query: { intervals: { t: { match: { query: 'red blue', max_gaps: 0 } } } } }],
  ['a percolation', { query: { percolate: { field: 'q', document: { n: 3 } } } }],
  ['a sort by script', { query: red, sort: { _script: { type: 'number', script: "doc['n'].value % 997" } } }],
  ['a sort by distance', { query: red, sort: { _geo_distance: { place: '3,4' } } }],
  ['collapse', { query: red, collapse: { field: 'k' }, sort: [{ n: 'desc' }] }],
];

describe('the turns of a search', () => {
  let still: TestService;
  let hurried: TestService;

  beforeAll(async () => {
    const index = { name: 'i', mapping, shards: [{ documents, segments: [4000, 2000] }] };
    still = await openServiceAt(new ManualClock(), index);
    hurried = await openServiceAt(new SteppingClock(), index);
  });

  it.each(SEARCHES)('come in %s', async (_name, body) => {
    const source = { ...body, size: 20, track_total_hits: true };
    const { hits } = await still.search('i', source);
    let found: typeof hits | null = null;
    const turns = await turnsDuring(async () => {
      found = (await hurried.search('i', source)).hits;
    });
    expect(hits.hits.length).toBeGreaterThan(0);
    expect(found).toEqual(hits);
    const besides = await turnsDuring(() => hurried.search('i', { query: red, size: 20, sort: ['n'] }));
    expect(turns - besides).toBeGreaterThanOrEqual(4);
  });
});
