import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** Groups, wildcards and errors as the original's legacy engine answers them: column → type, and the rows. */

type Columns = Readonly<Record<string, string>>;
type Rows = readonly (readonly unknown[])[];

const ANSWERS: readonly (readonly [string, Columns, Rows])[] = [
  [
    "SELECT COUNT(*) FROM s GROUP BY histogram('field'='n','interval'='5')",
    { 'COUNT(*)': 'double' },
    [[2], [1]],
  ],
  [
    "SELECT h, MAX(n) AS top FROM s GROUP BY histogram('field'='n','interval'='5','alias'='h','order'='key_desc')",
    { h: 'double', top: 'double' },
    [
      ['5.0', 7],
      ['0.0', 2],
    ],
  ],
  [
    "SELECT k, COUNT(*) FROM s GROUP BY date_histogram('field'='d','interval'='1y','format'='yyyy'), k",
    { k: 'double', 'COUNT(*)': 'double' },
    [
      ['a', 1],
      ['b', 1],
      ['a', 1],
    ],
  ],
  ['SELECT COUNT(*) FROM s GROUP BY k, (b, n)', { 'COUNT(*)': 'double' }, [[2], [1], [1], [1], [1]]],
  ["SELECT COUNT(*) FROM s GROUP BY script('x','doc[\"n\"].size()')", { 'COUNT(*)': 'double' }, [[3]]],
  [
    'SELECT k AS key, COUNT(*) AS c, AVG(n) FROM s WHERE nested(l.q) > 0 GROUP BY k ORDER BY k',
    { k: 'keyword', c: 'long', 'AVG(n)': 'double' },
    [
      ['a', '2.0', '4.0'],
      ['b', '1.0', '2.0'],
    ],
  ],
  [
    'SELECT COUNT(*) FROM s o WHERE EXISTS (SELECT * FROM o.l x WHERE x.q > 1)',
    { 'COUNT(*)': 'long' },
    [['2.0']],
  ],
  ['SELECT PERCENTILES(n, 50.0) AS p FROM s', { p: 'double' }, [[{ '50.0': 2 }]]],
  [
    'SELECT * FROM s o WHERE EXISTS (SELECT * FROM o.l x WHERE x.q = 3)',
    { b: 'boolean', d: 'date', e: 'date', k: 'keyword', n: 'integer' },
    [[true, '2021-01-01 00:00:00.000', null, 'a', 7]],
  ],
  ['SELECT n FROM s WHERE nested(l.q) IN (1, 2)', { n: 'integer' }, []],
  ["SELECT PERCENTILES(n, k, 'x', 50.0) AS p FROM s", { p: 'double' }, [[{ '50.0': 2 }]]],
  ["SELECT n FROM s WHERE k = TERMS('b', 'c')", { n: 'integer' }, [[2]]],
  ["SELECT n FROM s WHERE n = IDS_QUERY('s', '3')", { n: 'integer' }, [[7]]],
];

/** What the original's planner makes of groups: columns with literals, and computed of aggregates. */
const PLANNED: readonly (readonly [string, Columns, Rows])[] = [
  [
    "SELECT k, 1.5, 'x', ABS(SUM(n)), MAX(n) - MIN(n) AS y FROM s GROUP BY k",
    { k: 'double', '1.5': 'double', "'x'": 'double', 'ABS(SUM(n))': 'double', y: 'double' },
    [
      ['a', 1.5, 'x', 8, 6],
      ['b', 1.5, 'x', 2, 0],
    ],
  ],
  ['SELECT COUNT(*) * 100 / SUM(n) FROM s', { 'count(*) * 100 / sum(n)': 'double' }, [[30]]],
  // It loses the alias of a key whose functions are not written in small letters.
  ['SELECT LENGTH(k) AS x, COUNT(*) FROM s GROUP BY x', { x: 'double', 'COUNT(*)': 'double' }, []],
  [
    'SELECT length(k) AS x, COUNT(*) FROM s GROUP BY x ORDER BY x',
    { x: 'double', 'COUNT(*)': 'double' },
    [['1', 3]],
  ],
];

/** Columns of a star, in the order of the original's map. Objects are columns of a star by itself, at the end. */
const STARS: readonly (readonly [string, string])[] = [
  ['SELECT * FROM s WHERE n > 5', 'b d e k n l'],
  ['SELECT o.* FROM s o WHERE n > 5', 'b d e k n'],
  ['SELECT n, * FROM s WHERE n > 5', 'b d e k n'],
  ['SELECT n, *, UPPER(k) AS v, k AS c FROM s WHERE n > 5', 'b d e k/c n'],
  ['SELECT n AS x, _id, n, k, n AS y FROM s', 'n/y n/y k n/y'],
  ['SELECT * FROM s o, o.l x WHERE x.q = 3', 'b d e k l.q n'],
  ['SELECT * FROM words', 'opened lead name id budget'],
];

/** Tables of csv: computed columns first, each name once and none by its alias; null says so. */
const SHEETS: readonly (readonly [string, string])[] = [
  ['SELECT n AS x, n, k FROM s WHERE n = 7', 'n,k\n7,a'],
  ['SELECT n, _id, 10, REVERSE(k), UPPER(k) AS c FROM s WHERE n = 7', 'assign_1,c,n,_id\n10,A,7,'],
  ['SELECT o.n, x.q FROM s o, o.l x WHERE o.n = 2', 'n\n2'],
  ['SELECT l FROM s WHERE n = 1', 'l\n[{q=1}]'],
  ['SELECT id, lead, place, place.town FROM words', 'id,lead,place,place.town\n-1,null,"{zip=1, town=Ost}",'],
  ['SELECT place.town FROM words', 'place.town,place\n,{town=Ost}'],
  ['SELECT id FROM words WHERE id > 5', 'id\n'],
  // Beside other conditions, in a list and as a bound, a field is its name.
  ['SELECT n FROM s WHERE k < d AND n < 2', 'n\n1'],
  ["SELECT n FROM s WHERE k BETWEEN 'b' AND d AND n > 0", 'n\n2'],
];

/** What fails when the original has begun to answer is HTTP 200 with an error in the body. */
const LATE: readonly (readonly [string, number, string])[] = [
  ['SELECT n FROM s WHERE n > 1 HAVING COUNT(*) > 1', 500, '"aggregations" is null'],
  ['SELECT COUNT(*) FROM s GROUP BY range(n, 0, 5)', 500, 'unsupported aggregation type range'],
  ["SELECT COUNT(*) FROM s GROUP BY histogram('field'='n','interval'='x')", 500, 'For input string: "x"'],
  ["SELECT COUNT(*) FROM s GROUP BY histogram('field'='n','to'='x')", 500, 'not define field to=x'],
  ["SELECT SCRIPTED_METRIC('map_script'='state.n = 1') FROM s", 400, '[combineScript] must not be null'],
  ["SELECT COUNT(*) FROM s GROUP BY histogram('field'='n')", 400, 'interval must be positive, got: 0.0'],
  ['SELECT n FROM s WHERE LENGTH(nope) > 3', 400, 'ScriptException[runtime error]; nested: Illegal'],
  ["SELECT COUNT(*) FROM s GROUP BY histogram('field'='k','interval'='1')", 400, 'of type [keyword]'],
  ["SELECT a.n, b.n FROM s a JOIN s b ON a.n < b.n WHERE a.n = 'x'", 400, 'Shard[0]: [s/'],
  ['SELECT a.n, b.n FROM s a JOIN s b ON a.n = b.n ORDER BY a.nope', 400, 'No mapping found for [nope]'],
  ['SELECT LENGTH(k) AS x, COUNT(*) FROM s GROUP BY LENGTH(k) ORDER BY x', 400, 'No mapping found for [x]'],
  ['SELECT k, COUNT(*) FROM s GROUP BY k ORDER BY nope', 400, 'No mapping found for [nope]'],
  [
    "SELECT COUNT(*) FROM s GROUP BY histogram('field'='n','interval'='5','alias'='h') ORDER BY h",
    400,
    '[h]',
  ],
  ['SELECT PERCENTILES(n, 101.0) FROM s', 500, 'percent must be in [0,100], got [101.0]'],
  ['SELECT n, REVERSE(k) FROM s', 500, 'not supported in Schema: REVERSE'],
  ['SELECT n, REVERSE(k) FROM s ORDER BY nope', 400, 'No mapping found for [nope]'],
  ['SELECT n FROM s WHERE n > d AND n > 0', 400, 'For input string: "d"'],
  ['SELECT n FROM s WHERE n IN (d, 1)', 400, 'For input string: "d"'],
  ['SELECT n FROM s WHERE n = d AND n > 0', 500, 'Cannot recoginze Sql identifer d'],
  ['SELECT n FROM s o WHERE EXISTS (SELECT * FROM o.l x WHERE x.q > o.n)', 400, 'For input string: "l.o.n"'],
  ['SELECT a.n FROM s a JOIN s b ON a.n = b.n WHERE a.n > b.n', 400, 'For input string: "b.n"'],
  ['SELECT n FROM s/_doc', 404, 'no such index [s / _doc]'],
  ['SELECT n FROM s x, 1.50 y', 404, 'no such index [1.50]'],
  ['SELECT STATS(n) FROM s', 500, 'not supported in Schema: STATS'],
  ['SELECT nested(l.q), COUNT(*) FROM s GROUP BY nested(l.q)', 500, 'nested is not yet implemented'],
];

const REFUSED: readonly (readonly [string, string])[] = [
  [
    'SELECT n FROM s ORDER BY n NULLS FIRST',
    'Illegal SQL expression : SELECT n FROM s ORDER BY n NULLS FIRST',
  ],
  ['SELECT n, RANK() OVER (ORDER BY n) FROM s', 'Illegal SQL expression'],
  ['SELECT n FROM s UNION SELECT k FROM s', 'should be subset of other'],
  ['SELECT nested(l.q, l, l.q) FROM s', 'on nested object only allowed 2 parameters'],
  ['SELECT n FROM nope-*', 'Unknown index [nope-*]'],
  ['SELECT n FROM `s-1.*`', 'Unknown index [`s-1.*`]'],
  ['SELECT n FROM s, `s.1`', 'no such index [`s.1`]'],
  [
    'SELECT n FROM s WHERE n IN (SELECT n FROM s WHERE n IN (SELECT n FROM s))',
    'Only one EXISTS or IN is supported',
  ],
  [
    'SELECT n FROM s WHERE n NOT IN (SELECT n FROM s) AND n IN (SELECT n FROM s)',
    'Only one EXISTS or IN is supported',
  ],
  ["SELECT n FROM s WHERE NOT k <> IDS_QUERY('a', 'b')", 'Negative operator [IDS_QUERY] is not supported.'],
];

/** What the V2 engine understands of a WHERE with nested(…) must fit, before the legacy one is asked. */
const UNDERSTOOD: readonly (readonly [string, string])[] = [
  ['nested(l.nope) = 1', "can't resolve Symbol(namespace=FIELD_NAME, name=l.nope) in type env"],
  ['nested(l, l.nope > 1)', "can't resolve Symbol(namespace=FIELD_NAME, name=l.nope) in type env"],
  ["nested(l.q) > 1 AND nope = 'x'", "can't resolve Symbol(namespace=FIELD_NAME, name=nope) in type env"],
  ["nested(l.q) > 'x'", 'but get [INTEGER,STRING]'],
  ['nested(l.q) > 0 HAVING COUNT(*) > 1', 'Explicit GROUP BY clause is required because expression [n]'],
];

const SEED = {
  s: {
    mappings: {
      properties: {
        k: { type: 'keyword' },
        n: { type: 'integer' },
        b: { type: 'boolean' },
        d: { type: 'date' },
        e: { type: 'date', format: 'yyyy/MM/dd||epoch_millis' },
        l: { type: 'nested', properties: { q: { type: 'integer' } } },
      },
    },
    documents: [
      { _id: 1, k: 'a', n: 1, b: true, d: '2020-01-01', e: 5, l: [{ q: 1 }] },
      { _id: 2, k: 'b', n: 2, b: false, d: '2020-05-01', e: '2020/01/01', l: [{ q: 2 }] },
      { _id: 3, k: 'a', n: 7, b: true, d: '2021-01-01', l: [{ q: 3 }, { q: 1 }] },
    ],
  },
  many: {
    mappings: {
      properties: { n: { type: 'integer' }, l: { type: 'nested', properties: { q: { type: 'integer' } } } },
    },
    documents: [{ _id: 1, n: 1, l: [{ q: 1 }, { q: 2 }, { q: 3 }, { q: 4 }] }],
  },
  words: {
    mappings: {
      properties: {
        budget: { type: 'long' },
        id: { type: 'short' },
        lead: { type: 'keyword' },
        name: { type: 'keyword' },
        opened: { type: 'date' },
        place: { enabled: false },
      },
    },
    documents: [{ _id: 1, id: -1, lead: null, name: 'Docks', place: { town: 'Ost', zip: 1 } }],
  },
} as const;

describe('the legacy engine', () => {
  let pool: Rockpool;

  beforeAll(async () => {
    pool = await openRockpool({ seed: SEED });
  });
  afterAll(() => pool.close());

  const post = async (query: string, more: object = {}, path = '') => {
    const { status, text } = await pool.request('POST', `/_plugins/_sql${path}`, { query, ...more });
    return { status, body: JSON.parse(text) };
  };

  it.each(ANSWERS)('answers %s', async (query, columns, rows) => {
    const { body } = await post(query);
    const types = body.schema?.map(({ name, type }: Record<string, string>) => [name, type]);
    expect([types, body.datarows]).toEqual([expect.anything(), expect.anything()]);
    expect(Object.fromEntries(types)).toEqual(columns);
    const order = Object.keys(columns).map((name) => types.findIndex(([at]: [string]) => at === name));
    expect(body.datarows.map((row: unknown[]) => order.map((i) => row[i]))).toEqual(rows);
  });

  it.each(PLANNED)('plans %s', async (query, columns, rows) => {
    const { body } = await post(query, { filter: { match_all: {} } });
    const types = body.schema.map(({ name, type }: Record<string, string>) => [name, type]);
    expect(Object.fromEntries(types)).toEqual(columns);
    const order = Object.keys(columns).map((name) => types.findIndex(([at]: [string]) => at === name));
    expect(body.datarows.map((row: unknown[]) => order.map((i) => row[i]))).toEqual(rows);
  });

  it.each(STARS)('lists the columns of %s', async (query, names) => {
    const { body } = await post(query, { fetch_size: 9 });
    const written = ({ name, alias }: Record<string, string>): string => (alias ? `${name}/${alias}` : name);
    expect(body.schema.map(written).join(' ')).toBe(names);
  });

  it.each(SHEETS)('prints %s as csv', async (query, sheet) => {
    const body = { query, filter: { match_all: {} } };
    const { text } = await pool.request('POST', '/_plugins/_sql?format=csv&sanitize=false', body);
    expect(text).toBe(sheet.replace('-1', "'-1"));
  });

  it.each(LATE)('fails late with %s', async (query, status, words) => {
    const answer = await post(query, { filter: { match_all: {} } });
    expect([answer.status, answer.body.status]).toEqual([200, status]);
    expect(answer.body.error.details).toContain(words);
  });

  it.each(REFUSED)('does not explain %s', async (query, words) => {
    const { status, body } = await post(query, {}, '/_explain?format=json');
    expect([status, body.error.details]).toEqual([400, expect.stringContaining(words)]);
  });

  it.each(UNDERSTOOD)('refuses WHERE %s', async (where, words) => {
    const { status, body } = await post(`SELECT n FROM s WHERE ${where}`);
    expect([status, body.error.details]).toEqual([400, expect.stringContaining(words)]);
  });

  it('hands on what the engine says in its own format', async () => {
    const { status, body } = await post('SELECT n FROM s ORDER BY nope', {}, '?format=json');
    expect([status, body.error.type]).toEqual([400, 'search_phase_execution_exception']);
  });

  it('writes one date of a row in the form of JDBC, the one that its map of names has first', async () => {
    const { body } = await post('SELECT d, e, n FROM s WHERE n < 3', { filter: { match_all: {} } });
    expect(body.datarows).toEqual([
      ['2020-01-01 00:00:00.000', 5, 1],
      ['2020-05-01 00:00:00.000', '2020/01/01', 2],
    ]);
  });

  it('makes up the answers of joins and unions', async () => {
    const join = await post('SELECT a.n, b.k FROM s a JOIN s b ON a.n = b.n LIMIT 1', {}, '?format=json');
    expect(join.body._shards).toEqual({ total: 2, successful: 2, failed: 0 });
    const shardsOf = async (query: string): Promise<unknown> =>
      (await post(query, {}, '?format=json')).body._shards.total;
    expect(await shardsOf('SELECT a.n, b.k FROM s a JOIN s b ON a.n = b.n WHERE a.n < 0')).toBe(1);
    expect(await shardsOf('SELECT /*! USE_NL */ a.n, b.k FROM s a JOIN s b ON a.n = b.n')).toBe(4);
    expect(join.body.hits.hits).toEqual([{ _id: '1|1', _score: null, _source: { 'a.n': 1, 'b.k': 'a' } }]);
    const union = await post('SELECT n FROM s UNION SELECT n FROM s WHERE n = 7', {}, '?format=json');
    expect(union.body.hits.total).toEqual({ value: 4, relation: 'EQUAL_TO' });
    expect(union.body.hits.hits[3]).toEqual({ _id: '3', _score: 'NaN', _source: { n: 7 } });
  });

  it('knows no cursor of what it would have refused', async () => {
    const { body } = await post('SELECT n, RANK() OVER (ORDER BY n) FROM s', { fetch_size: 2 });
    const turn = (path: string) => pool.request('POST', `/_plugins/_sql${path}`, { cursor: body.cursor });
    const warned = async (path: string) => String(new Headers((await turn(path)).headers).get('warning'));
    expect(await warned('')).toContain('would refuse');
    const { status, text } = await turn('');
    expect([status, text]).toEqual([400, expect.stringContaining('Not able to parse invalid cursor')]);
    expect(await warned('/close')).toContain('would refuse');
  });

  it('leaves a dot inside backticks in the name', async () => {
    const { body } = await post('SELECT `s.n`, `s`.`n` FROM s', {}, '/_explain');
    expect(body._source.includes).toEqual(['s.n', 'n']);
  });

  it('answers a nested condition beside others with a warning', async () => {
    const query = 'SELECT n FROM s WHERE nested(l, l.q > 1) AND n < 5';
    const { text, headers } = await pool.request('POST', '/_plugins/_sql', { query });
    expect(JSON.parse(text).datarows).toEqual([[2]]);
    expect(new Headers(headers).get('warning')).toContain('would refuse');
  });

  it('says before all else that the original would refuse', async () => {
    const query = 'SELECT n, nested(l.q) FROM many WHERE nested(l, l.q > 0) AND n > 0';
    const { headers } = await pool.request('POST', '/_plugins/_sql', { query });
    const [first, second] = new Headers(headers).get('warning')?.split(/,\s*299/) ?? [];
    expect([first, second]).toEqual([
      expect.stringContaining('would refuse'),
      expect.stringContaining('at most 3 nested rows'),
    ]);
  });

  it('says that IN does not look into nested documents', async () => {
    const query = 'SELECT n FROM s WHERE nested(l.q) IN (1, 2)';
    const { headers } = await pool.request('POST', '/_plugins/_sql', { query });
    expect(new Headers(headers).get('warning')).toContain('it finds nothing');
  });

  it('answers lists of groups in the order of the statement, whatever their fields are called', async () => {
    await pool.request(
      'POST',
      '/digits/_bulk?refresh',
      '{"index":{}}\n{"n":1,"3":1}\n{"index":{}}\n{"n":1,"3":2}\n',
    );
    const query = 'SELECT COUNT(*) FROM digits GROUP BY n, (`3`, n)';
    const { text } = await pool.request('POST', '/_plugins/_sql', { query });
    expect(JSON.parse(text).datarows).toEqual([[2], [1], [1]]);
  });

  it('reads LIMIT of DELETE, deletes all, and says so', async () => {
    const transient = { 'plugins.sql.delete.enabled': true };
    await pool.request('PUT', '/_cluster/settings', { transient });
    await pool.request('POST', '/gone/_bulk?refresh', '{"index":{}}\n{"n":1}\n{"index":{}}\n{"n":2}\n');
    const query = 'DELETE FROM gone WHERE n > 0 ORDER BY n LIMIT 1';
    const { text, headers } = await pool.request('POST', '/_plugins/_sql', { query });
    expect(JSON.parse(text).datarows).toEqual([[2]]);
    expect(new Headers(headers).get('warning')).toContain('DELETE ignores what follows WHERE');
  });

  it('does not apply a filter to planned groups, and says so', async () => {
    const body = { query: 'SELECT COUNT(*) FROM s GROUP BY k ORDER BY k', filter: { term: { k: 'b' } } };
    const { text, headers } = await pool.request('POST', '/_plugins/_sql', body);
    expect(JSON.parse(text).datarows).toEqual([[2], [1]]);
    expect(new Headers(headers).get('warning')).toContain('filter of the request');
  });

  it('reads of a statement around a sub-select its columns only', async () => {
    const query = 'SELECT t.n FROM (SELECT n, k FROM s WHERE n < 3) t WHERE t.n = 2';
    const { body } = await post(query, {}, '/_explain');
    expect([body._source.includes, JSON.stringify(body.query).includes('"to":3')]).toEqual([['n'], true]);
    expect(JSON.stringify(body.query)).not.toContain('term');
  });
});
