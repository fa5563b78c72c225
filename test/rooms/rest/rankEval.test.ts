import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

const RATINGS = [
  ['1', 3],
  ['3', 0],
  ['4', 2],
  ['9', 1],
] as const;

const ratings = RATINGS.map(([_id, rating]) => ({ _index: 'r', _id, rating }));
// Finds 1, 2, 3, 4 and 5 in this order.
const request = { query: { range: { n: { lte: 5 } } }, sort: ['n'] };
const rated = { id: 'q', request, ratings };

describe('_rank_eval', () => {
  let node: RockpoolNode;
  beforeAll(async () => {
    node = await openTestNode();
    const lines = Array.from({ length: 8 }, (_, i) => `{"index":{"_id":"${i + 1}"}}\n{"n":${i + 1}}\n`);
    await send(node.url, 'POST', '/r/_bulk?refresh', lines.join(''));
  });
  afterAll(() => node.close());

  const ask = async (body: unknown, path = '/r/_rank_eval') => {
    const { status, text } = await send(node.url, 'POST', path, body);
    return { status, text, body: JSON.parse(text) };
  };

  const log2 = Math.log2;
  const gain = 7 + 3 / log2(5);
  const ideal = 7 + 3 / log2(3) + 1 / 2;

  it.each([
    [{ precision: {} }, 2 / 5, { relevant_docs_retrieved: 2, docs_retrieved: 5 }],
    [{ precision: { ignore_unlabeled: true } }, 2 / 3, { relevant_docs_retrieved: 2, docs_retrieved: 3 }],
    [{ precision: { relevant_rating_threshold: 3, k: 2 } }, 1 / 2, { docs_retrieved: 2 }],
    [{ recall: {} }, 2 / 3, { relevant_docs_retrieved: 2, relevant_docs: 3 }],
    [{ recall: { k: 1 } }, 1 / 3, { relevant_docs: 3 }],
    [{ mean_reciprocal_rank: { relevant_rating_threshold: 2 } }, 1, { first_relevant: 1 }],
    [{ mean_reciprocal_rank: { relevant_rating_threshold: 4 } }, 0, { first_relevant: -1 }],
    [{ dcg: {} }, gain, { unrated_docs: 2 }],
    [{ dcg: { unknown_doc_rating: 1, k: 2 } }, 7 + 1 / log2(3), { unrated_docs: 1 }],
    [{ dcg: { normalize: true } }, gain / ideal, { unrated_docs: 2 }],
    [
      { expected_reciprocal_rank: { maximum_relevance: 3 } },
      7 / 8 + (1 / 8) * (3 / 8 / 4),
      { unrated_docs: 2 },
    ],
  ])('%j scores %d', async (metric, score, detail) => {
    const { body } = await ask({ requests: [rated], metric });
    expect(body.metric_score).toBeCloseTo(score, 10);
    expect(body.details.q.metric_score).toBe(body.metric_score);
    expect(body.details.q.metric_details[Object.keys(metric)[0]]).toMatchObject(detail);
    expect(body.failures).toEqual({});
  });

  it('tells hits with their ratings, sources only as far as they are asked for, and unrated documents', async () => {
    const { body } = await ask({
      requests: [{ ...rated, summary_fields: ['n'] }],
      metric: { recall: { k: 2 } },
    });
    expect(body.details.q.unrated_docs).toEqual([{ _index: 'r', _id: '2' }]);
    expect(body.details.q.hits).toMatchObject([
      { hit: { _id: '1', _source: { n: 1 } }, rating: 3 },
      { hit: { _id: '2', _source: { n: 2 } }, rating: null },
    ]);
    const bare = await ask({ requests: [rated], metric: { recall: { k: 1 } } });
    expect(bare.body.details.q.hits[0].hit).not.toHaveProperty('_source');
  });

  it('fills templates, averages over searches, and keeps the failures apart', async () => {
    const source = '{"query":{"term":{"n":"{{n}}"}}{{broken}}}';
    const of = (id: string, params: object) => ({ id, template_id: 't', params, ratings });
    const { body } = await ask({
      templates: [{ id: 't', template: { source } }],
      requests: [of('a', { n: 1 }), of('b', { n: 2 }), of('c', { n: 'x' }), of('d', { n: 1, broken: '!' })],
      metric: { precision: {} },
    });
    expect(body.metric_score).toBe(0.5);
    expect(Object.keys(body.details)).toEqual(['a', 'b']);
    expect(JSON.stringify(body.failures.c)).toContain('number_format_exception');
    expect(body.failures.d.error.type).toBe('json_parse_exception');
  });

  const metric = { precision: {} };
  it.each([
    [undefined, 'request body or source parameter is required'],
    [{ metric }, 'Required [requests]'],
    [{ requests: [rated] }, 'Required [metric]'],
    [{ requests: [], metric }, 'if no search requests with rated results are provided. Seen: []'],
    [{ requests: [rated], metric, nope: 1 }, '[rank_eval] unknown field [nope]'],
    [{ requests: [rated], metric: { nope: {} } }, 'unknown field [nope]'],
    [{ requests: [rated], metric: {} }, 'expecting token of type [FIELD_NAME] but found [END_OBJECT]'],
    [
      { requests: [rated], metric: { recall: {}, dcg: {} } },
      'expecting token of type [END_OBJECT] but found [FIELD_NAME]',
    ],
    [{ requests: [rated], metric: { precision: { k: 0 } } }, 'Window size k must be positive.'],
    [
      { requests: [rated], metric: { recall: { relevant_rating_threshold: -1 } } },
      'must be positive integer.',
    ],
    [{ requests: [rated], metric: { precision: { nope: 1 } } }, '[precision] unknown field [nope]'],
    [{ requests: [rated], metric: { expected_reciprocal_rank: {} } }, 'Required [maximum_relevance]'],
    [{ requests: [{ ...rated, params: { a: 1 } }], metric }, 'Ambiguous rated request'],
    [{ requests: [{ id: 'q', ratings }], metric }, 'Need to set at least test request'],
    [{ requests: [{ id: 'q', ratings, params: { a: 1 } }], metric }, 'need to set id of template'],
    [
      { requests: [{ id: 'q', ratings, params: { a: 1 }, template_id: 't' }], metric },
      'Seen for request id: q',
    ],
    [
      { requests: [{ ...rated, request: { aggs: { a: { max: { field: 'n' } } } } }], metric },
      'contain aggregations',
    ],
    [{ requests: [{ ...rated, request: { query: { nope: {} } } }], metric }, 'unknown query [nope]'],
    [
      { requests: [{ ...rated, ratings: [ratings[0], ratings[0]] }], metric },
      'duplicate rated document key [{',
    ],
    [{ requests: [{ ...rated, ratings: [{ _id: '1', rating: 1 }] }], metric }, 'Required [_index]'],
    [
      { requests: [rated], metric, max_concurrent_searches: 0 },
      'maxConcurrentSearchRequests must be positive',
    ],
  ])('refuses %j', async (body, problem) => {
    const answer = await ask(body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.text.replaceAll('\\"', '"')).toContain(problem);
  });
});
