import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Forwarder, RestClient, Upstream } from '../../../src/client/index.ts';

/** A cluster that takes signed requests only, directly and with a server in front of it. */

interface Seen {
  readonly request: IncomingMessage;
  readonly body: string;
}

const aws = { region: 'eu-west-1', service: 'es', accessKeyId: 'KEY', secretAccessKey: 'SECRET' };
const seen: Seen[] = [];
const servers: Server[] = [];
let upstream: Upstream;
let front: string;

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const cluster = await listen(
    createServer(async (request, response) => {
      seen.push({ request, body: await text(request) });
      response.end('{"cluster_name":"signed"}');
    }),
  );
  upstream = new Upstream({ url: `${cluster}/base`, ca: null, aws, headers: { 'x-team': 'search' } });
  const forwarder = new Forwarder(upstream);
  front = await listen(
    createServer((req, res) => {
      forwarder.forward(req, res).catch((error: Error & { status: number }) => {
        res.writeHead(error.status).end(error.message);
      });
    }),
  );
});
afterAll(() => {
  upstream.close();
  for (const server of servers) server.close();
});

describe('a signed request', () => {
  it('is sent by the client of a cluster', async () => {
    expect(await new RestClient(upstream).clusterName()).toBe('signed');
    const { request } = seen.at(-1) as Seen;
    const { headers, url } = request;
    expect(url).toBe('/base/');
    expect(headers).toMatchObject({
      'x-team': 'search',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 /),
    });
  });

  it.each([
    ['of known length', (body: string) => body],
    ['in chunks', (body: string) => new Blob([body]).stream()],
  ])('is passed on with its whole body: %s', async (_, bodyOf) => {
    const body = '{"index":{}}\n{"title":"七人の侍"}\n'.repeat(2000);
    const answer = await fetch(`${front}/films/_bulk`, {
      method: 'POST',
      body: bodyOf(body),
      headers: { 'content-type': 'application/x-ndjson' },
      ...{ duplex: 'half' },
    });
    expect(answer.status).toBe(200);
    const { request, body: received } = seen.at(-1) as Seen;
    expect([request.url, received === body]).toEqual(['/base/films/_bulk', true]);
    expect(request.headers.authorization).toContain('SignedHeaders=');
    expect(request.headers['transfer-encoding']).toBeUndefined();
  });
});
