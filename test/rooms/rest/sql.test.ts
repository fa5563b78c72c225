import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** SQL over HTTP: methods, parameters, formats, content types, statuses and the shapes of errors. */

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_TYPE = 'text/plain; charset=UTF-8';
let node: RockpoolNode;

beforeAll(async () => {
  node = await openTestNode();
  const properties = {
    n: { type: 'integer' },
    s: { type: 'keyword' },
    o: { properties: { a: { type: 'long' } } },
  };
  await send(node.url, 'PUT', '/t', { mappings: { properties } });
  const docs = [
    { n: 1, s: '=sum', o: { a: 10 } },
    { n: 2, s: 'a,"b"' },
    { n: 3, s: '-x|y', o: { a: 30 } },
  ];
  const lines = docs.map((doc) => `{"index":{}}\n${JSON.stringify(doc)}\n`);
  await send(node.url, 'POST', '/t/_bulk?refresh', lines.join(''));
});

afterAll(() => node.close());

const sql = (query: string, more: object = {}): object => ({ query, ...more });
const all = 'SELECT n, s FROM t ORDER BY n';
const url = (text: string): string => `sql=${encodeURIComponent(text)}`;

describe('the same routes under every prefix', () => {
  it.each(['_ext', '_plugins', '_opendistro'])('/%s', async (prefix) => {
    const ask = (method: string, path: string, body?: object) =>
      send(node.url, method, `/${prefix}/_sql${path}`, body);
    expect(JSON.parse((await ask('POST', '', sql(all))).text).total).toBe(3);
    expect(JSON.parse((await ask('GET', `?${url(all)}`)).text).total).toBe(3);
    expect(JSON.parse((await ask('POST', '/_explain', sql(all))).text)).toMatchObject({ from: 0, size: 200 });
    expect(JSON.parse((await ask('GET', `/_explain?${url(all)}`)).text)).toMatchObject({
      from: 0,
      size: 200,
    });
    const { cursor } = JSON.parse((await ask('POST', '', sql(all, { fetch_size: 2 }))).text);
    expect((await ask('POST', '/close', { cursor })).text).toBe('{"succeeded":true}');
    expect((await ask('POST', '/close', { cursor })).text).toBe('{"succeeded":true}');
    for (const method of ['GET', 'POST']) {
      expect(Object.keys(JSON.parse((await ask(method, '/stats')).text))).toContain(
        'default_cursor_request_total',
      );
    }
  });
});

describe('answers', () => {
  it.each<[string, string, object | undefined, string, string]>([
    ['GET', `?format=csv&${url(all)}`, undefined, JSON_TYPE, `n,s\n1,'=sum\n2,"a,""b"""\n3,'-x|y`],
    ['POST', '?format=csv', sql(all), JSON_TYPE, `n,s\n1,'=sum\n2,"a,""b"""\n3,'-x|y`],
    [
      'POST',
      '?format=csv',
      sql('SELECT s FROM t WHERE n = 2 UNION SELECT * FROM t WHERE n = 3'),
      TEXT_TYPE,
      `s,n,o\n"a,""b""",,\n'-x|y,3,{a=30}`,
    ],
    ['POST', '?format=csv&sanitize=false', sql(all), JSON_TYPE, `n,s\n1,=sum\n2,"a,""b"""\n3,-x|y`],
    ['POST', '?format=CSV&separator=%7C', sql(all), JSON_TYPE, `n|s\n1|'=sum\n2|a,"b"\n3|"'-x|y"`],
    ['POST', '?format=csv&newLine=%3B', sql('SELECT n FROM t ORDER BY n'), JSON_TYPE, 'n;1;2;3'],
    [
      'POST',
      '?format=csv&flat=true',
      sql('SELECT n, o FROM t ORDER BY n', { fetch_size: 9 }),
      TEXT_TYPE,
      'n,o.a,o\n1,10,\n2,,\n3,30,',
    ],
    ['POST', '?format=csv', sql(all, { fetch_size: 1 }), TEXT_TYPE, `n,s\n1,'=sum\n2,"a,""b"""\n3,'-x|y`],
    [
      'POST',
      '?format=csv&_type=true&_score',
      sql('SELECT n FROM t LIMIT 1', { fetch_size: 1 }),
      TEXT_TYPE,
      'n,_score,_type\n1,1.0,_doc',
    ],
    [
      'POST',
      '?format=csv&_score=true',
      sql('SELECT n FROM t ORDER BY n LIMIT 1', { fetch_size: 1 }),
      TEXT_TYPE,
      'n,_score\n1,NaN',
    ],
    [
      'POST',
      '?format=csv&_id=true',
      sql('SELECT COUNT(*) FROM t', { fetch_size: 1 }),
      TEXT_TYPE,
      'COUNT(*)\n3.0',
    ],
    ['POST', '?format=raw', sql(all), JSON_TYPE, 'n|s\n1|=sum\n2|a,"b"\n3|"-x|y"'],
    ['POST', '?format=raw', sql(all, { fetch_size: 1 }), TEXT_TYPE, '1|=sum\n2|a,"b"\n3|-x|y\n'],
    ['POST', '?format=csv', sql(`${all};  `), JSON_TYPE, `n,s\n1,'=sum\n2,"a,""b"""\n3,'-x|y`],
    ['POST', '?format=csv', sql('/* a */ SELECT n -- b\nFROM t # c\nWHERE n < 2'), JSON_TYPE, 'n\n1'],
    ['POST', '?format=csv', sql('SELECT n FROM t', { filter: { term: { n: 3 } } }), TEXT_TYPE, 'n\n3'],
    [
      'POST',
      '?format=csv',
      sql('SELECT COUNT(*) FROM t', { filter: { range: { n: { gt: 1 } } } }),
      TEXT_TYPE,
      'COUNT(*)\n3.0',
    ],
    [
      'POST',
      '?format=csv',
      sql("SELECT n FROM t WHERE s = ? AND n = ? AND '?' = '?'", {
        parameters: [
          { type: 'string', value: '=sum' },
          { type: 'integer', value: 1 },
        ],
      }),
      JSON_TYPE,
      'n\n1',
    ],
  ])('%s %s %j', async (method, query, body, type, text) => {
    const answer = await send(node.url, method, `/_plugins/_sql${query}`, body);
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([200, type, text]);
  });

  it('in json are those of the search', async () => {
    const { text } = await send(node.url, 'POST', '/_plugins/_sql?format=json', sql(all));
    expect(JSON.parse(text)).toMatchObject({
      hits: { total: { value: 3, relation: 'eq' }, hits: [{}, {}, {}] },
    });
  });

  it.each([5, '5', '5.9', 5.5])('page by a fetch_size of %j', async (size) => {
    const body = sql('SELECT n FROM t', { fetch_size: size });
    const { text } = await send(node.url, 'POST', '/_plugins/_sql', body);
    expect(JSON.parse(text)).toMatchObject({ total: 3, size: 3, status: 200 });
  });

  it('of a cursor leave the rest of the body unread', async () => {
    const first = await send(node.url, 'POST', '/_plugins/_sql', sql(all, { fetch_size: 2 }));
    const { cursor } = JSON.parse(first.text);
    const { text } = await send(node.url, 'POST', '/_plugins/_sql', { cursor, query: 5, fetch_size: -1 });
    expect(JSON.parse(text)).toEqual({ datarows: [[3, '-x|y']] });
  });
});

describe('refusals', () => {
  const plugin = (type: string, details: string) => ({
    error: { type, details: expect.stringContaining(details) },
  });
  const engine = (type: string, reason: string) => ({
    error: { type, reason: expect.stringContaining(reason) },
  });
  const illegal = (details: string) => plugin('IllegalArgumentException', details);

  it.each<[string, string, unknown, number, string, object]>([
    ['GET', '', undefined, 400, JSON_TYPE, illegal('Cannot find sql parameter from the URL')],
    ['POST', '', undefined, 400, TEXT_TYPE, illegal('Failed to parse request payload')],
    ['POST', '', '{', 400, TEXT_TYPE, illegal('Failed to parse request payload')],
    [
      'POST',
      '',
      sql('SELECT 1', { fetch_size: -2 }),
      400,
      TEXT_TYPE,
      illegal('Fetch_size must be greater or equal to 0'),
    ],
    [
      'POST',
      '',
      sql('SELEC', { fetch_size: 'x' }),
      400,
      TEXT_TYPE,
      illegal('Failed to parse field [fetch_size]'),
    ],
    ['POST', '?format=nope', sql(all), 400, TEXT_TYPE, illegal('unknown response format: nope')],
    ['POST', '?format=', sql(all), 400, TEXT_TYPE, illegal('unknown response format: ')],
    [
      'POST',
      '?nope=1',
      sql(all),
      400,
      JSON_TYPE,
      engine('illegal_argument_exception', 'unrecognized parameter: [nope]'),
    ],
    ['POST', '', { cursor: 'nope' }, 400, JSON_TYPE, engine('verification_exception', 'invalid cursor')],
    [
      'POST',
      '',
      { cursor: 'j:e30=' },
      400,
      JSON_TYPE,
      engine('verification_exception', 'Unsupported cursor type [j]'),
    ],
    ['POST', '/_explain', { cursor: 'd:x' }, 400, TEXT_TYPE, illegal('Cannot explain cursor')],
    ['POST', '', sql('SELECT nope FROM t'), 400, TEXT_TYPE, plugin('SemanticCheckException', 'name=nope')],
    [
      'POST',
      '',
      sql('SELECT 1 FROM nope'),
      400,
      TEXT_TYPE,
      { status: 404, error: { type: 'IndexNotFoundException' } },
    ],
    [
      'POST',
      '',
      sql('UPDATE t SET n = 1'),
      400,
      TEXT_TYPE,
      plugin('SQLFeatureNotSupportedException', 'must start with'),
    ],
    ['PUT', '', undefined, 405, JSON_TYPE, { status: 405 }],
    ['DELETE', '/close', undefined, 405, JSON_TYPE, { status: 405 }],
  ])('%s %s %j: %i', async (method, path, body, status, type, shape) => {
    const answer = await send(node.url, method, `/_plugins/_sql${path}`, body);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
    expect(JSON.parse(answer.text)).toMatchObject(shape);
  });

  it('of other bodies than JSON are a 406, of other methods name those that go', async () => {
    const headers = { 'content-type': 'text/plain' };
    const plain = await fetch(`${node.url}/_plugins/_sql`, {
      method: 'POST',
      headers,
      body: '{"query":"SELECT 1"}',
    });
    expect(plain.status).toBe(406);
    const put = await send(node.url, 'PUT', '/_plugins/_sql');
    expect(put.headers.get('allow')).toBe('POST,GET');
  });
});
