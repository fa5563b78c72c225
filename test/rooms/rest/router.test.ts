import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CircuitBreakers, createLogger, SeededRandom, SystemClock } from '../../../src/common/index.ts';
import type { RestServer, RestServices, Route } from '../../../src/rest/index.ts';
import {
  Connections,
  createRestServer,
  json,
  RequestGate,
  RequestMetrics,
  restRoutes,
  routes,
} from '../../../src/rest/index.ts';
import { Router } from '../../../src/rest/router.ts';

const router = new Router(restRoutes);

/** method and target → the row and its parameters, or the refusal. */
const matches: readonly (readonly [string, string])[] = [
  // Names of APIs are compared as they are.
  ['GET /_cluster/health', '/_cluster/health {}'],
  ['GET /_CLUSTER/health', '400 no handler found for uri [/_CLUSTER/health] and method [GET]'],
  ['GET /%5Fcluster/health', '400 no handler found for uri [/_cluster/health] and method [GET]'],
  ['GET /_cluster%2Fhealth', '/{index} {"index":"_cluster/health"}'],
  // Slashes at the end do not count; elsewhere a segment is empty.
  ['GET /', '/ {}'],
  ['GET //', '/ {}'],
  ['GET /_cluster/health//', '/_cluster/health {}'],
  ['GET /x//', '/{index} {"index":"x"}'],
  ['GET //_search', '/{index}/_search {"index":""}'],
  ['GET /_nodes//stats', '/_nodes/{node_id}/stats {"node_id":""}'],
  ['GET /_cluster//health', '400 no handler found for uri [/_cluster//health] and method [GET]'],
  ['GET //_cat/indices', '400 no handler found for uri [/indices] and method [GET]'],
  ['GET ///_search', '400 no handler found for uri [/_search] and method [GET]'],
  ['GET //x', '400 no handler found for uri [] and method [GET]'],
  // Values are decoded once, bytes that are no UTF-8 replaced.
  ['GET /a%2Fb/_doc/c%252Fd', '/{index}/_doc/{id} {"index":"a/b","id":"c%2Fd"}'],
  ['GET /a+b/_doc/c;d', '/{index}/_doc/{id} {"index":"a+b","id":"c;d"}'],
  ['GET /%C3%A9/_search?q=x', '/{index}/_search {"index":"é"}'],
  ['GET /\u00c3\u00a9/_search', '/{index}/_search {"index":"é"}'],
  ['GET /i/_doc/%ff', '/{index}/_doc/{id} {"index":"i","id":"\ufffd"}'],
  ['GET /i/%ff/_search', '400 no handler found for uri [/i/\ufffd/_search] and method [GET]'],
  ['GET /*/_count', '/{index}/_count {"index":"*"}'],
  ['GET /%2a/_count', '/{index}/_count {"index":"*"}'],
  ['GET /{index}/_count', '/{index}/_count {"index":"{index}"}'],
  ['GET /:p/_count', '/{index}/_count {"index":":p"}'],
  ['GET /%zz/_search', '405 Unexpected HTTP method, allowed: [POST, GET]'],
  ['GET /i/_doc/%2', '405 Unexpected HTTP method, allowed: [POST, PUT, HEAD, GET, DELETE]'],
  ['GET /i%2/_nope', '405 Unexpected HTTP method'],
  ['GET /i/_nope%2', '400 no handler found for uri [/i/_nope%2] and method [GET]'],
  // A parameter in front goes before parameters further back.
  ['GET /_nodes/_count', '/{index}/_count {"index":"_nodes"}'],
  ['GET /_nodes/_alias/stats', '/{index}/_alias/{name} {"index":"_nodes","name":"stats"}'],
  ['GET /_snapshot/_alias/x', '/{index}/_alias/{name} {"index":"_snapshot","name":"x"}'],
  ['GET /_nodes/_local', '/_nodes/{node_id} {"node_id":"_local"}'],
  ['GET /_cat/_count', '/{index}/_count {"index":"_cat"}'],
  ['GET /_nodes/stats', '/_nodes/stats {}'],
  // Paths that are known refuse other methods.
  ['PUT /_search', '405 Incorrect HTTP method for uri [/_search] and method [PUT], allowed: [POST, GET]'],
  [
    'PATCH /%zz/_search?x=1',
    '405 Incorrect HTTP method for uri [/%zz/_search?x=1] and method [PATCH], allowed: [POST, GET]',
  ],
  ['GET /i/_doc/', '405 Incorrect HTTP method for uri [/i/_doc/] and method [GET], allowed: [POST]'],
  [
    'HEAD /_cluster/health',
    '405 Incorrect HTTP method for uri [/_cluster/health] and method [HEAD], allowed: [GET]',
  ],
  ['PUT /_doc/1', '400 no handler found for uri [/_doc/1] and method [PUT]'],
  ['GET /a/b/c?x', '400 no handler found for uri [/a/b/c] and method [GET]'],
  ['PROPFIND /_search', '405 Unexpected HTTP method, allowed: [POST, GET]'],
  ['PROPFIND /a/b/c', '405 Unexpected HTTP method'],
  ['OPTIONS /_search', 'allowed POST,GET'],
  ['OPTIONS /a/b/c', 'allowed '],
];

function shown(line: string): string {
  const [method, url] = line.split(' ');
  const found = router.match(method, url);
  if (found.kind === 'options') return `allowed ${found.allowed.join(',')}`;
  if (found.kind === 'route') return `${found.route.path} ${JSON.stringify(found.params)}`;
  return `${(found.error as { status?: number }).status} ${found.error.message}`;
}

describe('the router', () => {
  for (const [line, answer] of matches) it(`${line} → ${answer}`, () => expect(shown(line)).toBe(answer));

  it('finds every row of the table by its own path', () => {
    for (const { method, path } of restRoutes) {
      const found = router.match(method, path.replace(/[{}]/g, ''));
      expect(found).toMatchObject({ kind: 'route', route: { method } });
    }
  });
});

const table: readonly Route[] = [
  ...routes(['POST /{index}/_search'], { doc: 'search', body: 'json' }, (request) =>
    json({ index: request.pathParam('index'), body: request.json() }),
  ),
  ...routes(['GET /_console'], { doc: 'a page', tag: 'console' }, () => json({ page: true })),
];

describe("in somebody else's express app", { shuffle: false }, () => {
  let rest: RestServer;
  let url: string;
  const server = createServer();

  beforeAll(async () => {
    const clock = new SystemClock();
    rest = createRestServer({
      routes: table,
      services: {
        laboratory: { faults: { active: false } },
        clock,
        breakers: new CircuitBreakers({ clock, heap: () => ({ usedBytes: 0, maxBytes: 2 ** 30 }) }),
      } as RestServices,
      access: { allowedHosts: [], allowedOrigins: [], linkedPages: [] },
      credentials: null,
      tls: null,
      connections: new Connections(100),
      requests: new RequestMetrics(() => 0),
      gate: new RequestGate(clock),
      random: new SeededRandom(1),
      log: createLogger({ clock, level: 'info', write: () => undefined }),
      forwarder: null,
    });
    const app = express();
    app.use('/engine', rest.listener);
    app.get('/own', (_req, res) => void res.send('own'));
    server.on('request', app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
    rest.server.close();
  });

  it('answers what stands below its path, pages too, and nothing else', async () => {
    const headers = { 'content-type': 'application/json' };
    const search = await fetch(`${url}/engine/a%2Fb/_search`, {
      method: 'POST',
      headers,
      body: '{"size":1}',
    });
    expect(await search.json()).toEqual({ index: 'a/b', body: { size: 1 } });
    expect(await (await fetch(`${url}/engine/_console`)).json()).toEqual({ page: true });
    expect((await fetch(`${url}/engine/_console`, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${url}/engine/_console/nope`)).status).toBe(400);
    expect((await fetch(`${url}/engine/_nope/x/y`)).status).toBe(400);
    expect(await (await fetch(`${url}/own`)).text()).toBe('own');
  });
});
