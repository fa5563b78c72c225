import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import aws4 from 'aws4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverOf } from '../../../src/cli/frame/serverOptions.ts';
import { signedHeaders } from '../../../src/client/index.ts';
import { runCli } from '../../support/cli.ts';

/** One way to name a server, in every command that talks to one. */

const home = mkdtempSync(join(tmpdir(), 'rockpool-profiles-'));
const write = (name: string, content: string): string => {
  mkdirSync(join(home, 'rockpool'), { recursive: true });
  const path = join(home, 'rockpool', name);
  writeFileSync(path, content);
  return path;
};
const environment = { XDG_CONFIG_HOME: home };

interface Seen {
  readonly request: IncomingMessage;
  readonly body: string;
}

let server: Server;
let url: string;
const seen: Seen[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen.push({ request, body: await text(request) });
    response.end('{"version":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  write('ca.pem', 'AUTHORITY');
  write('client.pem', 'CERTIFICATE');
  write('client.key', 'KEY');
  const servers = {
    production: {
      url: 'https://search.example:9200/path',
      user: 'me:a b',
      ca: 'ca.pem',
      cert: 'client.pem',
      key: 'client.key',
      header: ['X-Team: search'],
    },
    local: { url, insecure: true },
    default: { url: 'http://here.example:9200' },
  };
  write('config.json', JSON.stringify({ servers }));
});
afterAll(() => {
  server.close();
  rmSync(home, { recursive: true });
});

describe('a server', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>, object]>([
    ['a URL', { url: 'http://a:1' }, {}, { url: 'http://a:1' }],
    ['nothing', {}, { XDG_CONFIG_HOME: '/none' }, { url: 'http://127.0.0.1:9200', ca: null, aws: null }],
    ['nothing, with a configuration', {}, environment, { url: 'http://here.example:9200' }],
    ['ROCKPOOL_URL', {}, { ROCKPOOL_URL: 'http://a:1', OPENSEARCH_URL: 'http://b:1' }, { url: 'http://a:1' }],
    ['OPENSEARCH_URL', {}, { OPENSEARCH_URL: 'http://b:1' }, { url: 'http://b:1' }],
    [
      'an option before the environment',
      { url: 'http://a:1' },
      { ROCKPOOL_URL: 'http://b:1' },
      { url: 'http://a:1' },
    ],
    [
      'a profile',
      { url: 'production' },
      environment,
      {
        url: 'https://me:a%20b@search.example:9200/path',
        ca: 'AUTHORITY',
        identity: { cert: 'CERTIFICATE', key: 'KEY' },
        headers: { 'x-team': 'search' },
      },
    ],
    ['a profile of the environment', {}, { ...environment, ROCKPOOL_URL: 'local' }, { insecure: true }],
    [
      'an option before the profile',
      { url: 'production', user: 'you:secret', header: ['A: 1', 'B:2'] },
      environment,
      { url: 'https://you:secret@search.example:9200/path', headers: { a: '1', b: '2' } },
    ],
    ['a user of the environment', { url: 'h:1' }, { ROCKPOOL_USER: 'me:x' }, { url: 'http://me:x@h:1' }],
    ['a host that is no profile', { url: 'elsewhere' }, environment, { url: 'elsewhere' }],
  ])('is named by %s', (_, flags, variables, address) => {
    expect(serverOf(flags, 'url', { environment: variables })).toMatchObject(address);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['to', { to: 'production', toUser: 'you:x' }, 'https://you:x@search.example:9200/path'],
    ['engine', { engine: 'http://a:1', engineUser: 'me:x' }, 'http://me:x@a:1'],
  ])('on the other side is named in the same way: --%s', (side, flags, expected) => {
    const address = serverOf(flags, side as 'to', {
      environment: { ...environment, ROCKPOOL_USER: 'no:no' },
    });
    expect(address).toMatchObject({ url: expected });
  });

  it.each([
    [{ cert: 'x' }, {}, 'a client certificate needs both --cert and --key'],
    [{ header: ['nonsense'] }, {}, '--header needs NAME:VALUE, not nonsense'],
    [{ aws: 'eu-west-1' }, {}, '--aws needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    [{ user: 'me' }, {}, '--user needs NAME:PASSWORD'],
    [{ ca: '/none.pem' }, {}, '/none.pem: no such file'],
  ])('cannot be named by %j', (flags, variables, words) => {
    expect(() => serverOf(flags, 'url', { environment: variables })).toThrow(words);
  });

  it.each([
    ['{', 'config.json: '],
    ['{"server": {}}', 'expected {"servers": {NAME: {"url": …}}}'],
    ['{"servers": {"a": {}}}', 'server a: expected an object with a url'],
    ['{"servers": {"a": {"url": "x", "pass": "y"}}}', 'server a: unknown member pass'],
    ['{"servers": {"a": {"url": "x", "insecure": "yes"}}}', 'server a: insecure has the wrong type'],
  ])('is not found in the configuration %s', (config, words) => {
    const folder = mkdtempSync(join(home, 'x'));
    mkdirSync(join(folder, 'rockpool'));
    writeFileSync(join(folder, 'rockpool/config.json'), config);
    expect(() => serverOf({ url: 'a' }, 'url', { environment: { XDG_CONFIG_HOME: folder } })).toThrow(words);
  });
});

describe('requests', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI' };
  const request = async (args: readonly string[], variables = {}): Promise<Seen> => {
    const { code, errors } = await runCli(['request', ...args, '--url', 'local'], {
      environment: { ...environment, ...variables },
    });
    expect([code, errors]).toEqual([0, '']);
    return seen.at(-1) as Seen;
  };

  it('carry the headers that were asked for', async () => {
    const { request: sent } = await request(['GET', '/', '--header', 'X-Opaque-Id: 7', '--user', 'me:x']);
    expect(sent.headers).toMatchObject({ 'x-opaque-id': '7', authorization: 'Basic bWU6eA==' });
  });

  it.each([
    ['GET', '/a,b*/_search?q=x%20y:z', []],
    ['POST', '/films/_search', ['{"query":{"match_all":{}}}']],
  ])('are signed for AWS as they are sent: %s %s', async (method, path, body) => {
    const variables = { ...keys, AWS_SESSION_TOKEN: 'TOKEN' };
    const { request: sent, body: received } = await request(
      [method, path, ...body, '--aws', 'eu-west-1/aoss'],
      variables,
    );
    const { authorization, connection: _, ...headers } = sent.headers;
    expect(authorization).toMatch(/Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/aoss\/aws4_request/);
    expect(sent.url).toBe(path);
    // The library takes these names in capitals for given ones.
    const given = Object.entries(headers).map(([name, value]) => [
      name.replaceAll(/(^|-)([a-z])/g, (_all, dash: string, letter: string) => dash + letter.toUpperCase()),
      String(value),
    ]);
    const { headers: resigned } = aws4.sign(
      {
        ...{ method, path, body: received, region: 'eu-west-1', service: 'aoss' },
        headers: Object.fromEntries(given),
      },
      { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY },
    );
    expect((resigned as Record<string, string>).Authorization).toBe(authorization);
  });

  it('are signed as in the examples of AWS', () => {
    const headers = signedHeaders(
      {
        method: 'GET',
        host: 'example.amazonaws.com',
        path: '/',
        headers: { 'X-Amz-Date': '20150830T123600Z' },
        body: '',
      },
      {
        region: 'us-east-1',
        service: 'service',
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      },
    );
    expect(headers.Authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        'SignedHeaders=host;x-amz-date, ' +
        'Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    );
  });
});
