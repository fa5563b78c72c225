/** Good statements, bodies and paths, to be changed. */

export const STATEMENTS: readonly string[] = [
  "SELECT n, tag FROM pool WHERE n > 3 AND tag LIKE 'a%' ORDER BY n DESC LIMIT 5",
  'SELECT tag, COUNT(*) AS c, AVG(n) FROM pool GROUP BY tag HAVING c > 1 ORDER BY c',
  "SELECT DATE_FORMAT(day, '%Y-%m'), SUM(n) FROM pool GROUP BY DATE_FORMAT(day, '%Y-%m')",
  'SELECT a.n, b.tag FROM pool a LEFT JOIN pool b ON a.n = b.n WHERE a.n BETWEEN 1 AND 9',
  "SELECT n FROM pool WHERE MATCH(title, 'big fish', operator='AND') AND NOT n IN (1, 2, 3)",
  'SELECT n, ROW_NUMBER() OVER (PARTITION BY tag ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM pool',
  "SELECT CASE WHEN n > 5 THEN 'big' ELSE CONCAT('s', CAST(n AS STRING)) END FROM pool UNION SELECT tag FROM pool",
  'WITH t AS (SELECT n FROM pool WHERE n < 9) SELECT * FROM t WHERE EXISTS (SELECT 1 FROM pool WHERE n = 1)',
  "SELECT ABS(-n), POW(n, 2), ROUND(n / 3, 2), SUBSTRING(tag, 1, 2), INTERVAL 1 DAY + TIMESTAMP('2020-01-01 00:00:00')",
  "SHOW TABLES LIKE 'po%'",
  'DESCRIBE TABLES LIKE pool',
  "SELECT QUERY_STRING(['title^2', 'tag'], 'big OR fish~1'), _score FROM pool WHERE HIGHLIGHT(title) IS NOT NULL",
];

const json = (value: unknown): string => JSON.stringify(value);

export const BODIES: readonly string[] = [
  json({
    query: { bool: { must: [{ match: { title: 'big' } }], filter: [{ range: { n: { gte: 1, lt: 9 } } }] } },
  }),
  json({ aggs: { t: { terms: { field: 'tag', size: 3 }, aggs: { a: { avg: { field: 'n' } } } } }, size: 0 }),
  json({
    query: { knn: { v: { vector: [1, 2, 3, 4], k: 3 } } },
    _source: ['n'],
    sort: ['_score', { n: 'desc' }],
  }),
  json({
    query: { query_string: { query: 'title:(big AND fish~1) OR n:[1 TO 5} -tag:a*^2', fields: ['title'] } },
  }),
  json({
    query: {
      script_score: {
        query: { match_all: {} },
        script: { source: "doc['n'].value * params.f", params: { f: 1.5 } },
      },
    },
  }),
  json({
    aggs: {
      d: { date_histogram: { field: 'day', calendar_interval: 'month' } },
      p: { percentiles: { field: 'n' } },
    },
  }),
  json({
    query: { regexp: { tag: 'a{1,5}(b|c)*' } },
    highlight: { fields: { title: {} } },
    collapse: { field: 'tag' },
  }),
  json({
    query: { nested: { path: 'x', query: { match_all: {} } } },
    suggest: { s: { text: 'fihs', term: { field: 'title' } } },
  }),
  json({
    query: { match_phrase: { title: { query: 'big fish', slop: 2 } } },
    rescore: { window_size: 5, query: { rescore_query: { match_all: {} } } },
  }),
];

const lines = (...values: unknown[]): string => values.map((value) => `${json(value)}\n`).join('');

export const BULKS: readonly string[] = [
  lines(
    { index: { _index: 'sink', _id: '1' } },
    { n: 1, tag: 'a' },
    { delete: { _index: 'sink', _id: '1' } },
  ),
  lines({ update: { _index: 'sink', _id: '2' } }, { doc: { n: 2 }, doc_as_upsert: true }),
  lines({ create: { _index: 'sink' } }, { a: { b: [1, 'x', null, { c: 1.5 }] } }),
  lines(
    { update: { _index: 'sink', _id: '3' } },
    { script: { source: 'ctx._source.n += 1' }, upsert: { n: 1 } },
  ),
  lines({ index: 'pool' }, { query: { match_all: {} } }, {}, { size: 0 }),
  json({
    docs: [
      { _index: 'pool', _id: '1' },
      { _index: 'pool', _id: '2', _source: false },
    ],
  }),
];

export const PATHS: readonly string[] = [
  '/pool/_doc/1?_source=n,tag&realtime=true',
  '/_cat/indices/po*?v&h=index,health&s=index:desc&format=json',
  '/_cluster/health/pool?level=shards&timeout=1s',
  '/pool/_mapping/field/n,tag?include_defaults=true',
  '/_nodes/stats/indices,os?level=shards',
  '/pool/_search?q=title:big&sort=n:desc&size=3&filter_path=hits.hits._id',
  '/_plugins/_knn/stats/hit_count,miss_count',
  '/_plugins/_sql?sql=SELECT%20n%20FROM%20pool',
  '/pool/_settings/index.number_of_*?flat_settings=true',
  '/_tasks?actions=*search&detailed&group_by=parents',
];
