import { type JsonObject, SeededRandom } from '../../src/common/index.ts';
import { aggregations, type HeldRequests, queries, searches } from './request.ts';

/** Questions with their answers and votes: what joins, nested documents, places, addresses and ranges are asked. */

export const postsMapping = {
  settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
  mappings: {
    properties: {
      post: { type: 'join', relations: { question: 'answer' } },
      tag: { type: 'keyword' },
      size: { type: 'integer' },
      place: { type: 'geo_point' },
      address: { type: 'ip' },
      open: { type: 'integer_range' },
      weight: { type: 'rank_feature' },
      votes: { type: 'nested', properties: { by: { type: 'keyword' }, stars: { type: 'integer' } } },
    },
  },
};

const ANSWERS = 4;

/** `count` posts, one question in five; each question has two votes. */
export function* postBodies(count: number, perBody: number): Generator<string> {
  const random = new SeededRandom(11);
  const below = (n: number): number => Math.floor(random.next() * n);
  let lines: string[] = [];
  let question = 0;
  for (let id = 0; id < count; id++) {
    const isQuestion = id % (ANSWERS + 1) === 0;
    if (isQuestion) question = id;
    const from = below(1000);
    const post: JsonObject = {
      post: isQuestion ? 'question' : { name: 'answer', parent: String(question) },
      tag: [`t${below(50)}`, `t${below(1000)}`],
      size: below(1000),
      place: [below(360_000) / 1000 - 180, below(170_000) / 1000 - 85],
      address: `10.${below(256)}.${below(256)}.${below(256)}`,
      open: { gte: from, lt: from + 1 + below(100) },
      weight: 1 + below(100),
    };
    if (isQuestion) post.votes = [0, 1].map(() => ({ by: `u${below(10_000)}`, stars: below(6) }));
    lines.push(`{"index":{"_id":"${id}","routing":"${question}"}}`, JSON.stringify(post));
    if (lines.length < perBody * 2 && id < count - 1) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
}

const large = { range: { size: { gte: 100 } } };
const manyStars = { range: { 'votes.stars': { gte: 1 } } };
const square = Array.from({ length: 200 }, (_, i) => [
  100 * Math.cos((i / 100) * Math.PI),
  60 * Math.sin((i / 100) * Math.PI),
]);

const clauses: Readonly<Record<string, JsonObject>> = {
  has_child: { has_child: { type: 'answer', query: large } },
  'has_child, scored': { has_child: { type: 'answer', query: large, score_mode: 'sum' } },
  has_parent: { has_parent: { parent_type: 'question', query: large } },
  'has_parent, scored': { has_parent: { parent_type: 'question', query: large, score: true } },
  parent_id: { parent_id: { type: 'answer', id: '0' } },
  nested: { nested: { path: 'votes', query: manyStars } },
  'nested, not': { bool: { must_not: [{ nested: { path: 'votes', query: manyStars } }] } },
  geo_distance: { geo_distance: { place: [10, 20], distance: '3000km' } },
  geo_bounding_box: { geo_bounding_box: { place: { top_left: [-100, 60], bottom_right: [100, -60] } } },
  geo_polygon: {
    geo_polygon: { place: { points: square.map(([lon, lat]) => ({ lon, lat })) } },
  },
  geo_shape: {
    geo_shape: { place: { shape: { type: 'polygon', coordinates: [[...square, square[0]]] } } },
  },
  'addresses of a net': { term: { address: '10.0.0.0/9' } },
  'range of ranges': { range: { open: { gte: 100, lt: 900, relation: 'within' } } },
  'term in ranges': { term: { open: 500 } },
  rank_feature: { rank_feature: { field: 'weight' } },
  'distance_feature of a place': { distance_feature: { field: 'place', origin: [1, 2], pivot: '100km' } },
  'decay of a place': {
    function_score: { query: { match_all: {} }, exp: { place: { origin: '1,2', scale: '100km' } } },
  },
};

const nested = (aggs: JsonObject): JsonObject => ({ nested: { path: 'votes' }, aggs });
const answered: JsonObject = { term: { post: 'answer' } };

const metricsAndBuckets: Readonly<Record<string, JsonObject>> = {
  children: { children: { type: 'answer' }, aggs: { a: { avg: { field: 'size' } } } },
  'children in terms': {
    terms: { field: 'tag' },
    aggs: { c: { children: { type: 'answer' }, aggs: { a: { avg: { field: 'size' } } } } },
  },
  parent: { parent: { type: 'answer' }, aggs: { a: { avg: { field: 'size' } } } },
  nested: nested({ a: { avg: { field: 'votes.stars' } } }),
  reverse_nested: nested({
    s: {
      terms: { field: 'votes.stars' },
      aggs: { r: { reverse_nested: {}, aggs: { t: { terms: { field: 'tag' } } } } },
    },
  }),
  'terms of several values': { terms: { field: 'tag', size: 1000 } },
  geohash_grid: { geohash_grid: { field: 'place', precision: 5 } },
  geotile_grid: { geotile_grid: { field: 'place', precision: 10, size: 10_000 } },
  geo_distance: {
    geo_distance: { field: 'place', origin: '1,2', unit: 'km', ranges: [{ to: 1000 }, { from: 1000 }] },
  },
  geo_bounds: { geo_bounds: { field: 'place' } },
  geo_centroid: { geo_centroid: { field: 'place' } },
  ip_range: { ip_range: { field: 'address', ranges: [{ to: '10.100.0.0' }, { mask: '10.0.0.0/9' }] } },
  'terms of addresses': { terms: { field: 'address' } },
  'histogram of ranges': { histogram: { field: 'open', interval: 10 } },
  'filter of parents': { filter: { has_parent: { parent_type: 'question', query: large } } },
  'filters of children': {
    filters: { filters: { a: { has_child: { type: 'answer', query: large } }, b: answered } },
  },
  'filter of votes': { filter: { nested: { path: 'votes', query: manyStars } } },
  'adjacency_matrix of parents': {
    adjacency_matrix: {
      filters: { a: { has_parent: { parent_type: 'question', query: large } }, b: large },
    },
  },
  'significant_terms of children': {
    filter: answered,
    aggs: {
      s: {
        significant_terms: {
          field: 'tag',
          background_filter: { has_child: { type: 'answer', query: large } },
        },
      },
    },
  },
};

const others: Readonly<Record<string, JsonObject>> = {
  'inner hits of children': {
    size: 1000,
    query: { has_child: { type: 'answer', query: large, inner_hits: {} } },
  },
  'inner hits of votes': {
    size: 1000,
    query: { nested: { path: 'votes', query: manyStars, inner_hits: {} } },
  },
  'sort by votes': { sort: [{ 'votes.stars': { order: 'desc', mode: 'max', nested: { path: 'votes' } } }] },
  'sort by distance': { sort: [{ _geo_distance: { place: [1, 2] } }] },
  'sort by several values': { sort: [{ tag: 'asc' }] },
  'post_filter of children': { post_filter: { has_child: { type: 'answer', query: large } } },
  'children that must not be': {
    query: { bool: { filter: [large], must_not: [{ has_child: { type: 'answer', query: large } }] } },
  },
};

/** By family and name. */
export const postsRequests: Readonly<Record<string, HeldRequests>> = {
  'clause of posts': queries('posts', clauses),
  'aggregation of posts': aggregations('posts', metricsAndBuckets),
  'other of posts': searches('posts', others),
};
