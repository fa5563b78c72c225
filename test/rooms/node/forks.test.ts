import { mkdtempSync, rmSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ManualClock, silentLogger } from '../../../src/common/index.ts';
import { FsDirectory } from '../../../src/directory/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { filesOf } from '../../support/folders.ts';
import { openTestNode, send } from '../../support/node.ts';

interface Fork {
  readonly id: string;
  readonly url: string;
  readonly snapshot: string | null;
  readonly idle_timeout_in_millis: number;
}

const folder = mkdtempSync(join(tmpdir(), 'rockpool-forks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = async <T>(url: string, method: string, path: string, body?: unknown): Promise<T> =>
  JSON.parse((await send(url, method, path, body)).text) as T;
const fork = (url: string, body?: object) => json<Fork>(url, 'POST', '/_rockpool/forks', body);
const forksOf = async (url: string) =>
  (await json<{ forks: readonly Fork[] }>(url, 'GET', '/_rockpool/forks')).forks.map(({ id }) => id);
const put = (url: string, id: string, v = [0, 1]) =>
  send(url, 'PUT', `/films/_doc/${id}?refresh=true`, { v });
const count = async (url: string) => (await json<{ count: number }>(url, 'GET', '/films/_count')).count;
const nearest = async (url: string, vector: readonly number[]) => {
  const body = { size: 1, query: { knn: { v: { vector, k: 1 } } } };
  const { hits } = await json<{ hits: { hits: { _id: string }[] } }>(url, 'POST', '/films/_search', body);
  return hits.hits[0]._id;
};
const graphFigures = async (url: string) => {
  const names = 'hit_count,miss_count,graph_index_requests,knn_query_requests';
  const { nodes } = await json<{ nodes: object }>(url, 'GET', `/_plugins/_knn/stats/${names}`);
  return Object.values(nodes)[0];
};

async function plant(node: RockpoolNode): Promise<string> {
  await send(node.url, 'PUT', '/films', {
    settings: { 'index.knn': true },
    mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
  });
  // One segment.
  await send(node.url, 'PUT', '/films/_doc/a', { v: [1, 0] });
  await put(node.url, 'b', [0, 1]);
  return node.url;
}

describe.each([
  ['in memory', null],
  ['on disk', folder],
])('forks of a server %s', (_, parent) => {
  const pathOf = () => (parent === null ? null : mkdtempSync(join(parent, 'data-')));

  it('diverge from it, with its graphs, and with counters at zero', async () => {
    const node = await openTestNode({ dataPath: pathOf(), log: silentLogger });
    const url = await plant(node);
    await nearest(url, [1, 0]);
    const one = await fork(url);
    expect(one).toMatchObject({ snapshot: null, idle_timeout_in_millis: 600_000 });
    const zeros = { hit_count: 0, miss_count: 0, graph_index_requests: 0, knn_query_requests: 0 };
    expect(await graphFigures(one.url)).toEqual(zeros);
    expect(await nearest(one.url, [1, 0])).toBe('a');
    expect(await graphFigures(one.url)).toEqual({ ...zeros, miss_count: 1, knn_query_requests: 1 });
    await put(one.url, 'c', [5, 5]);
    await put(url, 'd');
    expect([await count(url), await count(one.url)]).toEqual([3, 3]);
    expect(await nearest(one.url, [5, 5])).toBe('c');
    expect((await send(one.url, 'GET', '/films/_doc/d')).status).toBe(404);
    await node.close();
    await expect(fetch(one.url)).rejects.toThrow();
  });

  it('do not write to its folder', async () => {
    const path = pathOf();
    if (path === null) return;
    const node = await openTestNode({ dataPath: path, log: silentLogger });
    await plant(node);
    const one = await fork(node.url);
    const before = await filesOf(new FsDirectory(path));
    await put(one.url, 'e');
    await send(one.url, 'PUT', '/others/_doc/1?refresh=true', { n: 1 });
    await send(one.url, 'POST', '/films/_forcemerge?max_num_segments=1');
    expect((await send(node.url, 'DELETE', `/_rockpool/forks/${one.id}`)).status).toBe(200);
    expect(await filesOf(new FsDirectory(path))).toEqual(before);
    await node.close();
  });

  it('can start from a saved state, to which the server can be reset too', async () => {
    const node = await openTestNode({ dataPath: pathOf(), log: silentLogger });
    const url = await plant(node);
    const before = await count(url);
    expect((await send(url, 'POST', '/_rockpool/snapshots', { name: 'before' })).status).toBe(201);
    await send(url, 'DELETE', '/films');
    const one = await fork(url, { snapshot: 'before', idle_timeout: '5m' });
    expect(one).toMatchObject({ snapshot: 'before', idle_timeout_in_millis: 300_000 });
    expect(await count(one.url)).toBe(before);
    expect(await nearest(one.url, [1, 0])).toBe('a');
    await put(one.url, 'z');
    await send(one.url, 'POST', '/_rockpool/reset');
    expect(await count(one.url)).toBe(before);
    expect((await send(url, 'POST', '/_rockpool/reset', { snapshot: 'before' })).text).toBe(
      '{"acknowledged":true}',
    );
    expect([await count(url), await nearest(url, [1, 0])]).toEqual([before, 'a']);
    expect(await graphFigures(url)).toMatchObject({ graph_index_requests: 0, miss_count: 1 });
    await node.close();
  });
});

describe('forks', () => {
  it('can be closed one by one, and are closed with their parent', async () => {
    const node = await openTestNode({ log: silentLogger });
    const [one, other] = [await fork(node.url), await fork(node.url)];
    const inner = await fork(one.url);
    expect(await forksOf(node.url)).toEqual([one.id, other.id]);
    expect(await forksOf(one.url)).toEqual([inner.id]);
    expect(await json(node.url, 'GET', `/_rockpool/forks/${other.id}`)).toMatchObject({ url: other.url });
    await send(node.url, 'DELETE', `/_rockpool/forks/${one.id}`);
    await expect(fetch(inner.url)).rejects.toThrow();
    expect(await forksOf(node.url)).toEqual([other.id]);
    for (const method of ['GET', 'DELETE']) {
      expect((await send(node.url, method, `/_rockpool/forks/${one.id}`)).status).toBe(404);
    }
    await node.close();
    await expect(fetch(other.url)).rejects.toThrow();
  });

  it('are closed when they, and all their forks, are idle', async () => {
    const clock = new ManualClock();
    const node = await openTestNode({ clock, log: silentLogger });
    const [quiet, asked, parent] = [await fork(node.url), await fork(node.url), await fork(node.url)];
    const inner = await fork(parent.url, { idle_timeout: '20m' });
    clock.advance(599_000);
    await send(asked.url, 'GET', '/');
    await send(inner.url, 'GET', '/');
    clock.advance(1000);
    expect(await forksOf(node.url)).toEqual([asked.id, parent.id]);
    await expect.poll(() => fetch(quiet.url).catch(() => 'gone')).toBe('gone');
    clock.advance(599_000);
    expect(await forksOf(node.url)).toEqual([parent.id]);
    clock.advance(3_600_000);
    await expect.poll(() => forksOf(node.url)).toEqual([]);
    await node.close();
  });

  it('are protected like the server', async () => {
    const credentials = { user: 'me', password: 'secret' };
    const node = await openTestNode({ credentials, tls: 'selfSigned', log: silentLogger });
    const ask = (url: string, headers: Record<string, string>, method = 'GET') =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        secureRequest(
          url,
          { method, headers, servername: 'localhost', ca: node.certificate ?? '', agent: false },
          (answer) => {
            let text = '';
            answer.on('data', (piece) => (text += piece));
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
          },
        )
          .on('error', reject)
          .end();
      });
    const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    expect((await ask(`${node.url}/_rockpool/forks`, {}, 'POST')).status).toBe(401);
    const made = await ask(`${node.url}/_rockpool/forks`, { authorization }, 'POST');
    const { url } = JSON.parse(made.text) as Fork;
    expect(url).toMatch(/^https:/);
    expect((await ask(url, { authorization })).status).toBe(200);
    expect((await ask(url, {})).status).toBe(401);
    expect((await ask(url, { authorization, host: 'elsewhere.example' })).status).toBe(403);
    expect((await ask(url, { authorization, origin: 'https://elsewhere.example' })).status).toBe(403);
    await node.close();
  });
});

describe('saved states', () => {
  it('are listed, replaced and deleted; the first one is the state at startup', async () => {
    const clock = new ManualClock(1000);
    const node = await openTestNode({ clock, log: silentLogger });
    const { url } = node;
    await put(url, 'a');
    await send(url, 'POST', '/_rockpool/snapshots', { name: 'x/y' });
    clock.advance(1);
    await send(url, 'POST', '/_rockpool/snapshots', { name: 'x/y' });
    const kept = { name: 'x/y', created_in_millis: 1001 };
    expect(await json(url, 'GET', '/_rockpool/snapshots')).toEqual({
      snapshots: [{ name: 'seed', created_in_millis: 1000 }, kept],
    });
    expect(await json(url, 'GET', '/_rockpool/snapshots/x%2Fy')).toEqual(kept);
    expect((await send(url, 'POST', '/_rockpool/reset')).status).toBe(200);
    expect((await send(url, 'HEAD', '/films')).status).toBe(404);
    expect((await send(url, 'DELETE', '/_rockpool/snapshots/x%2Fy')).status).toBe(200);
    const gone = await send(url, 'POST', '/_rockpool/reset', { snapshot: 'x/y' });
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining('no snapshot [x/y]; there are: seed'),
    ]);
    await node.close();
  });

  it('are refused with a clear message', async () => {
    const node = await openTestNode({ log: silentLogger });
    const refused = async (path: string, body?: object) => {
      const { status, text } = await send(node.url, 'POST', `/_rockpool/${path}`, body);
      const { error } = JSON.parse(text) as { error: { reason: string } };
      return `${status} ${error.reason}`;
    };
    expect(await refused('forks', { snapshot: 'x' })).toBe('404 no snapshot [x]; there are: seed');
    expect(await refused('forks', { port: 1 })).toBe('400 unknown member [port] of [fork]');
    expect(await refused('forks', { snapshot: 1 })).toBe('400 [fork.snapshot] must be a string');
    expect(await refused('forks?x=1')).toMatch(/^400 .*unrecognized parameter: \[x\]/);
    expect(await refused('snapshots', {})).toBe('400 [snapshot.name] must be given');
    expect(await refused('snapshots')).toBe('400 request body is required');
    expect(await refused('snapshots', { name: '' })).toMatch(/^400 a snapshot name must have 1 to 255/);
    expect(await refused('reset', { name: 'x' })).toBe('400 unknown member [name] of [reset]');
    expect(await forksOf(node.url)).toEqual([]);
    await node.close();
  });

  it('are not available on a server in front of a cluster', async () => {
    const node = await openTestNode({ engine: { url: 'http://127.0.0.1:1', ca: null }, log: silentLogger });
    for (const path of ['forks', 'reset']) {
      const { status, text } = await send(node.url, 'POST', `/_rockpool/${path}`);
      expect([status, text]).toEqual([
        400,
        expect.stringContaining('serves the documents of another cluster'),
      ]);
    }
    await node.close();
  });

  it('end event streams, whose caches no longer exist', async () => {
    const node = await openTestNode({ log: silentLogger });
    const stream = await fetch(`${node.url}/_rockpool/knn/events/stream`);
    expect((await send(node.url, 'POST', '/_rockpool/reset')).status).toBe(200);
    await expect(stream.text()).rejects.toThrow();
    await node.close();
  });
});
