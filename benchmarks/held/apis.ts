import { type HeldRequest, type HeldRequests, mapped } from './request.ts';

/** What is asked beside searches: large documents, many documents, many indices, statements. */

export const MANY_INDICES = 500;
export const LARGE_BYTES = 5_000_000;

export const manyName = (i: number): string => `many-${i}`;

const get = (path: string): HeldRequest => ({ method: 'GET', path, body: null });
const largeDocument = {
  text: 'tide pool anchor '.repeat(LARGE_BYTES / 2 / 17),
  list: Array.from({ length: LARGE_BYTES / 2 / 50 }, (_, n) => ({ n, s: `${'word '.repeat(6)}${n}` })),
};

const documents: HeldRequests = {
  'write 5 MB': { method: 'PUT', path: '/large/_doc/1?refresh=true', body: largeDocument },
  'read 5 MB': get('/large/_doc/1'),
  'read 5 MB in part': get('/large/_doc/1?_source_includes=list.n'),
  'search 5 MB': get('/large/_search?q=text:tide'),
  'search 5 MB in part': get('/large/_search?_source_excludes=list.s'),
  'highlight 5 MB': {
    method: 'POST',
    path: '/large/_search',
    body: {
      query: { match: { text: 'pool' } },
      _source: false,
      highlight: { max_analyzer_offset: 1_000_000, fields: { text: {} } },
    },
  },
  'phrase in 5 MB': {
    method: 'POST',
    path: '/large/_search',
    body: { query: { match_phrase: { text: 'pool anchor' } }, _source: false },
  },
  termvectors: get('/large/_termvectors/1?fields=text'),
  'mget, 10,000': {
    method: 'POST',
    path: '/people/_mget',
    body: { ids: Array.from({ length: 10_000 }, (_, i) => String(i)) },
  },
  'bulk, 10,000': {
    method: 'POST',
    path: '/bulk/_bulk',
    body: Array.from(
      { length: 10_000 },
      (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n},"t":"tide pool anchor","k":"k${n % 100}"}\n`,
    ).join(''),
    type: 'application/x-ndjson',
  },
  refresh: { method: 'POST', path: '/bulk/_refresh', body: null },
  'analyze 1 MB': {
    method: 'POST',
    path: '/_analyze',
    body: { analyzer: 'english', text: 'tide pool '.repeat(900) },
  },
  msearch: {
    method: 'POST',
    path: '/people/_msearch',
    body: '{}\n{"size":1000}\n'.repeat(50),
    type: 'application/x-ndjson',
  },
  scroll: get('/people/_search?scroll=1s&size=10000'),
  count: get('/people/_count?q=bio:tide'),
};

const indices: HeldRequests = mapped(
  {
    '_cat/indices': '/_cat/indices?v',
    '_cat/indices as JSON': '/_cat/indices?format=json&s=index&bytes=b',
    '_cat/shards': '/_cat/shards?v',
    '_cat/segments': '/_cat/segments?v',
    '_cat/aliases': '/_cat/aliases?v',
    '_cat/recovery': '/_cat/recovery?v',
    mappings: '/many-*/_mapping',
    'field mappings': '/many-*/_mapping/field/*',
    settings: '/many-*/_settings?include_defaults=true',
    indices: '/many-*',
    _stats: '/many-*/_stats?level=shards',
    _segments: '/many-*/_segments',
    '_cluster/state': '/_cluster/state',
    '_cluster/health': '/_cluster/health?level=shards',
    '_nodes/stats': '/_nodes/stats?level=shards',
    _field_caps: '/many-*/_field_caps?fields=*',
    'search of all': '/many-*/_search?ignore_unavailable=true',
    'count of all': '/many-*/_count',
    'resolve all': '/_resolve/index/*',
  },
  get,
);

const changes: HeldRequests = {
  'settings of all': {
    method: 'PUT',
    path: '/many-*/_settings',
    body: { index: { max_result_window: 20_000 } },
  },
  'mappings of all': {
    method: 'PUT',
    path: '/many-*/_mapping',
    body: { properties: { more: { type: 'keyword' } } },
  },
  'alias of all': {
    method: 'POST',
    path: '/_aliases',
    body: { actions: [{ add: { index: 'many-*', alias: 'all-of-them' } }] },
  },
  'refresh all': { method: 'POST', path: '/many-*/_refresh', body: null },
  'clear all caches': { method: 'POST', path: '/many-*/_cache/clear', body: null },
};

const statement =
  (format: string) =>
  (query: string): HeldRequest => ({
    method: 'POST',
    path: `/_plugins/_sql?format=${format}`,
    body: { query },
  });

const statements: HeldRequests = {
  ...mapped(
    {
      'ten thousand rows': 'SELECT * FROM people LIMIT 10000',
      'groups of a million': 'SELECT name, COUNT(*) FROM people GROUP BY name LIMIT 10000',
      'groups with HAVING': 'SELECT city, AVG(age) a FROM people GROUP BY city HAVING a > 40 ORDER BY a',
      'order by an expression': 'SELECT name FROM people ORDER BY ABS(balance - 500) LIMIT 100',
      functions: 'SELECT UPPER(name), age + 1, DATE_FORMAT(joined, "%Y") FROM people LIMIT 10000',
      'where an expression': "SELECT name FROM people WHERE SUBSTRING(name, 2, 2) = '77' LIMIT 10000",
      'a window': 'SELECT name, RANK() OVER (PARTITION BY city ORDER BY age) FROM people LIMIT 1000',
      distinct: 'SELECT DISTINCT name FROM people LIMIT 10000',
    },
    statement('jdbc'),
  ),
  ...mapped({ 'rows as CSV': 'SELECT * FROM people LIMIT 10000' }, statement('csv')),
};

/** By family and name. */
export const apiRequests: Readonly<Record<string, HeldRequests>> = {
  document: documents,
  indices,
  'change of indices': changes,
  statement: statements,
};
