import { ask, joined, type LimitCase, many, search } from './limitCase.ts';

const documents = many(12, (n) => ({ n, tag: `t${n}`, v: [n, 1] }));
const INDEX = {
  mappings: { properties: { n: { type: 'integer' }, tag: { type: 'keyword' }, text: { type: 'text' } } },
};
const VECTORS = {
  settings: { 'index.knn': true },
  mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
};
const script = (source: string): object => ({ script: { source } });

function deepQuery(levels: number): object {
  let query: object = { match_all: {} };
  for (let i = 1; i < levels; i++) query = { bool: { must: [query] } };
  return { query };
}

export const searches = {
  resultWindow: {
    set: 20,
    use: (count) => [search({ from: 5, size: count - 5 })],
    words: 'from + size must be less than or equal to: [20] but was [21].',
  },
  innerResultWindow: {
    set: 3,
    index: { mappings: { properties: { o: { type: 'nested' } } } },
    docs: [{ o: { n: 1 } }],
    use: (count) => [
      search({ query: { nested: { path: 'o', query: { match_all: {} }, inner_hits: { size: count } } } }),
    ],
    words: "'s from + size must be less than or equal to: [3] but was [4].",
  },
  rescoreWindow: {
    set: 5,
    use: (count) => [
      search({ rescore: { window_size: count, query: { rescore_query: { match_all: {} } } } }),
    ],
    words: 'Rescore window [6] is too large. It must be less than [5].',
  },
  docvalueFields: {
    set: 2,
    index: INDEX,
    use: (count) => [search({ docvalue_fields: many(count, () => 'n') })],
    words: 'Trying to retrieve too many docvalue_fields. Must be less than or equal to: [2] but was [3].',
  },
  scriptFields: {
    set: 2,
    use: (count) => [
      search({ script_fields: Object.fromEntries(many(count, (i) => [`s${i}`, script('1')])) }),
    ],
    words: 'Trying to retrieve too many script_fields. Must be less than or equal to: [2] but was [3].',
  },
  slicesPerScroll: {
    set: 3,
    use: (count) => [['POST /{index}/_search?scroll=1m', { slice: { id: 0, max: count } }]],
    words:
      'The number of slices [4] is too large. It must be less than [3]. This limit can be set by changing the [index.max_slices_per_scroll]',
  },
  slicesPerPit: {
    set: 3,
    async use(count, place) {
      const { text } = await ask(place, ['POST /{index}/_search/point_in_time?keep_alive=1m']);
      const { pit_id: id } = JSON.parse(text) as { pit_id: string };
      return ask(place, ['POST /_search', { pit: { id }, slice: { id: 0, max: count } }]);
    },
    words:
      'The number of slices [4] is too large. It must be less than [3]. This limit can be set by changing the [index.max_slices_per_pit]',
  },
  highlightOffset: {
    set: 30,
    index: INDEX,
    use: (count) => [
      ['PUT /{index}/_doc/1?refresh=true', { text: 'fish '.repeat(20).slice(0, count) }],
      search({ query: { match: { text: 'fish' } }, highlight: { type: 'plain', fields: { text: {} } } }),
    ],
    words: 'has exceeded [30] - maximum allowed to be analyzed for highlighting.',
  },
  searchedShards: {
    set: 2,
    use: (count) => [
      [`PUT /{index}-${count}`, { settings: { number_of_shards: count } }],
      [`POST /{index}-${count}/_search`],
    ],
    words: 'Trying to query 3 shards, which is over the limit of 2.',
  },
  buckets: {
    set: 3,
    index: INDEX,
    docs: documents,
    use: (count) => [
      search({ query: { range: { n: { lt: count } } }, aggs: { a: { terms: { field: 'n' } } } }),
    ],
    status: 503,
    words: 'Trying to create too many buckets. Must be less than or equal to: [3] but was [4].',
  },
  bucketBytes: {
    set: 64,
    accepted: 4,
    refused: 5,
    index: INDEX,
    docs: documents,
    use: (count) => [
      search({ query: { range: { n: { lt: count } } }, aggs: { a: { terms: { field: 'n' } } } }),
    ],
    status: 429,
    words: '[request] Data too large, data for [allocated_buckets] would be [80/80b]',
  },
  adjacencyFilters: {
    set: 3,
    use: (count) => [
      search({
        aggs: {
          a: {
            adjacency_matrix: {
              filters: Object.fromEntries(many(count, (i) => [`f${i}`, { match_all: {} }])),
            },
          },
        },
      }),
    ],
    words: 'Number of filters is too large, must be less than or equal to: [3] but was [4].',
  },
  openScrolls: {
    set: 2,
    use: (count) => [
      ['DELETE /_search/scroll/_all'],
      ...many(count, () => ['POST /{index}/_search?scroll=1m'] as const),
    ],
    status: 429,
    words: 'Trying to create too many scroll contexts. Must be less than or equal to: [2].',
  },
  openPits: {
    set: 2,
    use: (count) => [
      ['DELETE /_search/point_in_time/_all'],
      ...many(count, () => ['POST /{index}/_search/point_in_time?keep_alive=1m'] as const),
    ],
    status: 429,
    words: 'Trying to create too many Point In Time contexts. Must be less than or equal to: [2].',
  },
  keepAliveMs: {
    set: 60_000,
    use: (count) => [[`POST /{index}/_search?scroll=${count}ms`]],
    words: 'is too large. It must be less than (1m).',
  },
  boolClauses: {
    set: 5,
    use: (count) => [search({ query: { bool: { should: many(count, () => ({ match_all: {} })) } } })],
    words: 'maxClauseCount is set to 5',
  },
  queryDepth: {
    set: 10,
    use: (count) => [search(deepQuery(count))],
    words: 'query is nested deeper than the limit of 10',
  },
  termsCount: {
    set: 5,
    use: (count) => [search({ query: { terms: { n: many(count, (i) => i) } } })],
    words: 'The number of terms [6] used in the Terms Query request has exceeded the allowed maximum of [5].',
  },
  regexpLength: {
    set: 10,
    index: INDEX,
    use: (count) => [search({ query: { regexp: { tag: 'a'.repeat(count) } } })],
    words:
      'The length of regex [11] used in the Regexp Query request has exceeded the allowed maximum of [10].',
  },
  automatonStates: {
    set: 200,
    index: INDEX,
    docs: [{ tag: 'abbaababbabaabbaabab' }],
    accepted: 1,
    refused: 30,
    use: (count) => [search({ query: { regexp: { tag: `(a|b)*a(a|b){${count}}` } } })],
    words: 'states',
  },
  knnK: {
    index: VECTORS,
    docs: documents,
    use: (count) => [search({ query: { knn: { v: { vector: [1, 2], k: count } } } })],
    words: '[knn] requires k <= 10000',
  },
} satisfies Readonly<Record<string, LimitCase>>;

export const scripts = {
  scriptLength: {
    set: 30,
    docs: documents,
    use: (count) => [search({ script_fields: { s: script('1'.padEnd(count)) } })],
    words: 'exceeded max allowed inline script size in bytes [30] with size [31] for script [',
  },
  scriptCompilations: {
    set: 3,
    docs: documents,
    text: '3/5m',
    use: (count) => many(count, (i) => search({ script_fields: { s: script(`${count} * ${i}`) } })),
    status: 429,
    words: '[script] Too many dynamic scripts within, max: [3/5m]',
  },
  scriptDepth: {
    set: 40,
    docs: documents,
    accepted: 2,
    refused: 40,
    use: (count) => [
      search({ script_fields: { s: script(`${joined(count, '(', '')}1${joined(count, ')', '')}`) } }),
    ],
    words: 'the script is nested too deeply',
  },
  scriptSteps: {
    set: 100,
    docs: documents,
    accepted: 5,
    refused: 100,
    use: (count) => [
      search({ script_fields: { s: script(`int n = 0; for (int i = 0; i < ${count}; i++) n++; return n`) } }),
    ],
    words: 'The maximum number of statements that can be executed in a loop has been reached.',
  },
  scriptTotalSteps: {
    set: 100,
    index: INDEX,
    docs: documents,
    accepted: 1,
    refused: 12,
    use: (count) => [
      search({
        query: {
          script_score: {
            query: { range: { n: { lt: count } } },
            script: { source: 'int n = 0; for (int i = 0; i < 15; i++) n++; return n' },
          },
        },
      }),
    ],
    words: 'The maximum number of statements that can be executed in a loop has been reached.',
  },
  scriptText: {
    set: 50,
    docs: documents,
    use: (count) => [search({ script_fields: { s: script(`'x'.replace('x', '${'a'.repeat(count)}')`) } })],
    words: 'Java heap space',
  },
} satisfies Readonly<Record<string, LimitCase>>;
