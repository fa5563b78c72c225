import { bare, type HostileInput, search, sql, withJson } from './input.ts';

const SIZES = [
  '2147483648',
  '-1',
  '1e308',
  '"10"',
  '"x"',
  'null',
  'true',
  '[]',
  '{}',
  '1.5',
  '9223372036854775808',
];
const DATES = [
  '8640000000000001',
  '-8640000000000001',
  '"292278994-08-17T07:12:55.807Z"',
  '"2016-12-31T23:59:60Z"',
  '"0000-00-00"',
  '"2019-02-30"',
  '"now+99999999999y"',
  '"now/q"',
  '"||"',
  '1e400',
];
const VECTORS: readonly (readonly [string, string])[] = [
  ['too short', '[1]'],
  ['too long', '[1,2,3,4,5]'],
  ['empty', '[]'],
  ['NaN', '["NaN",1,2,3]'],
  ['infinite', '[1e39,1,2,3]'],
  ['beyond double', '[1e400,1,2,3]'],
  ['strings', '["a","b","c","d"]'],
  ['null', 'null'],
  ['a null inside', '[1,null,3,4]'],
  ['nested', '[[1,2,3,4]]'],
  ['an object', '{"a":1}'],
  ['16,001 numbers', `[${'1,'.repeat(16_000)}1]`],
];

export const numbers: readonly HostileInput[] = [
  ...SIZES.flatMap((size) => [
    search(`size ${size}`, `{"size": ${size}}`),
    search(`from ${size}`, `{"from": ${size}}`),
    search(`terminate_after ${size}`, `{"terminate_after": ${size}}`),
    search(`terms size ${size}`, `{"aggs": {"a": {"terms": {"field": "tag", "size": ${size}}}}}`),
    search(
      `histogram interval ${size}`,
      `{"aggs": {"a": {"histogram": {"field": "n", "interval": ${size}}}}}`,
    ),
    search(`k ${size}`, `{"query": {"knn": {"v": {"vector": [1,2,3,4], "k": ${size}}}}}`),
    search(`boost ${size}`, `{"query": {"match": {"title": {"query": "fish", "boost": ${size}}}}}`),
    withJson(
      `fetch_size ${size}`,
      'POST',
      '/_plugins/_sql',
      `{"query": "SELECT n FROM pool", "fetch_size": ${size}}`,
    ),
    withJson(`number ${size}`, 'PUT', '/numbers/_doc/1', `{"n": ${size}}`),
    withJson(`shards ${size}`, 'PUT', '/hostile-shards', `{"settings": {"number_of_shards": ${size}}}`),
    withJson(`replicas ${size}`, 'PUT', '/pool/_settings', `{"index": {"number_of_replicas": ${size}}}`),
    withJson(
      `dimension ${size}`,
      'PUT',
      '/hostile-dim',
      `{"mappings": {"properties": {"v": {"type": "knn_vector", "dimension": ${size}}}}}`,
    ),
  ]),
  search('from and size past the window', { from: 9_999, size: 2 }),
  search('k 0', '{"query": {"knn": {"v": {"vector": [1,2,3,4], "k": 0}}}}'),
  search('k 10001', '{"query": {"knn": {"v": {"vector": [1,2,3,4], "k": 10001}}}}'),
  ...VECTORS.flatMap(([name, vector]) => [
    search(`vector ${name}`, `{"query": {"knn": {"v": {"vector": ${vector}, "k": 2}}}}`),
    withJson(`stored vector ${name}`, 'PUT', '/pool/_doc/hostile', `{"v": ${vector}}`),
    search(
      `scripted vector ${name}`,
      `{"query": {"script_score": {"query": {"match_all": {}}, "script": {"lang": "knn", "source": "knn_score", ` +
        `"params": {"field": "v", "query_value": ${vector}, "space_type": "l2"}}}}}`,
    ),
  ]),
  ...DATES.flatMap((date) => [
    withJson(`date ${date}`, 'PUT', '/pool/_doc/hostile-date', `{"day": ${date}}`),
    search(`range to ${date}`, `{"query": {"range": {"day": {"lte": ${date}}}}}`),
  ]),
  ...['99999999999999999999', '-99999999999999999999', '1e999', '0x10', '--1', '1 1', '1..2', '.e1'].flatMap(
    (text) => [
      sql(`LIMIT ${text}`, `SELECT n FROM pool LIMIT ${text}`),
      sql(`number ${text}`, `SELECT ${text}`),
      sql(`compared with ${text}`, `SELECT n FROM pool WHERE n > ${text}`),
    ],
  ),
  sql('LIMIT -1', 'SELECT n FROM pool LIMIT -1'),
  sql('OFFSET past everything', 'SELECT n FROM pool LIMIT 5 OFFSET 9000000000000'),
  sql('division by zero', 'SELECT 1/0, 1%0, n/0 FROM pool'),
  sql('smallest by minus one', 'SELECT (-2147483647 - 1) / -1, -9223372036854775807 - 1'),
  sql('overflow', 'SELECT 9223372036854775807 + 1, 9223372036854775807 * 9223372036854775807'),
  sql('POW to infinity', 'SELECT POW(10, 400), EXP(1000), SQRT(-1), LN(0), LN(-1)'),
  bare('track_total_hits x', 'GET', '/pool/_search?track_total_hits=x'),
  bare('size and from in the path', 'GET', '/pool/_search?size=99999999999&from=-5'),
  bare('scroll of a century', 'GET', '/pool/_search?scroll=36500d'),
  bare('timeout of nothing', 'GET', '/pool/_search?timeout='),
];
