import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** Breakers and connections as a client meets them. */

let node: RockpoolNode;
beforeAll(async () => {
  node = await openTestNode();
});
afterAll(() => node.close());

const set = (key: string, value: string | null): Promise<unknown> =>
  send(node.url, 'PUT', '/_cluster/settings', { transient: { [key]: value } });

interface Breaker {
  readonly estimated_size_in_bytes: number;
  readonly limit_size_in_bytes: number;
  readonly tripped: number;
}

async function breakers(): Promise<Readonly<Record<string, Breaker>>> {
  const { text } = await send(node.url, 'GET', '/_nodes/stats/breaker');
  const [{ breakers: found }] = Object.values(JSON.parse(text).nodes) as {
    breakers: Record<string, Breaker>;
  }[];
  return found;
}

describe('breakers over HTTP', () => {
  it("lists the original's breakers, with nothing reserved", async () => {
    const found = await breakers();
    expect(Object.keys(found).sort()).toEqual(['fielddata', 'in_flight_requests', 'parent', 'request']);
    expect(found.request.estimated_size_in_bytes).toBe(0);
  });

  it('refuses a body above the limit with 429, accepts one at the limit, and releases everything', async () => {
    const key = 'network.breaker.inflight_requests.limit';
    await set(key, '2000b');
    const body = (bytes: number): string => `{"query":{"match_all":{}}}${' '.repeat(bytes - 26)}`;
    expect((await send(node.url, 'POST', '/_search', body(2000))).status).toBe(200);
    const refused = await send(node.url, 'POST', '/_search', body(2001));
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text).error).toMatchObject({
      type: 'circuit_breaking_exception',
      reason:
        '[in_flight_requests] Data too large, data for [<http_request>] would be [2001/1.9kb], ' +
        'which is larger than the limit of [2000/1.9kb]',
      bytes_wanted: 2001,
      bytes_limit: 2000,
      durability: 'TRANSIENT',
    });
    await set(key, null);
    const { in_flight_requests: found } = await breakers();
    expect(found).toMatchObject({ estimated_size_in_bytes: 0, tripped: 1 });
  });

  it('refuses a response above the limit', async () => {
    const key = 'indices.breaker.request.limit';
    await send(node.url, 'PUT', '/large', { mappings: { enabled: false } });
    await send(node.url, 'PUT', '/large/_doc/1?refresh=true', {
      text: randomBytes(90_000).toString('base64'),
    });
    await set(key, '70kb');
    const refused = await send(node.url, 'GET', '/large/_doc/1');
    expect([refused.status, JSON.parse(refused.text).error.reason.slice(0, 30)]).toEqual([
      429,
      '[request] Data too large, data',
    ]);
    await set(key, null);
    expect((await send(node.url, 'GET', '/large/_doc/1')).status).toBe(200);
    await expect.poll(async () => (await breakers()).request.estimated_size_in_bytes).toBe(0);
  });

  it('refuses a limit that is not a size', async () => {
    const { status } = await send(node.url, 'PUT', '/_cluster/settings', {
      transient: { 'indices.breaker.total.limit': 'much' },
    });
    expect(status).toBe(400);
  });
});

describe('GET /_rockpool/load', () => {
  it('reports connections and the event loop', async () => {
    const { hostname: host, port } = new URL(node.url);
    const idle = connect({ host, port: Number(port) });
    await new Promise((resolve) => idle.once('connect', resolve));
    const { text } = await send(node.url, 'GET', '/_rockpool/load');
    const { event_loop, connections } = JSON.parse(text);
    expect(connections.open).toBeGreaterThanOrEqual(2);
    expect(connections.evicted).toBe(0);
    expect(event_loop.delay_p99_millis).toBeGreaterThanOrEqual(0);
    idle.destroy();
  });
});
