import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { openService, requestOf, type TestService } from './service.ts';

const mapping: JsonObject = {
  properties: {
    n: { type: 'integer' },
    word: { type: 'keyword' },
    text: { type: 'text' },
    on: { type: 'boolean' },
  },
};
const documents: readonly JsonObject[] = [
  { n: 1, word: 'a', text: 'tide pool' },
  { n: 2, word: 'b', text: 'pool' },
  { n: 3, word: ['a', 'c'], text: 'night' },
];

let opened: TestService;
beforeAll(async () => {
  opened = await openService({ name: 'i', mapping, shards: [{ documents, segments: [2, 1] }] });
});

interface Node {
  readonly type: string;
  readonly description: string;
  readonly time_in_nanos: number;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children?: readonly Node[];
}

async function profileOf(source: JsonObject) {
  const response = await opened.search('i', { profile: true, ...source });
  const { shards } = response.profile as { readonly shards: readonly JsonObject[] };
  return shards[0] as unknown as {
    readonly id: string;
    readonly searches: readonly {
      readonly query: readonly Node[];
      readonly rewrite_time: number;
      readonly collector: readonly JsonObject[];
    }[];
    readonly aggregations: readonly (Node & { readonly debug?: JsonObject })[];
  };
}

/** A tree as `Type text` with its children in brackets. */
const drawn = ({ type, description, children = [] }: Node): string =>
  `${type} ${description}${children.length === 0 ? '' : ` [${children.map(drawn).join(', ')}]`}`;

/** Query → its tree. Lucene's names and texts. */
const TREES: readonly (readonly [JsonObject, string])[] = [
  [{ match_all: {} }, 'MatchAllDocsQuery *:*'],
  [{ term: { word: 'a' } }, 'TermQuery word:a'],
  [
    { match: { text: 'tide pool' } },
    'BooleanQuery text:tide text:pool [TermQuery text:tide, TermQuery text:pool]',
  ],
  [{ match_phrase: { text: 'tide pool' } }, 'PhraseQuery text:"tide pool"'],
  [{ prefix: { word: 'a' } }, 'MultiTermQueryConstantScoreWrapper word:a*'],
  [{ wildcard: { word: 'a?c' } }, 'MultiTermQueryConstantScoreWrapper word:a?c'],
  [{ regexp: { word: 'a.*' } }, 'MultiTermQueryConstantScoreWrapper word:/a.*/'],
  [
    { terms: { word: ['b', 'a'] } },
    'ConstantScoreQuery ConstantScore(word:a word:b) [BooleanQuery word:a word:b [TermQuery word:a, TermQuery word:b]]',
  ],
  [{ range: { n: { gte: 1, lt: 5 } } }, 'IndexOrDocValuesQuery n:[1 TO 4]'],
  [{ term: { n: 2 } }, 'PointRangeQuery n:[2 TO 2]'],
  [
    { constant_score: { filter: { term: { word: 'a' } }, boost: 2 } },
    'BoostQuery (ConstantScore(word:a))^2.0',
  ],
  [
    {
      bool: {
        must: [{ term: { word: 'a' } }],
        must_not: [{ term: { word: 'b' } }],
        filter: [{ match_all: {} }],
      },
    },
    'BooleanQuery +word:a -word:b [TermQuery word:a, TermQuery word:b]',
  ],
  [
    { dis_max: { queries: [{ term: { word: 'a' } }, { term: { word: 'b' } }], tie_breaker: 0.5 } },
    'DisjunctionMaxQuery (word:a | word:b)~0.5 [TermQuery word:a, TermQuery word:b]',
  ],
  [{ exists: { field: 'word' } }, 'ConstantScoreQuery ConstantScore(*:*) [MatchAllDocsQuery *:*]'],
];

describe('profile', () => {
  it.each(TREES)('%j', async (query, tree) => {
    expect(drawn((await profileOf({ query })).searches[0].query[0])).toBe(tree);
  });

  it.each(TREES)('_validate prints %j alike', (query, tree) => {
    const text = opened.service.validate(requestOf('i', { query }), true);
    expect(tree).toContain(` ${text}`);
  });

  it('counts what was matched and scored', async () => {
    const [node] = (await profileOf({ query: { term: { text: 'pool' } } })).searches[0].query;
    expect(node.breakdown).toMatchObject({
      create_weight_count: 1,
      build_scorer_count: 2,
      next_doc_count: 4,
      score_count: 2,
    });
    const sum = Object.entries(node.breakdown).reduce(
      (n, [key, v]) => (key.endsWith('_count') ? n : n + v),
      0,
    );
    expect(node.time_in_nanos).toBe(sum);
  });

  it('runs a search of no hits as a filter', async () => {
    const [node] = (await profileOf({ size: 0, query: { term: { word: 'a' } } })).searches[0].query;
    expect(drawn(node)).toBe('ConstantScoreQuery ConstantScore(word:a) [TermQuery word:a]');
    expect(node.breakdown.score_count).toBe(0);
  });

  it.each([
    [{}, 'SimpleTopScoreDocCollector search_top_hits'],
    [{ sort: ['n'] }, 'SimpleFieldCollector search_top_hits'],
    [{ sort: ['n'], search_after: [1] }, 'PagingFieldCollector search_top_hits'],
    [{ size: 0 }, 'EarlyTerminatingCollector search_count'],
    [{ size: 0, track_total_hits: true }, 'TotalHitCountCollector search_count'],
    [{ post_filter: { match_all: {} } }, 'FilteredCollector search_post_filter'],
    [{ min_score: 0 }, 'MinimumScoreCollector search_min_score'],
    [{ aggs: { a: { max: { field: 'n' } } } }, 'MultiCollector search_multi'],
  ])('collects %j', async (source, collector) => {
    const [{ name, reason }] = (await profileOf(source)).searches[0].collector;
    expect(`${name} ${reason}`).toBe(collector);
  });

  it('measures aggregations and those within', async () => {
    const terms = { field: 'word', collect_mode: 'breadth_first' };
    const aggs = { words: { terms, aggs: { top: { max: { field: 'n' } } } } };
    const [words] = (await profileOf({ size: 0, aggs })).aggregations;
    expect(words).toMatchObject({
      type: 'GlobalOrdinalsStringTermsAggregator',
      description: 'words',
      breakdown: { initialize_count: 1, collect_count: 3, build_aggregation_count: 1 },
      debug: { deferred_aggregators: ['top'], result_strategy: 'terms', has_filter: false },
      children: [{ type: 'MaxAggregator', description: 'top' }],
    });
  });

  it.each([
    [{ terms: { field: 'n' } }, 'NumericTermsAggregator', 3],
    [{ histogram: { field: 'n', interval: 2 } }, 'NumericHistogramAggregator', 2],
    [{ terms: { field: 'word', execution_hint: 'map' } }, 'MapStringTermsAggregator', 3],
  ])('%j counts its buckets', async (agg, type, buckets) => {
    const [profile] = (await profileOf({ size: 0, aggs: { a: agg } })).aggregations;
    expect(profile).toMatchObject({ type, debug: { total_buckets: buckets } });
  });
});
