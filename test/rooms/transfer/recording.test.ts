import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upstream } from '../../../src/client/index.ts';
import { SystemClock, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import {
  createRecorder,
  type Exchange,
  parseExchange,
  type ReplayReport,
  replayExchanges,
} from '../../../src/transfer/index.ts';
import { openTestNode, send } from '../../support/node.ts';
import { sendTo } from './support.ts';

const credentials = { user: 'me', password: 'secret' };
let cluster: RockpoolNode;
let upstream: Upstream;
let recorder: Server;
let url: string;
const exchanges: Exchange[] = [];

beforeAll(async () => {
  cluster = await openTestNode({ credentials, log: silentLogger });
  upstream = new Upstream({ url: cluster.url.replace('//', '//me:secret@'), ca: null });
  recorder = createRecorder({
    upstream,
    clock: new SystemClock(),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  recorder.listen(0, '127.0.0.1');
  await once(recorder, 'listening');
  url = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
});
afterAll(async () => {
  upstream.close();
  recorder.closeAllConnections();
  recorder.close();
  await cluster.close();
});

const member = (text: string, name: string): string =>
  String((JSON.parse(text) as Record<string, unknown>)[name]);

/** What an application does; the answers of some requests are parts of others. */
async function useIt(): Promise<void> {
  const lines = Array.from({ length: 30 }, (_, i) => `{"index":{"_id":"${i}"}}\n{"n":${i},"t":"a tide"}\n`);
  await fetch(`${url}/tea/_bulk?refresh=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
    body: gzipSync(lines.join('')),
  });
  const made = await send(url, 'POST', '/tea/_doc?refresh=true', { n: 100, t: 'made' });
  await send(url, 'GET', `/tea/_doc/${member(made.text, '_id')}`);
  await send(url, 'POST', '/tea/_search', { query: { match: { t: 'tide' } }, size: 2 });
  const page = await send(url, 'POST', '/tea/_search?scroll=1m', { size: 7, sort: ['n'] });
  await send(url, 'POST', '/_search/scroll', { scroll: '1m', scroll_id: member(page.text, '_scroll_id') });
  const rows = await send(url, 'POST', '/_plugins/_sql', { query: 'SELECT n FROM tea', fetch_size: 5 });
  await send(url, 'POST', '/_plugins/_sql', { cursor: member(rows.text, 'cursor') });
  await send(url, 'POST', '/_plugins/_sql?format=csv', { query: 'SELECT COUNT(*) FROM tea' });
  await send(url, 'GET', '/_cat/indices?h=index,docs.count&v');
  await send(url, 'GET', '/none/_search');
}

async function replay(target: RockpoolNode): Promise<ReplayReport> {
  const recorded = exchanges.map((exchange, i) => parseExchange(JSON.stringify(exchange), i + 1));
  return replayExchanges(recorded, sendTo(target.url));
}

async function withServer(use: (node: RockpoolNode) => Promise<void>): Promise<void> {
  const node = await openTestNode({ log: silentLogger });
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

/** One after the other: the first exchange that is recorded is the first of the story. */
describe('recordings', { shuffle: false }, () => {
  describe('a recording', () => {
    it('contains each request with its response, and no password', async () => {
      await useIt();
      await expect.poll(() => exchanges.length).toBe(11);
      expect(exchanges[0]).toMatchObject({
        seq: 1,
        method: 'POST',
        path: '/tea/_bulk?refresh=true',
        body: expect.stringMatching(/^\{"index":\{"_id":"0"\}\}\n/),
        status: 200,
        answerType: 'application/json; charset=UTF-8',
      });
      expect(JSON.stringify(exchanges)).not.toMatch(/secret|bWU6/);
    });

    it('replays on a server with the same answers, translating scroll and document ids', () =>
      withServer(async (node) => {
        const { differences, ...counts } = await replay(node);
        expect(differences).toEqual([]);
        expect(counts).toEqual({ exchanges: 11, same: 11, skipped: 0 });
      }));

    it('reports where answers differ', () =>
      withServer(async (node) => {
        await send(node.url, 'PUT', '/tea', { mappings: { properties: { t: { type: 'keyword' } } } });
        const { differences, same } = await replay(node);
        expect(same).toBe(10);
        expect(differences).toEqual([
          { seq: 4, request: 'POST /tea/_search', why: '.hits.total.value: 0 for 30' },
        ]);
      }));

    it('skips bodies that were too large to record', async () => {
      const cut: Exchange = { ...exchanges[3], cut: true };
      await withServer(async (node) => {
        expect(await replayExchanges([cut], sendTo(node.url))).toMatchObject({ skipped: 1, same: 0 });
      });
    });

    it('is refused if it is invalid', () => {
      expect(() => parseExchange('{', 3)).toThrow('line 3 is not JSON');
      expect(() => parseExchange('{"path":"/"}', 4)).toThrow('line 4 is not a request with its response');
    });
  });

  describe('a recorder', () => {
    it('does not let web pages reach the cluster', async () => {
      const answer = await fetch(url, { headers: { origin: 'http://evil.example' } });
      expect(answer.status).toBe(403);
    });

    it('answers 502 while the cluster is unreachable', async () => {
      const away = new Upstream({ url: 'http://127.0.0.1:9', ca: null });
      const lost = createRecorder({ upstream: away, clock: new SystemClock(), onExchange: () => undefined });
      lost.listen(0, '127.0.0.1');
      await once(lost, 'listening');
      const { port } = lost.address() as AddressInfo;
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(502);
      lost.close();
    });
  });
});
