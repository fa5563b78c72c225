import { gzipSync } from 'node:zlib';
import { bare, type HostileInput, nestedObjects, search, sql, withJson, withLines } from './input.ts';

const DEPTHS = [100, 10_000, 1_000_000];
/** In portions, whose parts do not live long. */
const PORTION = 1000;

function many(count: number, part: (i: number) => string, between = ','): string {
  const portions: string[] = [];
  for (let first = 0; first < count; first += PORTION) {
    const size = Math.min(PORTION, count - first);
    portions.push(Array.from({ length: size }, (_, i) => part(first + i)).join(between));
  }
  return portions.join(between);
}

const bodies: readonly HostileInput[] = [
  ...DEPTHS.flatMap((depth) => [
    withJson(`document ${depth} deep`, 'PUT', '/deep/_doc/1', nestedObjects(depth)),
    withJson(`array ${depth} deep`, 'PUT', '/deep/_doc/1', `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`),
    withJson(
      `mapping ${depth} deep`,
      'PUT',
      '/deep/_mapping',
      `{"properties":${nestedObjects(depth, 'properties')}}`,
    ),
    search(
      `bool ${depth} deep`,
      `{"query":${'{"bool":{"must":['.repeat(depth)}{"match_all":{}}${']}}'.repeat(depth)}}`,
    ),
    search(
      `aggregations ${depth} deep`,
      `${'{"aggs":{"a":{"global":{},'.repeat(depth)}"meta":{}${'}}}'.repeat(depth)}`,
    ),
    search(`unclosed ${depth} deep`, '{"query":'.repeat(depth)),
    search(`arrays ${depth} deep`, '['.repeat(depth)),
    search(`script ${depth} deep`, {
      script_fields: { s: { script: `${'('.repeat(depth)}1${')'.repeat(depth)}` } },
    }),
    search(`query string ${depth} deep`, {
      query: { query_string: { query: `${'('.repeat(depth)}a${')'.repeat(depth)}` } },
    }),
    sql(`${depth} parentheses`, `SELECT ${'('.repeat(depth)}1${')'.repeat(depth)}`),
    sql(`${depth} NOTs`, `SELECT n FROM pool WHERE ${'NOT '.repeat(depth)} n = 1`),
    sql(`${depth} minus signs`, `SELECT ${'- '.repeat(depth)}1`),
    sql(`${depth} CASEs`, `SELECT ${'CASE WHEN 1=1 THEN '.repeat(depth)}1${' END'.repeat(depth)}`),
    sql(`${depth} function calls`, `SELECT ${'ABS('.repeat(depth)}1${')'.repeat(depth)}`),
    sql(`${depth} subqueries`, `${'SELECT * FROM ('.repeat(depth)}SELECT n FROM pool${') t'.repeat(depth)}`),
    sql(`${depth} ANDs`, `SELECT n FROM pool WHERE ${many(depth, (i) => `n <> ${i}`, ' AND ')}`),
    sql(`${depth} ORs`, `SELECT n FROM pool WHERE ${many(depth, (i) => `n = ${i}`, ' OR ')}`),
    sql(`${depth} plus signs`, `SELECT ${many(depth, () => '1', '+')}`),
  ]),
  ...[100, 10_000].flatMap((count) => [
    sql(
      `${count} UNIONs`,
      many(count, () => 'SELECT n FROM pool', ' UNION '),
    ),
    sql(`${count} columns`, `SELECT ${many(count, (i) => `n AS c${i}`)} FROM pool LIMIT 1`),
    sql(`${count} stars`, `SELECT ${many(count, () => '*')} FROM pool LIMIT 1`),
    sql(
      `${count} JOINs`,
      `SELECT a0.n FROM pool a0 ${many(count, (i) => `JOIN pool a${i + 1} ON a0.n = a${i + 1}.n`, ' ')}`,
    ),
    sql(`${count} WITHs`, `WITH ${many(count, (i) => `w${i} AS (SELECT 1)`)} SELECT * FROM w0`),
  ]),
  sql('IN list of a million', `SELECT n FROM pool WHERE n IN (${many(1_000_000, String)})`),
  sql('ten megabytes of text', `SELECT '${'x'.repeat(10_000_000)}'`),
  sql('ten megabytes of spaces', `SELECT 1${' '.repeat(10_000_000)}`),
  search('a million keys', `{"query":{"bool":{${many(1_000_000, (i) => `"k${i}":1`)}}}}`),
  withJson('document of a million keys', 'PUT', '/deep/_doc/2', `{${many(1_000_000, (i) => `"k${i}":1`)}}`),
  withJson('key given twice', 'PUT', '/deep/_doc/3', '{"a": 1, "a": 2}'),
  search('query given twice', '{"query":{"match_all":{}},"query":{"match_none":{}}}'),
  withLines(
    'bulk line of 50 MB',
    '/_bulk',
    `{"index":{"_index":"deep"}}\n{"t":"${'x'.repeat(50_000_000)}"}\n`,
  ),
  withLines(
    'bulk line of words',
    '/_bulk',
    `{"index":{"_index":"deep"}}\n{"t":"${'a '.repeat(2_000_000)}"}\n`,
  ),
  withLines(
    'bulk line of connectors',
    '/_bulk',
    `{"index":{"_index":"deep"}}\n{"t":"${'_'.repeat(5_000_000)}"}\n`,
  ),
  withLines(
    'bulk line of joined emoji',
    '/_bulk',
    `{"index":{"_index":"deep"}}\n{"t":"${'\u{1f468}\u200d'.repeat(200_000)}"}\n`,
  ),
  withLines('bulk of twenty thousand', '/_bulk', '{"delete":{"_index":"deep","_id":"x"}}\n'.repeat(20_000)),
  withLines('bulk without a last newline', '/_bulk', '{"index":{"_index":"deep"}}\n{"a":1}'),
  withLines('bulk of newlines', '/_bulk', '\n'.repeat(100_000)),
  withLines('bulk of actions only', '/_bulk', '{"index":{"_index":"deep"}}\n'),
  withLines('bulk of arrays', '/_bulk', '[]\n[]\n'),
  withLines('bulk of nothing', '/_bulk', ''),
  withLines('msearch without header', '/_msearch', '{"query":{"match_all":{}}}\n'),
  withLines('msearch of numbers', '/_msearch', '1\n2\n'),
  withJson('101 MB', 'PUT', '/deep/_doc/4', `{"t":"${'x'.repeat(101 * 1024 * 1024)}"}`),
];

const heavy: readonly HostileInput[] = [
  search('wildcard of stars', { query: { wildcard: { tag: `${'*a'.repeat(500)}*b` } } }),
  search('regexp (a+)+$', { query: { regexp: { tag: '(a+)+b' } } }),
  search('regexp (a|a)*', { query: { regexp: { tag: '(a|a)*b' } } }),
  search('regexp of 100,000', { query: { regexp: { tag: 'a'.repeat(100_000) } } }),
  search('regexp of repeats', { query: { regexp: { tag: '((a{1,100}){1,100}){1,100}' } } }),
  search('regexp unclosed', { query: { regexp: { tag: '(((' } } }),
  search('regexp as include', { aggs: { a: { terms: { field: 'tag', include: '(a+)+b' } } } }),
  sql('LIKE of percents', `SELECT n FROM pool WHERE tag LIKE '${'%a'.repeat(2000)}%b'`),
  sql('LIKE ends in an escape', `SELECT n FROM pool WHERE tag LIKE 'a\\\\'`),
  sql('REGEXP (a+)+', `SELECT 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' REGEXP '(a+)+b'`),
  search('65,536 ranges', {
    aggs: {
      a: {
        range: { field: 'n', ranges: Array.from({ length: 65_537 }, (_, i) => ({ from: i, to: i + 1 })) },
      },
    },
  }),
  search('histogram of a millionth', {
    aggs: { a: { histogram: { field: 'n', interval: 1e-6, extended_bounds: { min: 0, max: 1e9 } } } },
  }),
  search('a century of milliseconds', {
    aggs: {
      a: {
        date_histogram: {
          field: 'day',
          fixed_interval: '1ms',
          extended_bounds: { min: '1900-01-01', max: '2000-01-01' },
          min_doc_count: 0,
        },
      },
    },
  }),
  search('1,025 clauses', {
    query: { bool: { should: Array.from({ length: 1025 }, () => ({ match_all: {} })) } },
  }),
  search('65,537 terms', { query: { terms: { n: Array.from({ length: 65_537 }, (_, i) => i) } } }),
  search('endless script', { script_fields: { s: { script: 'while (true) {} return 1' } } }),
  search('script that grows text', {
    script_fields: { s: { script: "def s = 'x'; for (int i = 0; i < 100; i++) s = s + s; return s" } },
  }),
  search('script that grows a list', {
    script_fields: { s: { script: 'def l = []; while (true) { l.add(1) } return 1' } },
  }),
  search('script that doubles a list', {
    script_fields: { s: { script: 'def l = [1]; while (true) { l.addAll(l) } return 1' } },
  }),
  search('script of many arrays', {
    script_fields: { s: { script: 'def l = []; while (true) { l.add(new int[1000000]) } return 1' } },
  }),
  search('script that replaces text by text', {
    script_fields: {
      s: { script: "def s = 'xx'; for (int i = 0; i < 40; i++) { s = s.replace('x', s) } return s" },
    },
  }),
  search('script of a list in itself', {
    script_fields: { s: { script: 'def l = []; l.add(l); return l.toString()' } },
  }),
  search('script of loops in loops', {
    script_fields: {
      s: { script: 'int n = 0; for (int i = 0; i < 300; i++) for (int j = 0; j < 300; j++) n++; return n' },
    },
  }),
  search('script that recurses', {
    script_fields: { s: { script: 'int f(int x) { return f(x + 1) } return f(1)' } },
  }),
  search('script that leaves', { script_fields: { s: { script: 'System.exit(1)' } } }),
  search('script with a constructor', {
    script_fields: { s: { script: "''.constructor.constructor('return process')()" } },
  }),
  search('script of a class', { script_fields: { s: { script: "Class.forName('java.lang.Runtime')" } } }),
  search('fuzziness 99', { query: { match: { title: { query: 'fish', fuzziness: 99 } } } }),
  search('match of a megabyte', { query: { match: { title: 'a '.repeat(500_000) } } }),
  search('phrase of a megabyte', { query: { match_phrase: { title: 'a '.repeat(500_000) } } }),
  search('query string of a megabyte', { query: { query_string: { query: 'a OR '.repeat(200_000) } } }),
  search('simple query string of a megabyte', {
    query: { simple_query_string: { query: 'a|'.repeat(500_000), fields: ['title'] } },
  }),
  search('simple query string deep', {
    query: { simple_query_string: { query: '('.repeat(1_000_000), fields: ['title'] } },
  }),
  search('more like a megabyte', {
    query: { more_like_this: { fields: ['title'], like: 'a '.repeat(500_000), min_doc_freq: 1 } },
  }),
  search('fields of stars', {
    query: { multi_match: { query: 'a', fields: Array.from({ length: 10_000 }, () => '*') } },
  }),
  search('a thousand functions', {
    query: {
      function_score: { functions: Array.from({ length: 10_000 }, () => ({ weight: 2 })) },
    },
  }),
  search('highlight everything', {
    query: { match_all: {} },
    highlight: { fields: { '*': { highlight_query: { wildcard: { '*': '*' } } } } },
  }),
  search('slop of billions', { query: { match_phrase: { title: { query: 'a b', slop: 2_147_483_647 } } } }),
  search('window of rescoring', {
    rescore: { window_size: 2_147_483_647, query: { rescore_query: { match_all: {} } } },
  }),
  search('10,001 docvalue fields', { docvalue_fields: Array.from({ length: 10_001 }, (_, i) => `f${i}`) }),
  search('10,001 source filters', { _source: Array.from({ length: 10_001 }, (_, i) => `*f${i}*`) }),
  search('10,000 sorts', { sort: Array.from({ length: 10_000 }, () => 'n') }),
  search('10,000 aggregations', {
    aggs: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, { max: { field: 'n' } }])),
  }),
  bare('100,000 index names', 'GET', `/${'a,'.repeat(7000)}a/_search`),
  bare('10,000 pretty', 'GET', `/?${'pretty&'.repeat(2000)}`),
  withJson('analyze of a megabyte', 'POST', '/_analyze', {
    analyzer: 'standard',
    text: 'a '.repeat(500_000),
  }),
  withJson('ngrams of a megabyte', 'POST', '/_analyze', {
    tokenizer: { type: 'ngram', min_gram: 1, max_gram: 2 },
    text: 'a'.repeat(1_000_000),
  }),
  ...['classic', 'uax_url_email', 'path_hierarchy', 'whitespace', 'thai', 'char_group', 'letter'].map(
    (type) =>
      withJson(`half a megabyte through ${type}`, 'POST', '/_analyze', {
        tokenizer: { type },
        text: 'a'.repeat(500_000),
      }),
  ),
  ...['a-', 'a.', 'a@', "a'", 'é', '1,', 'http://', '/'].map((part) =>
    withJson(`a megabyte of ${part}`, 'POST', '/_analyze', {
      tokenizer: { type: 'uax_url_email' },
      text: part.repeat(200_000),
    }),
  ),
  withJson('a megabyte of paths', 'POST', '/_analyze', {
    tokenizer: { type: 'path_hierarchy' },
    text: '/a'.repeat(200_000),
  }),
  ...['edge_ngram', 'ngram', 'shingle', 'word_delimiter', 'word_delimiter_graph', 'reverse', 'unique'].map(
    (type) =>
      withJson(`400 KB through ${type}`, 'POST', '/_analyze', {
        tokenizer: 'keyword',
        filter: [type === 'edge_ngram' ? { type, max_gram: 1_000_000 } : { type }],
        text: 'aB1-'.repeat(100_000),
      }),
  ),
  withJson('pattern that never ends', 'POST', '/_analyze', {
    tokenizer: { type: 'pattern', pattern: '(a+)+$' },
    text: `${'a'.repeat(60)}!`,
  }),
  withJson('pattern filter that never ends', 'POST', '/_analyze', {
    tokenizer: 'keyword',
    filter: [{ type: 'pattern_replace', pattern: '(a+)+$', replacement: '' }],
    text: `${'a'.repeat(60)}!`,
  }),
  withJson('cluster settings of a megabyte', 'PUT', '/_cluster/settings', {
    transient: { 'cluster.routing.x': 'y'.repeat(1_000_000) },
  }),
];

const zipped = (name: string, encoding: string, body: Buffer): HostileInput => ({
  name: `zip: ${name}`,
  method: 'POST',
  path: '/pool/_search',
  headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  body,
});
const whole = gzipSync('{"query":{"match_all":{}}}');

const compressed: readonly HostileInput[] = [
  zipped('as it should be', 'gzip', whole),
  // More than a body may have, and that is as far as a server reads.
  zipped('bomb', 'gzip', gzipSync(Buffer.alloc(110 * 1024 * 1024, 32), { level: 1 })),
  zipped('in a zip', 'gzip', gzipSync(whole)),
  zipped('twice, and said so', 'gzip, gzip', gzipSync(whole)),
  zipped('cut', 'gzip', whole.subarray(0, 20)),
  zipped('not at all', 'gzip', Buffer.from('{"query":{"match_all":{}}}')),
  zipped('empty', 'gzip', Buffer.alloc(0)),
  zipped('unknown encoding', 'zstd', whole),
  zipped('brotli', 'br', whole),
];

export const depth: readonly HostileInput[] = [...bodies, ...heavy, ...compressed];
