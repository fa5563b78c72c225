import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { reportFigure } from '../../support/figure.ts';
import { openTestNode } from '../../support/node.ts';

/**
 * What a page of a stranger can make a browser send to a server on localhost, refused by default; and what real clients
 * send, never refused. `{}` in a header is the port.
 */

type Headers = Readonly<Record<string, string>>;

const JSON_TYPE = 'application/json';
const STRANGER = 'http://evil.example';
const CREATE = '{"mappings":{}}';

/** What a browser says of a link that the page of a program on another port leads to. */
const LINK = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** What it is | method | path | headers | body | status */
const attacks: readonly (readonly [string, string, string, Headers, string, number])[] = [
  ['DNS rebinding, a read', 'GET', '/_search', { host: 'evil.example:{}' }, '', 403],
  ['DNS rebinding, a write', 'PUT', '/x', { host: 'evil.example', 'content-type': JSON_TYPE }, CREATE, 403],
  ['DNS rebinding, a deletion', 'DELETE', '/safe', { host: 'evil.example' }, '', 403],
  ['DNS rebinding, the console', 'GET', '/_console', { host: 'evil.example' }, '', 403],
  ['a host that begins as ours', 'GET', '/', { host: 'localhost.evil.example' }, '', 403],
  ['a host that begins as our address', 'GET', '/', { host: '127.0.0.1.evil.example' }, '', 403],
  ['a host that hides ours in a user', 'GET', '/', { host: 'localhost@evil.example' }, '', 403],
  ['an address of the network', 'GET', '/', { host: '192.168.0.1' }, '', 403],
  ['the address of everywhere', 'GET', '/', { host: '0.0.0.0:{}' }, '', 403],
  ['a host with ours inside', 'GET', '/', { host: 'evil.localhost.example' }, '', 403],
  ['cross-origin read', 'GET', '/_search', { origin: STRANGER }, '', 403],
  ['cross-origin write', 'PUT', '/x', { origin: STRANGER, 'content-type': JSON_TYPE }, CREATE, 403],
  ['cross-origin deletion', 'DELETE', '/safe', { origin: STRANGER }, '', 403],
  ['an origin of another port', 'GET', '/', { origin: 'http://localhost:1' }, '', 403],
  ['an origin of nowhere: a sandboxed frame', 'GET', '/', { origin: 'null' }, '', 403],
  ['an origin that begins as ours', 'GET', '/', { origin: 'http://127.0.0.1:{}.evil.example' }, '', 403],
  ['a preflight', 'OPTIONS', '/x', { origin: STRANGER, 'access-control-request-method': 'PUT' }, '', 403],
  [
    'an image: cross-site GET',
    'GET',
    '/_search',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    '',
    403,
  ],
  [
    'a link of another site',
    'GET',
    '/_cat/indices',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    '',
    403,
  ],
  ['cross-site to the console', 'GET', '/_console', { 'sec-fetch-site': 'cross-site' }, '', 403],
  ['a link of another port to data', 'GET', '/_search', LINK, '', 403],
  ['a link of another port to figures', 'GET', '/_rockpool/metrics', LINK, '', 403],
  ['a link of another port beside the console', 'GET', '/_console/../_search', LINK, '', 403],
  ['a link of another port to the console by other slashes', 'GET', '//_console', LINK, '', 403],
  [
    'a link of another site to the console',
    'GET',
    '/_console',
    { ...LINK, 'sec-fetch-site': 'cross-site' },
    '',
    403,
  ],
  ['a form of another port', 'POST', '/_console', { ...LINK, 'content-type': JSON_TYPE }, '{}', 403],
  ['a frame of another port', 'GET', '/_console', { ...LINK, 'sec-fetch-dest': 'iframe' }, '', 403],
  ['a script of another port', 'GET', '/_console', { ...LINK, 'sec-fetch-mode': 'no-cors' }, '', 403],
  [
    'a page of another port that fetches the console',
    'GET',
    '/_console',
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    '',
    403,
  ],
  [
    'a link of another port with an origin',
    'GET',
    '/_console',
    { ...LINK, origin: 'http://localhost:1' },
    '',
    403,
  ],
  ['a form', 'POST', '/safe/_doc', { 'content-type': 'application/x-www-form-urlencoded' }, '{"a":1}', 406],
  [
    'a form of text',
    'POST',
    '/_bulk',
    { 'content-type': 'text/plain' },
    '{"delete":{"_index":"safe","_id":"1"}}\n',
    406,
  ],
  [
    'a form of parts',
    'POST',
    '/_plugins/_sql',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '{"query":"SELECT 1"}',
    406,
  ],
  ['a body of no type', 'POST', '/safe/_doc', {}, '{"a":1}', 406],
];

const SEARCH = '{"query":{"match_all":{}}}';

/** What real clients send of themselves. */
const clients: readonly (readonly [string, string, string, Headers, string])[] = [
  ['curl', 'GET', '/_cluster/health', { 'user-agent': 'curl/8.5.0', accept: '*/*' }, ''],
  [
    'curl -d',
    'POST',
    '/_search',
    { 'user-agent': 'curl/8.5.0', accept: '*/*', 'content-type': JSON_TYPE },
    SEARCH,
  ],
  ['curl, IPv6 name', 'GET', '/', { host: '[::1]:{}', 'user-agent': 'curl/8.5.0' }, ''],
  [
    'opensearch-js',
    'POST',
    '/_search',
    {
      'user-agent': 'opensearch-js/3.9.0 (linux; Node.js v20)',
      'content-type': JSON_TYPE,
      connection: 'keep-alive',
    },
    SEARCH,
  ],
  [
    'opensearch-py',
    'POST',
    '/_search',
    {
      'user-agent': 'opensearch-py/2.4.2 (Python 3.11)',
      'content-type': 'application/json',
      'accept-encoding': 'gzip,deflate',
    },
    SEARCH,
  ],
  [
    'opensearch-java',
    'POST',
    '/_search',
    {
      'user-agent': 'opensearch-java/2.6.0 (Java/17)',
      'content-type': 'application/json; charset=UTF-8',
      accept: 'application/json',
    },
    SEARCH,
  ],
  [
    'JDBC',
    'POST',
    '/_plugins/_sql?format=jdbc',
    { 'content-type': JSON_TYPE, 'accept-encoding': 'gzip' },
    '{"query":"SELECT 1"}',
  ],
  [
    'Dashboards',
    'GET',
    '/_nodes',
    { host: 'localhost:{}', 'x-opaque-id': '1', 'content-type': JSON_TYPE },
    '',
  ],
  ['our console', 'GET', '/_console', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, ''],
  ['a link of another port to our console', 'GET', '/_console', LINK, ''],
  ['a link of another port to its file', 'GET', '/_console/index.html', LINK, ''],
  [
    'our console asks',
    'POST',
    '/_search',
    { origin: 'http://127.0.0.1:{}', 'sec-fetch-site': 'same-origin', 'content-type': JSON_TYPE },
    SEARCH,
  ],
];

let node: RockpoolNode;
let refusedAttacks = 0;
let refusedClients = 0;
beforeAll(async () => {
  node = await openTestNode();
  const { status } = await send('PUT', '/safe', { 'content-type': JSON_TYPE }, CREATE);
  expect(status).toBe(200);
});
afterAll(async () => {
  reportFigure(`${refusedAttacks} of ${attacks.length} attacks refused`);
  reportFigure(`${refusedClients} of ${clients.length} clients refused`);
  await node.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function send(method: string, path: string, headers: Headers, body: string): Promise<Answer> {
  const { hostname, port } = new URL(node.url);
  const sentHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('{}', port)]),
  );
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...sentHeaders, ...length }, agent: false },
      (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('attacks through a browser', () => {
  it('are 34', () => expect(attacks).toHaveLength(34));

  it.each(attacks)('%s: %s %s', async (_what, method, path, headers, body, status) => {
    const answer = await send(method, path, headers, body);
    if (answer.status === status) refusedAttacks++;
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('did not change anything', async () => {
    expect((await send('HEAD', '/safe', {}, '')).status).toBe(200);
    expect((await send('HEAD', '/x', {}, '')).status).toBe(404);
  });
});

describe('real clients', () => {
  it.each(clients)('%s: %s %s', async (_what, method, path, headers, body) => {
    const { status } = await send(method, path, headers, body);
    if (status !== 200) refusedClients++;
    expect(status).toBe(200);
  });
});

describe('the console', () => {
  it('may only load and request its own origin, and cannot be framed', async () => {
    const { headers } = await send('GET', '/_console', {}, '');
    expect(String(headers['content-security-policy'])).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

/** The first lines of a request as they stand on the wire, and what is answered. `{}` is the port. */
const wire: readonly (readonly [string, string, number])[] = [
  ['one Host', 'GET /_cat/health HTTP/1.1\r\nHost: localhost:{}\r\n', 200],
  ['two Hosts, ours first', 'GET /_cat/health HTTP/1.1\r\nHost: localhost:{}\r\nHost: evil.example\r\n', 400],
  ['two Hosts, a stranger first', 'GET / HTTP/1.1\r\nHost: evil.example\r\nhost: localhost:{}\r\n', 400],
  ['a target with our host', 'GET http://localhost:{}/_cat/health HTTP/1.1\r\nHost: localhost:{}\r\n', 200],
  ['a target with a foreign host', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost:{}\r\n', 403],
  [
    'a target with ours as a user',
    'GET http://localhost@evil.example/ HTTP/1.1\r\nHost: localhost:{}\r\n',
    403,
  ],
  [
    'a target with ours as a user with a password',
    'GET http://localhost:x@evil.example/ HTTP/1.1\r\nHost: localhost:{}\r\n',
    403,
  ],
  [
    'a target whose host goes on behind a bracket',
    'GET http://[::1]evil/ HTTP/1.1\r\nHost: localhost\r\n',
    403,
  ],
];

describe('a request on the wire', () => {
  it.each(wire)('with %s', async (_name, lines, status) => {
    const { port } = new URL(node.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`${lines.replaceAll('{}', port)}Connection: close\r\n\r\n`);
    let answer = '';
    for await (const piece of socket) answer += piece;
    expect(answer.split(' ')[1]).toBe(String(status));
  });
});
