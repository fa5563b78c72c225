import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, ManualClock } from '../../../src/common/index.ts';
import type { SearchResponse } from '../../../src/search/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
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

/** What is found for all documents of a segment takes long where there are many of them, or of their terms. */
const family = {
  properties: {
    n: { type: 'long' },
    k: { type: 'keyword' },
    place: { type: 'geo_point' },
    u: { type: 'keyword' },
    j: { type: 'join', relations: { p: 'c' } },
    many: { type: 'nested', properties: { m: { type: 'long' } } },
  },
};
const members = Array.from({ length: 3000 }, (_, n) => ({
  n,
  k: `k${n % 50}`,
  place: [n % 180, n / 40],
  u: `u${n}`,
  j: n % 3 === 0 ? 'p' : { name: 'c', parent: String(n - (n % 3)) },
  ...(n % 30 === 0 ? { many: [{ m: n % 11 }, { m: n % 13 }] } : {}),
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

const low = { range: { n: { lt: 2500 } } };

const FAMILY_SEARCHES: readonly [string, JsonObject][] = [
  ['a join to children', { query: { has_child: { type: 'c', query: low } } }],
  ['a join to parents', { query: { has_parent: { parent_type: 'p', query: low, score: true } } }],
  ['a pattern of many terms', { query: { wildcard: { u: '*7*' } } }],
  ['a pattern that scores', { query: { wildcard: { u: { value: '*77*', rewrite: 'scoring_boolean' } } } }],
  [
    'two patterns that score',
    {
      query: {
        bool: {
          _name: 'b',
          should: [
            { wildcard: { u: { value: '*77*', rewrite: 'top_terms_9', _name: 'w' } } },
            { prefix: { u: { value: 'u12', rewrite: 'scoring_boolean', _name: 'p' } } },
          ],
        },
      },
    },
  ],
  [
    'a pattern that must not match',
    { query: { bool: { must: [low], must_not: [{ regexp: { u: '.*7.*' } }] } } },
  ],
  [
    'a shape',
    {
      query: {
        geo_shape: {
          place: {
            shape: {
              type: 'envelope',
              coordinates: [
                [0, 80],
                [80, 0],
              ],
            },
          },
        },
      },
    },
  ],
  ['an aggregation by a script', { aggs: { a: { filter: seventh } } }],
  ['an aggregation by a pattern', { aggs: { a: { filter: { wildcard: { u: '*7*' } } } } }],
  [
    'an aggregation of children',
    { aggs: { a: { children: { type: 'c' }, aggs: { s: { sum: { field: 'n' } } } } } },
  ],
  [
    'significant terms against a script',
    {
      query: low,
      aggs: { a: { significant_terms: { field: 'k', background_filter: seventh } } },
    },
  ],
  ['a sort by nested values', { sort: [{ 'many.m': { order: 'desc', nested: { path: 'many' } } }] }],
];

/** The documents are counted in three blocks, and then there are many buckets to choose among. */
const BUCKET_SEARCHES: readonly [string, JsonObject][] = [
  ['an aggregation of many terms', { aggs: { a: { terms: { field: 'u' } } } }],
  [
    'an aggregation of many cells',
    { aggs: { a: { geohash_grid: { field: 'place', precision: 12, size: 10 } } } },
  ],
  [
    'an aggregation of many tiles',
    { aggs: { a: { geotile_grid: { field: 'place', precision: 29, size: 10 } } } },
  ],
];

describe('the turns of a search', () => {
  let still: TestService;
  let hurried: TestService;

  beforeAll(async () => {
    const indices = [
      { name: 'i', mapping, shards: [{ documents, segments: [4000, 2000] }] },
      { name: 'f', mapping: family, shards: [{ documents: members }], routing: 'r' },
    ];
    still = await openServiceAt(new ManualClock(), ...indices);
    hurried = await openServiceAt(new SteppingClock(), ...indices);
  });

  async function expectTurns(
    index: string,
    body: JsonObject,
    plain: JsonObject,
    least: number,
  ): Promise<void> {
    const source = { ...body, size: 20, track_total_hits: true };
    const { hits, aggregations } = await still.search(index, source);
    let found: Partial<SearchResponse> = {};
    const turns = await turnsDuring(async () => {
      found = await hurried.search(index, source);
    });
    expect(hits.hits.length).toBeGreaterThan(0);
    expect(found).toMatchObject({ hits, ...(aggregations && { aggregations }) });
    const besides = await turnsDuring(() => hurried.search(index, { query: plain, size: 20, sort: ['n'] }));
    expect(turns - besides).toBeGreaterThanOrEqual(least);
  }

  it.each(SEARCHES)('come in %s', (_name, body) => expectTurns('i', body, red, 4));

  it.each(BUCKET_SEARCHES)('come in %s', (_name, body) => expectTurns('f', body, low, 5));

  it.each(FAMILY_SEARCHES)('come in %s', (_name, body) => expectTurns('f', body, low, 2));

  it('come while patterns are bound, which the time of the search does not end', async () => {
    const query = { wildcard: { u: { value: '*77*', rewrite: 'scoring_boolean' } } };
    expect(await hurried.search('f', { query, timeout: '1nanos' })).toMatchObject({ timed_out: true });
  });
});
