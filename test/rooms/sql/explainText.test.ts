import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** Parts of search bodies, as the original's legacy engine prints them: statement, path of the part, its text. */
const PARTS: readonly (readonly [string, string, string])[] = [
  // A name that is no key and no metric sorts documents; a key orders its groups.
  ['SELECT k FROM s GROUP BY k ORDER BY n DESC, k', 'sort', '[{"n":{"order":"desc"}}]'],
  ['SELECT k FROM s GROUP BY k ORDER BY n DESC, k', 'aggregations.k.terms.order', '{"_key":"asc"}'],
  ['SELECT k FROM s GROUP BY k ORDER BY MAX(n)', 'sort', '[{"MAX(n)":{"order":"asc"}}]'],
  ['SELECT k FROM s GROUP BY k ORDER BY UPPER(t)', 'sort', ''],
  // A count by its own name is that of documents, by its alias the metric.
  [
    'SELECT k, COUNT(n) AS c FROM s GROUP BY k ORDER BY c',
    'aggregations.k.terms.order',
    '[{"c":"asc"},{"_key":"asc"}]',
  ],
  [
    'SELECT k, COUNT(DISTINCT n) AS c FROM s GROUP BY k ORDER BY 2 DESC',
    'aggregations.k.terms.order',
    '[{"_count":"desc"},{"_key":"asc"}]',
  ],
  // The keyword of a text is read where the rewriter of the original finds the name, and is its name there.
  ['SELECT t FROM s GROUP BY t', 'aggregations.t#keyword.terms.field', '"t.keyword"'],
  ['SELECT t AS x FROM s GROUP BY x', 'aggregations.x.terms.field', '"t"'],
  ['SELECT DISTINCT t FROM s', 'aggregations.t.terms.field', '"t"'],
  ['SELECT COUNT(t) FROM s', 'aggregations.COUNT(t).value_count.field', '"t"'],
  // Names lose the alias of their table; nested ones are called by their path.
  ['SELECT COUNT(x.n) FROM s x', 'aggregations.COUNT(n).value_count.field', '"n"'],
  ['SELECT x.k, COUNT(*) FROM s x GROUP BY x.k', '_source.includes', '["k","COUNT"]'],
  ['SELECT q.y AS v FROM s x, x.l q GROUP BY q.y', 'stored_fields', '"l.y"'],
  ['SELECT SUM(q.y) AS v FROM s x, x.l q', 'aggregations.l#y@NESTED.nested.path', '"l"'],
  // HAVING prints what it is given.
  [
    "SELECT k FROM s GROUP BY k HAVING MAX(n) IN (1, 2) AND NOT COUNT(*) BETWEEN 3 AND 4 OR k = 'a'",
    'aggregations.k.aggregations.bucket_filter.bucket_selector.script.source',
    '"(params.max_0 == 1 || params.max_0 == 2 && (params.count_1 < 3 || params.count_1 > 4)) || params.k == a"',
  ],
  [
    'SELECT COUNT(*) FROM s GROUP BY range(n, 1, 2)',
    'aggregations.range(n,1,2).range.ranges',
    '[{"from":"1.0","to":"2.0"}]',
  ],
  // What is computed inside a metric stands in its name, and has no `return`.
  [
    'SELECT SUM(n * 2) FROM s',
    "aggregations.SUM(multiply_1=def multiply_1 = doc('n')#value * 2)",
    `{"sum":{"script":{"source":"def multiply_1 = doc['n'].value * 2","lang":"painless"}}}`,
  ],
  [
    'SELECT IF(n > 3, 1, 2) AS v FROM s',
    'script_fields.v.script.source',
    '"boolean cond = doc[\'n\'].value > 3;def if_1 = cond ? 1 : 2;return if_1;"',
  ],
  // A metric of nested documents is of those that WHERE finds.
  [
    "SELECT SUM(q.y) AS v FROM s x, x.l q WHERE q.y > 1 AND x.k = 'a'",
    'aggregations.l#y@NESTED.aggregations.l#y@FILTER.filter.bool.must',
    '[{"range":{"l.y":{"from":1,"to":null,"include_lower":false,"include_upper":true,"boost":"1.0"}}}]',
  ],
  [
    "SELECT MAX(n) FROM s GROUP BY filter('f', n > 1 AND k = 'a')",
    'aggregations.f@FILTER.aggregations.MAX(n).max.field',
    '"n"',
  ],
  ['SELECT k FROM s WHERE n = 2.0', 'query.bool.filter.0.bool.must.0.term.n.value', '"2.0"'],
  ['SELECT /*! SHARD_SIZE(7) */ k FROM s GROUP BY k LIMIT 2', 'aggregations.k.terms.shard_size', '7'],
  [
    "SELECT k FROM s WHERE MULTI_MATCH(['t'], 'x')",
    'query.bool.filter.0.bool.must.0.multi_match.fields',
    '[]',
  ],
  // Behind an operator not every query can be negated, and an order is no negation.
  [
    "SELECT k FROM s WHERE k <> WILDCARD_QUERY('a*')",
    'query.bool.filter.0.bool.must.0.wildcard.k.wildcard',
    '"a*"',
  ],
  ["SELECT k FROM s WHERE k < MATCHQUERY('a')", 'query.bool.filter.0.bool.must.0.match.k.query', '"a"'],
  [
    "SELECT k FROM s WHERE NOT k <> MATCHQUERY('a')",
    'query.bool.filter.0.bool.should.0.match.k.query',
    '"a"',
  ],
  [
    "SELECT k FROM s WHERE NOT k < TERM('a')",
    'query.bool.filter.0.bool.should.0.bool.must_not.0.term.k.value',
    '"a"',
  ],
  ['SELECT SUBSTR(k, 1, 2), k FROM s', '_source.includes', '["k"]'],
  ['SELECT PERCENTILES(n, 75, 25) AS p FROM s', 'aggregations.p.percentiles.percents', '["25.0","75.0"]'],
  [
    'SELECT CASE WHEN n > 1 THEN 2 END AS c FROM s',
    'script_fields.c.script.source',
    `"if((doc['n'].value>1)){2} else { null }"`,
  ],
  ['SELECT k FROM s ORDER BY CONV(n, 10, 2)', 'sort', '[{"CONV(n,10,2)":{"order":"asc"}}]'],
  ["SELECT k FROM s WHERE k LIKE 'a\\_%'", 'query.bool.filter.0.bool.must.0.wildcard.k.wildcard', '"a?*"'],
  [
    "SELECT k FROM s WHERE MULTI_MATCH('t', 'x')",
    'query.bool.filter.0.bool.must.0.multi_match.analyzer',
    '"x"',
  ],
  [
    'SELECT ABS(n) AS a FROM s GROUP BY ABS(l.y) ORDER BY ABS(n)',
    'aggregations.ABS(l#y).terms.script.source',
    `"def abs_3 = Math.abs(doc['l.y'].value);return abs_3;"`,
  ],
  ['SELECT k FROM s WHERE n + 1 BETWEEN 1 AND 2', 'query.bool.filter.0.bool.must.0.range.n + 1.to', '2'],
  ['SELECT MIN(*) FROM s', 'aggregations.MIN(*).min.field', '"*"'],
  ['SELECT k, 7 FROM s GROUP BY k', 'stored_fields', '["k","assign_1"]'],
  ['SELECT k, VARIANCE(n) FROM s LIMIT 3', 'size', '3'],
];

const MAPPING = {
  properties: {
    k: { type: 'keyword' },
    n: { type: 'integer' },
    t: { type: 'text', fields: { keyword: { type: 'keyword' } } },
    l: { type: 'nested', properties: { y: { type: 'integer' } } },
  },
};

describe('the text of an explanation', () => {
  let rockpool: Rockpool;

  beforeAll(async () => {
    rockpool = await openRockpool({ seed: { s: { mappings: MAPPING, documents: [] } } });
  });
  afterAll(() => rockpool.close());

  it.each(PARTS)('of %s has %s', async (query, path, expected) => {
    const { text } = await rockpool.request('POST', '/_plugins/_sql/_explain', { query });
    expect(text).not.toContain('"error"');
    // Numbers keep their form in quotes.
    const body = JSON.parse(text.replace(/(?<=[:,[])(\d+\.\d+)/g, '"$1"'));
    expect(partOf(body, path)).toBe(expected);
  });
});

/** A part as text; `#` stands for the dots of a name. */
function partOf(body: unknown, path: string): string {
  let part: unknown = body;
  for (const name of path.split('.')) part = (part as Record<string, unknown>)?.[name.replaceAll('#', '.')];
  return part === undefined ? '' : JSON.stringify(part);
}
