import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CircuitBreakers,
  createLogger,
  illegalArgument,
  type LogEntry,
  ManualClock,
  SeededRandom,
  SystemClock,
} from '../../../src/common/index.ts';
import type { RestServer, RestServices, Route } from '../../../src/rest/index.ts';
import {
  Connections,
  createRestServer,
  json,
  RequestGate,
  RequestMetrics,
  routes,
  text,
} from '../../../src/rest/index.ts';

const breakers = new CircuitBreakers({
  clock: new ManualClock(),
  heap: () => ({ usedBytes: 0, maxBytes: 2 ** 30 }),
});
let left = (): void => undefined;
const unread = new Promise<void>((resolve) => {
  left = resolve;
});

const lateSignals: boolean[] = [];
let release = (): void => undefined;
const gone = new Promise<void>((resolve) => {
  release = resolve;
});

const table: readonly Route[] = [
  ...routes(['GET|HEAD /'], { doc: 'root' }, () => json({ name: 'x' })),
  ...routes(['GET|POST /_search'], { doc: 'search', body: 'json', parameters: ['size'] }, (request) =>
    json({ body: request.json(), size: request.int('size', 10) }),
  ),
  ...routes(['PUT|HEAD|GET|DELETE /{index}'], { doc: 'index', body: 'json' }, (request) =>
    json({ index: request.pathParam('index') }),
  ),
  ...routes(['GET /{index}/_doc/{id}'], { doc: 'get' }, (request) =>
    json({ index: request.pathParam('index'), id: request.pathParam('id') }),
  ),
  ...routes(['GET /_ext/_knn/{nodes}/stats'], { doc: 'node stats' }, (request) =>
    json({ nodes: request.pathParam('nodes') }),
  ),
  ...routes(['GET /_ext/_knn/stats/{stat}'], { doc: 'stats' }, (request) =>
    json({ stat: request.pathParam('stat') }),
  ),
  ...routes(
    ['GET /_flags'],
    { doc: 'flags', parameters: ['local', 'master_timeout', 'ignore_throttled', 'q', 'df'] },
    () => json({}),
  ),
  ...routes(['GET /_fail'], { doc: 'a bug' }, () => {
    throw new TypeError('secret detail');
  }),
  ...routes(['GET /_long_error'], { doc: 'an error of 100 KB' }, () => {
    throw illegalArgument('x'.repeat(100_000));
  }),
  ...routes(['GET /_unread'], { doc: 'an answer for who has gone' }, async (request) => {
    while (!request.signal.aborted) await pause(1);
    left();
    return text('x'.repeat(100_000));
  }),
  ...routes(['GET /_late'], { doc: 'a question after the client has gone' }, async (request) => {
    await gone;
    lateSignals.push(request.signal.aborted);
    return text('');
  }),
  ...routes(['GET /_text'], { doc: 'text' }, () => text('plain\n')),
  ...routes(['GET /_deep'], { doc: 'for filter_path' }, () =>
    json({ took: 1, hits: { total: 2, hits: [{ _id: 'a', _score: 1, _source: { x: 1 } }, { _id: 'b' }] } }),
  ),
];

let rest: RestServer;
let port: number;
const logged: LogEntry[] = [];

beforeAll(async () => {
  rest = createRestServer({
    routes: table,
    services: {
      laboratory: { faults: { active: false } },
      clock: new SystemClock(),
      breakers,
    } as RestServices,
    access: {
      allowedHosts: ['pool.example'],
      allowedOrigins: ['http://tool.example'],
      linkedPages: [],
    },
    credentials: null,
    tls: null,
    connections: new Connections(100),
    requests: new RequestMetrics(() => 0),
    gate: new RequestGate(new SystemClock()),
    random: new SeededRandom(1),
    log: createLogger({ clock: new SystemClock(), level: 'info', write: (entry) => logged.push(entry) }),
    forwarder: null,
  });
  await new Promise<void>((resolve) => rest.server.listen(0, '127.0.0.1', resolve));
  port = (rest.server.address() as AddressInfo).port;
});

afterAll(() => {
  rest.server.closeAllConnections();
  rest.server.close();
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } };
    const req = httpRequest(options, (res) => {
      let received = '';
      res.on('data', (chunk) => (received += chunk));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body: received, headers: res.headers }));
    });
    req.on('error', reject);
    req.end(body);
  });
}

const JSON_BODY = { 'content-type': 'application/json' };

/** request → status and body; one line each. */
const answers: readonly (readonly [string, number, string])[] = [
  ['GET /', 200, '{"name":"x"}'],
  ['GET /?pretty', 200, '{\n  "name" : "x"\n}\n'],
  ['HEAD /', 200, ''],
  ['GET /_search?size=3', 200, '{"body":null,"size":3}'],
  ['GET /staff/', 200, '{"index":"staff"}'],
  ['GET /staff//_doc/1', 400, '{"error":"no handler found for uri [/staff//_doc/1] and method [GET]"}'],
  ['GET /staff/_doc/a%2Fb', 200, '{"index":"staff","id":"a/b"}'],
  ['GET /_plugins/_knn/stats/hit_count', 200, '{"stat":"hit_count"}'],
  ['GET /_opendistro/_knn/n1,n2/stats', 200, '{"nodes":"n1,n2"}'],
  ['GET /_ext/_knn/n1/stats/', 200, '{"nodes":"n1"}'],
  ['GET /_flags?local=true&master_timeout=1s&q=x&df=f', 200, '{}'],
  ['GET /_text', 200, 'plain\n'],
  ['GET /_deep?filter_path=hits.hits._id', 200, '{"hits":{"hits":[{"_id":"a"},{"_id":"b"}]}}'],
  ['GET /_deep?filter_path=-hits', 200, '{"took":1}'],
  ['GET /_deep?filter_path=**._source', 200, '{"hits":{"hits":[{"_source":{"x":1}}]}}'],
  ['GET /_deep?filter_path=nope', 200, '{}'],
  ['GET /?format=yaml', 200, '---\nname: "x"\n'],
  [
    'PATCH /staff',
    405,
    '{"error":"Incorrect HTTP method for uri [/staff] and method [PATCH], allowed: [PUT, HEAD, GET, DELETE]","status":405}',
  ],
  [
    'PUT /_search',
    405,
    '{"error":"Incorrect HTTP method for uri [/_search] and method [PUT], allowed: [POST, GET]","status":405}',
  ],
  ['GET /a/b/c?x', 400, '{"error":"no handler found for uri [/a/b/c] and method [GET]"}'],
];

/** request → status, type and a part of the reason. */
const errors: readonly (readonly [string, number, string, string])[] = [
  [
    'GET /_search?nope=1',
    400,
    'illegal_argument_exception',
    'request [/_search] contains unrecognized parameter: [nope]',
  ],
  [
    'GET /_search?size=1&sise=1',
    400,
    'illegal_argument_exception',
    'request [/_search] contains unrecognized parameter: [sise] -> did you mean [size]?',
  ],
  [
    'GET /_search?size=abc',
    400,
    'illegal_argument_exception',
    'Failed to parse int parameter [size] with value [abc]',
  ],
  [
    'GET /_search?size=%zz',
    400,
    'bad_parameter_exception',
    'java.lang.IllegalArgumentException: invalid escape',
  ],
  ['GET /a/b/c?size=%2', 400, 'bad_parameter_exception', 'partial escape sequence at end of string: %2'],
  ['GET /_flags?local=x', 400, 'illegal_argument_exception', 'Failed to parse value [x] as only [true] or'],
  [
    'GET /_flags?master_timeout=x',
    400,
    'illegal_argument_exception',
    'setting [master_timeout] with value [x]',
  ],
  [
    'GET /_flags?ignore_throttled=x',
    400,
    'illegal_argument_exception',
    'Could not convert [ignore_throttled]',
  ],
  ['GET /_flags?df=f', 400, 'illegal_argument_exception', 'contains unrecognized parameter: [df]'],
  ['GET /_fail', 500, 'rockpool_bug', 'its log says more under the id ['],
];

describe('the server', () => {
  for (const [line, status, body] of answers) {
    it(`${line} → ${status}`, async () => {
      const [method, path] = line.split(' ');
      const answer = await call(method, path);
      expect([answer.status, answer.body]).toEqual([status, body]);
    });
  }

  for (const [line, status, type, reason] of errors) {
    it(`${line} → ${status} ${type}`, async () => {
      const [method, path] = line.split(' ');
      const answer = await call(method, path);
      const { error } = JSON.parse(answer.body);
      expect([answer.status, error.type]).toEqual([status, type]);
      expect(error.reason).toContain(reason);
    });
  }

  it('logs a bug under the id it answers with, and shows no detail', async () => {
    const answer = await call('GET', '/_fail');
    const id = /id \[(.+?)\]/.exec(answer.body)?.[1];
    expect(answer.body).not.toContain('secret detail');
    expect(logged.find(({ fields }) => fields.id === id)?.fields.stack).toContain('TypeError: secret detail');
  });

  it('reads bodies, also of GET, also compressed', async () => {
    expect((await call('GET', '/_search', JSON_BODY, '{"a":1}')).body).toBe('{"body":{"a":1},"size":10}');
    const zipped = gzipSync('{"a":2}');
    const headers = { ...JSON_BODY, 'content-encoding': 'gzip' };
    expect((await call('POST', '/_search', headers, zipped)).body).toBe('{"body":{"a":2},"size":10}');
  });

  const bodies: readonly (readonly [string, Record<string, string>, string | Buffer, number])[] = [
    ['a body without a type', {}, '{}', 406],
    ['a body of a type that a form can send', { 'content-type': 'text/plain' }, '{}', 406],
    ['damaged gzip', { ...JSON_BODY, 'content-encoding': 'gzip' }, 'abc', 400],
    ['an unknown encoding', { ...JSON_BODY, 'content-encoding': 'br' }, 'abc', 415],
    [
      'a gzip bomb',
      { ...JSON_BODY, 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(101 * 1024 * 1024)),
      413,
    ],
    ['no JSON', JSON_BODY, 'nonsense', 400],
    ['an array', JSON_BODY, '[]', 400],
  ];
  for (const [what, headers, body, status] of bodies) {
    it(`refuses ${what} with ${status}`, async () => {
      expect((await call('POST', '/_search', headers, body)).status).toBe(status);
    });
  }

  it('answers in few words when there is no memory for a large error', async () => {
    breakers.setLimit('request', 1000);
    const answer = await call('GET', '/_long_error');
    breakers.setLimit('request', null);
    expect([answer.status, JSON.parse(answer.body).error.type]).toEqual([429, 'circuit_breaking_exception']);
  });

  it('keeps no memory for a reader that has gone', async () => {
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/_unread' });
    sent.on('error', () => undefined).end();
    await once(rest.server, 'request');
    sent.destroy();
    await unread;
    await expect.poll(() => breakers.figures().request.usedBytes).toBe(0);
  });

  it('tells those who ask after a client has gone that it has', async () => {
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/_late' });
    sent.on('error', () => undefined).end();
    const [, response] = await once(rest.server, 'request');
    sent.destroy();
    await once(response, 'close');
    release();
    await expect.poll(() => lateSignals).toEqual([true]);
  });

  it('answers before the rest of a refused body has come, and does not cut the client off', async () => {
    const socket = connect({ host: '127.0.0.1', port });
    const trouble: Error[] = [];
    socket.on('error', (error) => trouble.push(error));
    const length = 200 * 1024 * 1024;
    socket.write(`PUT /staff HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
    socket.write(Buffer.alloc(100_000));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => socket.write(Buffer.alloc(100_000), resolve));
      await pause(10);
    }
    expect(trouble).toEqual([]);
    socket.end();
    await once(socket, 'close');
  });

  it('refuses a body where none is read', async () => {
    const answer = await call('GET', '/_text', JSON_BODY, '{}');
    expect(JSON.parse(answer.body).error.reason).toBe('request [GET /_text] does not support having a body');
  });

  it('answers OPTIONS with the methods of the path', async () => {
    const answer = await call('OPTIONS', '/staff');
    expect([answer.status, answer.headers.allow]).toEqual([200, 'PUT,HEAD,GET,DELETE']);
  });
});

/** Host, Origin, Sec-Fetch-Site → allowed? */
const access: readonly (readonly [string, string | null, string | null, boolean])[] = [
  ['localhost', null, null, true],
  ['localhost:9200', null, null, true],
  ['a.localhost:1', null, null, true],
  ['127.0.0.1:9200', null, null, true],
  ['127.8.8.8', null, null, true],
  ['[::1]:9200', null, null, true],
  ['pool.example:80', null, null, true],
  ['evil.example', null, null, false],
  ['localhost.evil.example', null, null, false],
  ['127.0.0.1.evil.example', null, null, false],
  ['192.168.1.1:9200', null, null, false],
  ['localhost:x@evil.example', null, null, false],
  ['localhost:80:evil.example', null, null, false],
  ['[::1]evil.example', null, null, false],
  ['localhost:9200', 'http://localhost:9200', 'same-origin', true],
  ['localhost:9200', 'http://localhost:3000', 'same-site', false],
  ['localhost:9200', 'http://evil.example', 'cross-site', false],
  ['localhost:9200', 'null', null, false],
  ['localhost:9200', 'http://tool.example', 'cross-site', true],
  ['localhost:9200', null, 'cross-site', false],
  ['localhost:9200', null, 'same-site', false],
  ['localhost:9200', null, 'none', true],
  ['localhost:9200', null, 'same-origin', true],
];

describe('access', () => {
  for (const [host, origin, site, allowed] of access) {
    it(`Host ${host}, Origin ${origin}, Sec-Fetch-Site ${site} → ${allowed ? 200 : 403}`, async () => {
      const headers: Record<string, string> = { host };
      if (origin !== null) headers.origin = origin;
      if (site !== null) headers['sec-fetch-site'] = site;
      const answer = await call('GET', '/', headers);
      expect(answer.status).toBe(allowed ? 200 : 403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (!allowed) expect(JSON.parse(answer.body).error.type).toBe('security_exception');
    });
  }
});
