import { describe, expect, it } from 'vitest';
import { parseCall } from '../../../src/sql/protocol/index.ts';
import { createBench } from './support/service.ts';

const call = (body: unknown, isStrict = false) =>
  parseCall(
    {
      operation: 'query',
      sqlParameter: null,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      parameters: new Map(),
      contentType: null,
    },
    isStrict,
  );

const bound = (query: string, ...parameters: (readonly [string, unknown])[]): string => {
  const list = parameters.map(([type, value]) => ({ type, value }));
  const parsed = call({ query, parameters: list });
  return parsed.kind === 'statement' ? parsed.sql : '';
};

describe('fetch_size', () => {
  it.each([
    [undefined, null],
    [0, 0],
    ['110', 110],
    [53.9, 53],
    ['786.23', 786],
  ])('%j is %j', (given, size) => {
    expect(call({ query: 'x', fetch_size: given })).toMatchObject({ fetchSize: size });
  });

  it.each([
    [-2, 'Fetch_size must be greater or equal to 0'],
    ['hello world', 'Failed to parse field [fetch_size]'],
    [true, 'Failed to parse field [fetch_size]'],
  ])('%j is refused', (given, details) => {
    expect(() => call({ query: 'x', fetch_size: given })).toThrow(details);
  });
});

describe('parameters', () => {
  it.each([
    [bound('a = ?', ['integer', 3]), 'a = 3'],
    [bound('a = ? OR b = ?', ['LONG', '35'], ['keyword', "it's"]), "a = 35 OR b = 'it''s'"],
    [bound('a = ?', ['string', 'back\\slash']), "a = 'back\\slash'"],
    [bound('a = ?', ['string', 'at the end\\']), "a = 'at the end\\\\'"],
    [bound('a = ?', ['string', "\\' OR 1 = 1 -- "]), "a = '\\\\'' OR 1 = 1 -- '"],
    [bound('a = ?', ['string', 'two\\\\']), "a = 'two\\\\'"],
    [bound('a = ?', ['double', 2]), 'a = 2.0'],
    [bound('a = ?', ['boolean', true]), 'a = true'],
    [bound('a = ?', ['null', null]), 'a = null'],
    [bound('a = ?', ['Null', undefined]), 'a = null'],
    [bound('a = ?', ['date', '2020-01-02']), "a = '2020-01-02'"],
    [bound('a = ?', ['timestamp', '2020-01-02 03:04:05']), "a = TIMESTAMP '2020-01-02 03:04:05'"],
    [bound('a = ?', ['time', "03' OR 1=1"]), "a = TIME '03'' OR 1=1'"],
    [bound('a = ?', ['undefined', null]), 'a = null'],
    [bound('a = ? OR b = ?', ['integer', null], ['keyword', undefined]), 'a = null OR b = null'],
    [
      bound('a = \'?\' AND b = "?" AND `?` = ? /* ? */ -- ?', ['byte', 1]),
      'a = \'?\' AND b = "?" AND `?` = 1 /* ? */ -- ?',
    ],
    [bound("a = 'unclosed ?", ['byte', 1]), "a = 'unclosed ?"],
    [bound('a', ['byte', 1]), 'a'],
    [bound('a = ?', ['long', 1.9]), 'a = 1'],
    [bound('a = ?', ['long', 1e300]), 'a = 0'],
    [bound('a = ?', ['float', 1e10]), 'a = 1.0E10'],
    [bound('a-?', ['byte', -1]), 'a- -1'],
    [bound("'a'?OR b", ['string', 'b']), "'a' 'b' OR b"],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });

  it.each([
    [['timestamp', 5], 'Failed to parse PreparedStatement parameters'],
    [['geo', '1'], 'Unsupported parameter type geo'],
    [['integer', 'x'], 'Failed to parse PreparedStatement parameters'],
    [['string', 5], 'Failed to parse PreparedStatement parameters'],
    [['long', '9223372036854775808'], 'Failed to parse PreparedStatement parameters'],
    [['double', ''], 'Failed to parse PreparedStatement parameters'],
    [['constructor', 5], 'Unsupported parameter type constructor'],
  ] as const)('%j is refused', (parameter, details) => {
    expect(() => bound('?', parameter)).toThrow(details);
  });

  it.each(['timestamp', 'time', 'undefined'])('of type %s are refused by a strict server', (type) => {
    const body = { query: 'SELECT ?', parameters: [{ type, value: '03:04:05' }] };
    expect(call(body)).toHaveProperty('refusal.type', 'IllegalArgumentException');
    expect(() => call(body, true)).toThrow(`Unsupported parameter type ${type}`);
  });

  it('without a value are refused by a strict server', () => {
    const body = { query: 'SELECT ?', parameters: [{ type: 'integer', value: null }] };
    expect(call(body)).toHaveProperty('refusal.type', 'IllegalArgumentException');
    expect(() => call(body, true)).toThrow('Failed to parse PreparedStatement parameters');
  });

  it('are looked for only in statements that have some', () => {
    expect(call({ query: 'SELECT ?' })).toMatchObject({ sql: 'SELECT ?' });
  });

  it.each([
    ['x', 'JSONObject["parameters"] is not a JSONArray (class java.lang.String : x).'],
    [[5], 'JSONArray[0] is not a JSONObject (class java.lang.Integer : 5).'],
    [[[]], 'JSONArray[0] is not a JSONObject (class org.json.JSONArray).'],
    [[{ value: 1 }], 'JSONObject["type"] not found.'],
    [[{ type: null }], 'JSONObject["type"] is not a string (class org.json.JSONObject$Null : null).'],
    [[{ type: 1.5 }], 'JSONObject["type"] is not a string (class java.math.BigDecimal : 1.5).'],
  ])('%j are none', (parameters, details) => {
    expect(() => call({ query: '?', parameters })).toThrow(details);
  });

  it('must be enough', () => {
    expect(() => bound('?')).toThrow('Placeholder count is greater than parameter number 0');
  });

  it('binds a long text in one pass', () => {
    expect(bound(`'${'\\'.repeat(300_000)}`, ['byte', 1]).length).toBe(300_001);
  });
});

describe('answers', () => {
  const { post, service } = createBench();

  it.each([
    ['[]', 'Failed to parse request payload'],
    ['{', 'Failed to parse request payload'],
    ['{}', 'JSONObject[\\"query\\"] not found.'],
    ['{"query":5}', 'is not a string'],
    ['{"cursor":5}', 'Failed to parse request payload'],
    ['{"query":"INSERT INTO x"}', 'Query must start with SELECT'],
  ])('%s is a 400 in text/plain', async (body, details) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, contentType: 'text/plain; charset=UTF-8' });
    expect(answer.body).toContain(details);
  });

  it('knows the formats, and names the others', async () => {
    expect((await post({ query: 'SELECT 1' }, { format: 'nope' })).body).toContain(
      'unknown response format: nope',
    );
    const csv = await post({ query: 'SELECT id FROM dept ORDER BY id LIMIT 2' }, { format: 'CSV' });
    expect(csv).toMatchObject({ contentType: 'text/plain; charset=UTF-8', body: 'id\n1\n2' });
  });

  it('answers GET without sql in words', async () => {
    const request = {
      operation: 'query',
      sqlParameter: null,
      body: null,
      parameters: new Map(),
      contentType: null,
    } as const;
    const answer = await service.handle(request);
    expect(answer).toMatchObject({ status: 400, contentType: 'application/json; charset=UTF-8' });
    expect(answer.body).toContain('Cannot find sql parameter from the URL');
  });

  it('deletes only when told that it may', async () => {
    const bench = createBench();
    const query = 'DELETE FROM dept WHERE id > 10';
    expect((await bench.post({ query })).body).toContain('SQLFeatureDisabledException');
    bench.client.settings.set('plugins.sql.delete.enabled', 'true');
    expect(JSON.parse((await bench.post({ query })).body).datarows).toEqual([[4]]);
  });

  it('is closed when SQL is switched off', async () => {
    const bench = createBench();
    bench.client.settings.set('plugins.sql.enabled', 'false');
    expect((await bench.post({ query: 'SELECT 1' })).body).toContain('SQLFeatureDisabledException');
  });

  it('counts requests, first pages and failures of the last whole minute', async () => {
    const bench = createBench();
    await bench.post({ query: 'SELECT id FROM dept', fetch_size: 3 });
    await bench.post({ query: 'SELEC' });
    expect(bench.service.stats()).toMatchObject({
      request_total: 2,
      request_count: 0,
      default_cursor_request_total: 1,
    });
    bench.clock.advance(60_000);
    expect(bench.service.stats()).toMatchObject({
      request_total: 2,
      request_count: 2,
      failed_request_count_cuserr: 1,
    });
    bench.clock.advance(60_000);
    expect(bench.service.stats()).toMatchObject({ request_total: 2, request_count: 0 });
  });
});
