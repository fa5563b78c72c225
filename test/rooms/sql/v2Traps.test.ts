import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';
import {
  BARE_WHERE,
  BEYOND,
  GROUPS_AS_TEXT,
  LIMIT_WITHOUT_FROM,
  NOT_OF_NULL,
  ROW_LOST,
  SUM_OF_NOTHING,
  UNSELECTED,
} from '../../../src/sql/warnings.ts';

/** Where version 2.7 answers otherwise than SQL says, or refuses: its answer, and the one with corrections. */

type Answer = readonly (readonly unknown[])[];

const ships = [
  { n: 1, name: 'Teal', kind: 'sail', crew: 2, built: '2001-03-04', isOld: true, hold: [{ tons: 4 }] },
  { n: 2, name: 'Otter', kind: 'motor', crew: 4, built: '2010-11-12', isOld: false, box: { a: 'x' } },
  { n: 10, kind: 'sail', crew: 2, built: '2020-10-10' },
];
const mappings = {
  properties: {
    n: { type: 'integer' },
    name: { type: 'keyword' },
    kind: { type: 'keyword' },
    crew: { type: 'integer' },
    built: { type: 'date' },
    isOld: { type: 'boolean' },
    hold: { type: 'nested', properties: { tons: { type: 'integer' } } },
    box: { properties: { a: { type: 'keyword' } } },
  },
};

const ANSWERS: readonly (readonly [sql: string, original: Answer, corrected: Answer])[] = [
  [
    'SELECT kind, COUNT(*) FROM s GROUP BY kind ORDER BY 1 DESC, kind',
    [
      ['motor', 1],
      ['sail', 2],
    ],
    [
      ['sail', 2],
      ['motor', 1],
    ],
  ],
  [
    'SELECT IFNULL(crew / 2.5, 1), IF(true, 1, 2.5), CAST(n + 4294967296 AS INT) FROM s WHERE n = 1',
    [[0.8, 1, 1]],
    [[0.8, 1, 2147483647]],
  ],
  // What a document lacks is MISSING, which is not NULL, to everything but searches.
  ['SELECT name IS NULL, ISNULL(UPPER(name)) FROM s WHERE n = 10', [[false, false]], [[true, true]]],
  ["SELECT IFNULL(name, '?'), name IS NOT NULL FROM s WHERE n = 10", [['?', true]], [['?', false]]],
  ['SELECT x FROM (SELECT n x, name FROM s) t WHERE name IS NULL', [], [[10]]],
  ['SELECT n FROM s WHERE UPPER(name) IS NULL', [[10]], [[10]]],
  [
    'SELECT n, RANK() OVER (ORDER BY crew) FROM s ORDER BY n DESC',
    [
      [10, 1],
      [2, 2],
      [1, 3],
    ],
    [
      [10, 1],
      [2, 3],
      [1, 1],
    ],
  ],
  ['SELECT n, COUNT(n) OVER (PARTITION BY kind ORDER BY n) FROM s LIMIT 1', [[2, 1]], [[2, 1]]],
  ['SELECT n, SUM(crew) OVER () FROM s ORDER BY n LIMIT 1', [[1, 2]], [[1, 8]]],
  ['SELECT n, VAR_SAMP(crew) OVER (PARTITION BY n) FROM s ORDER BY n LIMIT 1', [[1, 0]], [[1, null]]],
  [
    'SELECT n + 0, COUNT(*) FROM s GROUP BY n + 0',
    [
      [1, 1],
      [10, 1],
      [2, 1],
    ],
    [
      [1, 1],
      [2, 1],
      [10, 1],
    ],
  ],
  [
    'SELECT kind, crew IS NULL, ISNULL(crew) FROM s GROUP BY kind HAVING n IS NOT NULL ORDER BY kind',
    [
      ['motor', false, false],
      ['sail', false, false],
    ],
    [],
  ],
  ['SELECT MONTH(built) FROM s GROUP BY MONTH(built) ORDER BY 1 DESC', [[3], [11], [10]], [[11], [10], [3]]],
  [
    'SELECT hold, COUNT(*) FROM s GROUP BY hold',
    [[null, 3]],
    [
      [null, 2],
      [[{ tons: 4 }], 1],
    ],
  ],
  ['SELECT COUNT(box), MAX(hold.tons) FROM s', [[0, null]], [[1, 4]]],
  ['SELECT DISTINCT crew FROM s GROUP BY kind', [[2], [4]], [[null]]],
  ['SELECT DISTINCT isOld FROM s GROUP BY n', [[null], [false], [true]], [[null]]],
  ['SELECT * FROM s GROUP BY kind HAVING MAX(n) > 2', [[10, 'sail']], [[10, 'sail']]],
  ['SELECT * FROM s HAVING COUNT(*) > 2 AND MAX(n) > 2', [[3, 10]], [[3, 10]]],
  ['SELECT n FROM s GROUP BY n HAVING COUNT(*) > 0 ORDER BY crew', [[1], [10], [2]], [[1], [2], [10]]],
  [
    'SELECT n, ABS(nested(hold.tons)) FROM s',
    [
      [1, 4],
      [2, null],
      [10, null],
    ],
    [[1, 4]],
  ],
  ['SELECT nested(hold.tons), ABS(nested(hold.tons)) + 1 FROM s', [[4, 5]], [[4, 5]]],
  ["SELECT n FROM s WHERE name NOT LIKE 'T%'", [[2]], [[2]]],
  ["SELECT n FROM s WHERE NOT (name LIKE 'T%')", [[2], [10]], [[2]]],
  ["SELECT 'a\nb' LIKE 'a%b', 'É' LIKE 'é', 'É_' LIKE 'É\\_'", [[false, false, true]], [[true, true, true]]],
  [
    "SELECT DATE_FORMAT('2024-12-30 10:11:12.5', 'yyyy-MM E %j d[h] x S')",
    [['2024-12 Mon 365 3010 x 5']],
    [['yyyy-MM E 365 d[h] x S']],
  ],
  [
    "SELECT TIME('10:00'), DATE('2024-02-29 10:00')",
    [['10:00:00', '2024-02-29']],
    [['10:00:00', '2024-02-29']],
  ],
  ['SELECT _sort FROM s LIMIT 1', [[-2]], [[-2]]],
  ['SELECT kind FROM s GROUP BY kind ORDER BY n DESC', [['motor'], ['sail']], [['motor'], ['sail']]],
  ['SELECT n FROM s GROUP BY n HAVING COUNT(*) > 0 ORDER BY crew', [[1], [10], [2]], [[1], [2], [10]]],
  ['SELECT COUNT(*) FROM default.s', [[3]], [[3]]],
  [
    'SELECT RANK() OVER (ORDER BY 1), COUNT(*) OVER (ORDER BY 2) FROM s LIMIT 2',
    [
      [1, 2],
      [1, 2],
    ],
    [
      [1, 3],
      [1, 3],
    ],
  ],
  ['SELECT POWER(0, 0.5), POW(0, 2), POW(-1, 1.5)', [[null, 0, null]], [[null, 0, null]]],
  ["SELECT DATE_ADD('2024-02-29', INTERVAL NULL DAY)", [[null]], [[null]]],
  ['SELECT s.n FROM schema.s LIMIT 1', [[1]], [[1]]],
  ['SELECT n, n FROM s WHERE n = 9', [], []],
];

/** What 2.7 answers otherwise than it is meant, with a warning: its answer, and the corrected one or its refusal. */
const WARNED: readonly (readonly [
  sql: string,
  warning: string,
  original: Answer,
  corrected: Answer | string,
])[] = [
  ['SELECT n FROM s WHERE isOld', BARE_WHERE, [[1], [2], [10]], [[1]]],
  ['SELECT n FROM s WHERE FALSE', BARE_WHERE, [[1], [2], [10]], []],
  ['SELECT n FROM s WHERE NULL', BARE_WHERE, [[1], [2], [10]], []],
  ['SELECT COUNT(*) FROM s WHERE isOld', BARE_WHERE, [[3]], [[1]]],
  ['SELECT kind FROM s WHERE FALSE GROUP BY kind', BARE_WHERE, [['motor'], ['sail']], []],
  ['SELECT 1 LIMIT 0', LIMIT_WITHOUT_FROM, [[1]], []],
  ['SELECT SUM(n) FROM s WHERE n > 99', SUM_OF_NOTHING, [[0]], [[null]]],
  ['SELECT SUM(n + 1) FROM s WHERE n > 99', SUM_OF_NOTHING, [[0]], [[null]]],
  ['SELECT DISTINCT n * 2 AS c FROM s ORDER BY c', GROUPS_AS_TEXT, [[2], [20], [4]], [[2], [4], [20]]],
  ['SELECT n FROM s WHERE NOT NULLIF(n, 2) > 1', NOT_OF_NULL, [[1], [2]], [[1]]],
  ['SELECT COUNT(*) FROM s WHERE NOT (NULLIF(n, 2) > 1 AND n > 0)', NOT_OF_NULL, [[2]], [[1]]],
  ['SELECT 1 LIMIT 2, 1', LIMIT_WITHOUT_FROM, [[1]], []],
  [
    'SELECT kind FROM (SELECT kind FROM s) t WHERE n IS NULL',
    UNSELECTED,
    [],
    "can't resolve Symbol(namespace=FIELD_NAME, name=n) in type env",
  ],
  ['SELECT kind FROM s GROUP BY kind HAVING COUNT(*) > 0 LIMIT 1', ROW_LOST, [['sail']], [['motor']]],
  ['SELECT n FROM (SELECT n FROM s) t WHERE n > 0 LIMIT 1, 1', ROW_LOST, [[10]], [[2]]],
  [
    'SELECT kind, COUNT(crew) FROM (SELECT kind FROM s) t GROUP BY kind ORDER BY kind, n',
    UNSELECTED,
    [
      ['motor', 0],
      ['sail', 0],
    ],
    "can't resolve Symbol(namespace=FIELD_NAME, name=crew) in type env",
  ],
  [
    'SELECT t.n, t.kind FROM (SELECT kind FROM s LIMIT 1) t',
    UNSELECTED,
    [[null, 'sail']],
    "can't resolve Symbol(namespace=FIELD_NAME, name=n) in type env",
  ],
];

/** Statements that no trap is in. */
const SOUND = [
  'SELECT SUM(n) FROM s',
  'SELECT n, SUM(crew) FROM s GROUP BY n ORDER BY n',
  'SELECT DISTINCT n * 2 FROM s WHERE n = 1 ORDER BY 1',
  'SELECT n FROM s WHERE NOT ABS(n) > 1',
  'SELECT n FROM s WHERE NULLIF(n, 2) > 1',
  'SELECT n FROM s WHERE TRUE',
  'SELECT n FROM s WHERE NOT isOld',
  'SELECT n FROM s WHERE isOld = TRUE',
];

const NO_FROM =
  'Cannot invoke "com.alibaba.druid.sql.ast.statement.SQLTableSource.getAlias()" because the return value of ' +
  '"com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock.getFrom()" is null';

/** Refused by 2.7; answered without `rockpool.strict`, where an answer is given. */
const REFUSALS: readonly (readonly [sql: string, details: string, answer: Answer | null])[] = [
  ['SELECT n FROM s WHERE crew = NULL', 'invalid to get stringValue from value of type UNDEFINED', []],
  [
    'SELECT n FROM s WHERE crew NOT IN (4, NULL)',
    'invalid to get stringValue from value of type UNDEFINED',
    [],
  ],
  ['SELECT n FROM s WHERE name LIKE NULL', 'invalid to get stringValue from value of type UNDEFINED', []],
  ['SELECT n FROM s WHERE built > NULL', 'invalid to get timestampValue from value of type UNDEFINED', []],
  ['SELECT n FROM s WHERE isOld = NULL', 'value cannot be null', []],
  [
    "SELECT n FROM s WHERE built > '2010-01-01' ORDER BY n",
    'timestamp:2010-01-01 in unsupported format, please use yyyy-MM-dd HH:mm:ss[.SSSSSSSSS]',
    [[2], [10]],
  ],
  [
    'SELECT n, MAX(n) OVER () AS m FROM s ORDER BY m, n',
    "can't evaluate on aggregator: max",
    [
      [1, 10],
      [2, 10],
      [10, 10],
    ],
  ],
  ["SELECT 'a', 1 + COUNT(*)", "can't evaluate on aggregator: count", [['a', 2]]],
  [
    'SELECT n, RANK() OVER (ORDER BY n) AS m FROM s ORDER BY m DESC LIMIT 1',
    'rank over a window is no key of ORDER BY',
    [[10, 3]],
  ],
  [
    'SELECT kind, RANK() OVER (ORDER BY COUNT(*)) FROM s GROUP BY kind',
    "can't evaluate on aggregator: count",
    [
      ['motor', 1],
      ['sail', 2],
    ],
  ],
  [
    'SELECT kind, COUNT(*) c, RANK() OVER (ORDER BY c) FROM s GROUP BY kind',
    "can't resolve Symbol(namespace=FIELD_NAME, name=c) in type env",
    [
      ['motor', 1, 1],
      ['sail', 2, 2],
    ],
  ],
  ['SELECT RANK(n) OVER (ORDER BY n) FROM s', 'rank function expected {[]}, but get [INTEGER]', null],
  ['SELECT n FROM s ORDER BY NULL, n LIMIT 1', 'Non-integer constant [null] found in ordinal', [[1]]],
  ['SELECT COUNT(*) FROM s GROUP BY 1.0', 'Non-integer constant [1.0] found in ordinal', [[3]]],
  ['SELECT 9223372036854775808', 'For input string: "9223372036854775808"', [[2 ** 63]]],
  ['SELECT n FROM s WHERE n > 9223372036854775808', 'For input string: "9223372036854775808"', null],
  [
    'SELECT EXP(1000), POW(10, 400) > 1',
    'Infinity is not a valid double value as per JSON specification. To override this behavior, use GsonBuilder.serializeSpecialFloatingPointValues() method.',
    [[null, true]],
  ],
  ['SELECT CASE WHEN n THEN 1 END FROM s', 'invalid to get booleanValue from value of type INTEGER', null],
  ['SELECT ABS(n) OVER () FROM s', 'Illegal SQL expression : SELECT ABS(n) OVER () FROM s', null],
  ["SELECT CAST(TIME '01:02:03' AS DATE)", 'invalid to get dateValue from value of type TIME', null],
  ["SELECT DATE_ADD('2024-02-29', INTERVAL 1 DAY_HOUR)", 'interval unit DAY_HOUR is not supported', null],
  ["SELECT DATE_FORMAT('2024-02-29', 'hhh')", 'Too many pattern letters: h', null],
  ["SELECT DATE_FORMAT('2024-02-29', 'i')", 'Unknown pattern letter: i', null],
  ["SELECT STR_TO_DATE('2024', '%Y i')", 'Unknown pattern letter: i', null],
  ["SELECT STR_TO_DATE('2024', 'hhh')", 'Too many pattern letters: h', null],
  [
    'SELECT MAX(n) OVER (ORDER BY n) IS NULL FROM s WHERE n = 1',
    "can't evaluate on aggregator: max",
    [[false]],
  ],
  [
    'SELECT RANK() OVER (ORDER BY n) + 1 FROM s WHERE n = 1',
    'rank over a window is no part of an expression',
    [[2]],
  ],
  [
    "SELECT HIGHLIGHT(nope) FROM s WHERE MATCH(name, 'a')",
    "can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env",
    null,
  ],
  [
    "SELECT HIGHLIGHT(name), HIGHLIGHT(s.name) FROM s WHERE MATCH(name, 'a')",
    'Duplicate field name in highlight',
    null,
  ],
  [
    'SELECT n FROM s UNION SELECT n FROM nope',
    'org.opensearch.index.IndexNotFoundException: no such index [nope]\nFor more details, please send request for Json format to see the raw response from OpenSearch engine.',
    null,
  ],
  [
    'SELECT name, n AS name FROM s LIMIT 1',
    'Multiple entries with same key: name=1 and name="Teal"',
    [['Teal', 1]],
  ],
  ['SELECT t.n FROM (SELECT n, n FROM s LIMIT 1) t', 'Multiple entries with same key: n=1 and n=1', [[1]]],
  [
    'SELECT COUNT(*) FROM s GROUP BY kind, kind',
    'Composite source names must be unique, found duplicates: [kind]',
    [[1], [2]],
  ],
  ['SELECT 1 UNION SELECT 2', NO_FROM, [[1], [2]]],
  ['SELECT n FROM s WHERE isOld AND n = 1', 'inner bool query clause cannot be null', [[1]]],
  ['SELECT n FROM s WHERE n = 1 OR NOT (TRUE)', 'inner bool query clause cannot be null', [[1]]],
  ["SELECT DISTINCT 'a' FROM s", 'Non-integer constant [a] found in ordinal', [['a']]],
  [
    "SELECT HOUR('2024-02-29')",
    'time:2024-02-29 in unsupported format, please use HH:mm:ss[.SSSSSSSSS]',
    [[0]],
  ],
  [
    'SELECT SUM(name) FROM s WHERE nope = 1 ORDER BY 2',
    'Ordinal [2] is out of bound of select item list',
    null,
  ],
  [
    'SELECT UPPER(5) FROM s ORDER BY nope',
    "can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env",
    null,
  ],
  [
    'SELECT UPPER(5) FROM s HAVING nope > 1',
    "can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env",
    null,
  ],
  [
    'SELECT SUM(name) FROM s GROUP BY nope',
    'sum function expected {[INTEGER],[LONG],[FLOAT],[DOUBLE]}, but get [STRING]',
    null,
  ],
  [
    "SELECT n FROM s WHERE MATCH(s.name, 'Teal')",
    "can't resolve Symbol(namespace=FIELD_NAME, name=s.name) in type env",
    [[1]],
  ],
  [
    "SELECT DATE_ADD('2024-02-29', INTERVAL TRUE DAY)",
    'interval function expected {[INTEGER,STRING],[LONG,STRING]}, but get [BOOLEAN,STRING]',
    null,
  ],
  ['SELECT _routing FROM s', "can't resolve Symbol(namespace=FIELD_NAME, name=_routing) in type env", null],
];

const SHOW = "Expected syntax example: 'SHOW TABLES LIKE <table pattern>'";
const DESCRIBE =
  "Expected syntax example: 'DESCRIBE TABLES LIKE <table pattern> [COLUMNS LIKE <column pattern>]'";

/** What the V2 engine has no form for is read word by word: the tables, or the refusal. */
const BY_WORDS: readonly (readonly [sql: string, answer: readonly string[] | string])[] = [
  ['SHOW TABLES LIKE s', ['s']],
  ['SHOW TABLES LIKE s LIMIT 1', ['s']],
  ["SHOW TABLES LIKE 's%' LIMIT 1", []],
  ["SHOW TABLES LIKE 's' LIMIT 1", "no such index ['s']"],
  ['SHOW FULL TABLES LIKE s', ['s']],
  ['SHOW TABLES', SHOW],
  ['SHOW s', SHOW],
  ['SHOW TABLES LIKE', SHOW],
  ['SHOW COLUMNS FROM s', SHOW],
  ['DESCRIBE s', DESCRIBE],
  ["DESCRIBE TABLES LIKE 's' LIMIT 1", "no such index ['s']"],
  ['DESCRIBE TABLES LIKE s COLUMNS LIKE kind NOW', ['s']],
];

describe('the V2 engine of 2.7', () => {
  let pool: Rockpool;
  const set = (settings: Record<string, boolean | null>): Promise<unknown> =>
    pool.request('PUT', '/_cluster/settings', { transient: settings });
  const ask = async (query: string) => {
    const { text, headers } = await pool.request('POST', '/_plugins/_sql', { query });
    const { datarows, error } = JSON.parse(text);
    return { answer: error?.details ?? datarows, warning: String(headers?.warning ?? '') };
  };

  beforeAll(async () => {
    pool = await openRockpool({ seed: { s: { mappings, documents: ships } } });
  });
  afterAll(() => pool.close());

  it.each(ANSWERS)('answers %s', async (sql, original, corrected) => {
    await set({ 'rockpool.corrections': null, 'rockpool.strict': true });
    expect((await ask(sql)).answer).toEqual(original);
    await set({ 'rockpool.corrections': true, 'rockpool.strict': null });
    expect((await ask(sql)).answer).toEqual(corrected);
  });

  it.each(WARNED)('warns of %s', async (sql, expected, original, corrected) => {
    await set({ 'rockpool.corrections': null, 'rockpool.strict': null });
    const { answer, warning } = await ask(sql);
    expect(answer).toEqual(original);
    expect(warning).toContain(expected);
    await set({ 'rockpool.corrections': true });
    expect(await ask(sql)).toEqual({ answer: corrected, warning: '' });
  });

  it.each(SOUND)('does not warn of %s', async (sql) => {
    await set({ 'rockpool.corrections': null, 'rockpool.strict': null });
    const { warning } = await ask(sql);
    const traps = [BARE_WHERE, GROUPS_AS_TEXT, NOT_OF_NULL, SUM_OF_NOTHING];
    expect(traps.filter((trap) => warning.includes(trap))).toEqual([]);
  });

  it.each(REFUSALS)('refuses %s', async (sql, details, answer) => {
    await set({ 'rockpool.corrections': null, 'rockpool.strict': true });
    expect((await ask(sql)).answer).toBe(details);
    await set({ 'rockpool.strict': null });
    const open = await ask(sql);
    expect(open.answer).toEqual(answer ?? details);
    expect(open.warning.includes(BEYOND)).toBe(answer !== null);
  });

  it.each(BY_WORDS)('leaves %s to the legacy one', async (sql, expected) => {
    await set({ 'rockpool.corrections': null, 'rockpool.strict': true });
    const { answer } = await ask(sql);
    if (typeof expected === 'string') expect(answer).toContain(expected);
    else expect((answer as string[][]).map(([, , table]) => table)).toEqual(expected);
  });

  it('warns of every page as of the first', async () => {
    await set({ 'rockpool.corrections': null, 'rockpool.strict': null });
    const page = (body: object) => pool.request('POST', '/_plugins/_sql', body);
    const first = await page({ query: 'SELECT n, RANK() OVER (ORDER BY n) FROM s', fetch_size: 1 });
    expect(String(first.headers?.warning)).toContain(BEYOND);
    const second = await page({ cursor: JSON.parse(first.text).cursor });
    expect(second.headers?.warning).toEqual(first.headers?.warning);
    const { cursor } = JSON.parse(second.text);
    const closed = await pool.request('POST', '/_plugins/_sql/close', { cursor });
    expect(closed.headers?.warning).toEqual(first.headers?.warning);
  });

  it('marks words by the tags of HIGHLIGHT', async () => {
    const query =
      "SELECT HIGHLIGHT(name, pre_tags='<b>'), HIGHLIGHT('k*') FROM s WHERE MATCH(name, 'Teal') LIMIT 1";
    const { text } = await pool.request('POST', '/_plugins/_sql', { query });
    const { schema, datarows } = JSON.parse(text);
    expect(datarows).toEqual([[['<b>Teal</em>'], null]]);
    expect(schema.map(({ type }: { type: string }) => type)).toEqual(['nested', 'object']);
  });
});

describe('numbers inside objects', () => {
  it('keep the form of their field', async () => {
    const pool = await openRockpool();
    const properties = { price: { type: 'double' }, weight: { type: 'float' }, count: { type: 'long' } };
    await pool.request('PUT', '/boxes', { mappings: { properties: { box: { properties } } } });
    await pool.request('PUT', '/boxes/_doc/1?refresh=true', { box: { price: 96, weight: 2, count: 3 } });
    const { text } = await pool.request('POST', '/_plugins/_sql', { query: 'SELECT box FROM boxes' });
    expect(text.replace(/\s/g, '')).toContain('{"price":96.0,"count":3,"weight":2.0}');
    await pool.close();
  });
});
