import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalIndex } from '../../../src/cluster/index.ts';
import type { ClusterState } from '../../../src/cluster/metadata/clusterState.ts';
import { StateStore } from '../../../src/cluster/metadata/stateStore.ts';
import { FsDirectory } from '../../../src/directory/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

describe('virtual nodes', () => {
  let folder: string;
  let node: RockpoolNode;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rockpool-nodes-'));
  });

  afterEach(async () => {
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (nodeCount: number): Promise<void> => {
    node = await openTestNode({ dataPath: folder, nodeCount });
  };
  const get = async (path: string) => JSON.parse((await send(node.url, 'GET', path)).text);
  const shards = async (index: string | null = null) => {
    const columns = index === null ? 'shard,prirep,state,docs,node' : 'shard,prirep,state,node';
    const path = `/_cat/shards${index === null ? '' : `/${index}`}?h=${columns}&s=shard,prirep`;
    return (await send(node.url, 'GET', path)).text.replaceAll(/ +\n/g, '\n').replaceAll(/ +/g, ' ');
  };
  const health = async (index: string) => (await get(`/_cluster/health/${index}`)).status;
  const write = async (id: number) => {
    const answer = await send(node.url, 'PUT', `/p/_doc/${id}?refresh`, { n: id });
    return JSON.parse(answer.text)._shards;
  };
  const counts = async () => {
    const [primary, replica] = await Promise.all([
      get('/p/_count?preference=_rockpool:primary'),
      get('/p/_count?preference=_rockpool:replica'),
    ]);
    return [primary.count, replica.count];
  };

  it('hold identical copies of shards, including shards created later', async () => {
    await start(2);
    await send(node.url, 'PUT', '/p', { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    expect(await shards()).toBe(
      '0 p STARTED 0 node-1\n0 r STARTED 0 node-2\n1 p STARTED 0 node-2\n1 r STARTED 0 node-1\n',
    );
    for (let id = 0; id < 10; id++) expect(await write(id)).toEqual({ total: 2, successful: 2, failed: 0 });
    expect(await counts()).toEqual([10, 10]);

    const replicas = (count: number) =>
      send(node.url, 'PUT', '/p/_settings', { index: { number_of_replicas: count } });
    await replicas(0);
    expect(await write(10)).toEqual({ total: 1, successful: 1, failed: 0 });
    await replicas(1);
    await write(11);
    expect(await counts()).toEqual([12, 12]);
  });

  it('are not searched before their copies have recovered', async () => {
    await start(2);
    await send(node.url, 'PUT', '/p', { settings: { number_of_shards: 2, number_of_replicas: 0 } });
    const lines = Array.from({ length: 5000 }, (_, id) => `{"index":{"_id":"${id}"}}\n{"n":${id}}\n`);
    await send(node.url, 'POST', '/p/_bulk?refresh=true', lines.join(''));
    const found = new Set<number>();
    let isFilled = false;
    const filling = send(node.url, 'PUT', '/p/_settings', { index: { number_of_replicas: 1 } }).then(() => {
      isFilled = true;
    });
    while (!isFilled) found.add((await get('/p/_count')).count);
    await filling;
    expect([...found, ...(await counts())]).toEqual([5000, 5000, 5000]);
  });

  it('get all of a write that began before the index had copies on them', async () => {
    node = await openTestNode({ nodeCount: 2 });
    const lines = Array.from(
      { length: 20_000 },
      (_, id) => `{"index":{"_id":"${id}"}}\n{"n":${id},"t":"some words ${id}"}\n`,
    );
    for (const begun of [1, 10_000]) {
      await send(node.url, 'PUT', '/p', { settings: { number_of_shards: 1, number_of_replicas: 0 } });
      await write(0);
      const index = node.services.cluster.indices.get('p') as LocalIndex;
      const bulk = send(node.url, 'POST', '/p/_bulk', lines.join(''));
      await vi.waitUntil(() => index.primary(0).maxSeqNo >= begun, { interval: 1 });
      await send(node.url, 'PUT', '/p/_settings', { index: { number_of_replicas: 1 } });
      expect((await bulk).status).toBe(200);
      expect(index.openCopies().map(({ maxSeqNo }) => maxSeqNo)).toEqual([20_000, 20_000]);
      await send(node.url, 'DELETE', '/p');
    }
  });

  it('recover again after an interrupted recovery, whatever it left behind', async () => {
    await start(2);
    await send(node.url, 'PUT', '/p', { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    for (let id = 0; id < 10; id++) await write(id);
    const { metadata } = node.services.cluster.indices.get('p') as LocalIndex;
    await node.close();
    // As a kill leaves it: not yet in sync, and a file is missing.
    const replicas = metadata.copies.map((copies) => copies[1]);
    const inSyncAllocations = new Set(metadata.copies.map(([primary]) => String(primary.allocationId)));
    const store = new StateStore(new FsDirectory(join(folder, 'state')));
    const state = (await store.read()) as ClusterState;
    const indices = new Map([[metadata.uuid, { ...metadata, inSyncAllocations }]]);
    await store.write({ ...state, version: state.version + 1, indices });
    for (const [shard, { nodeId }] of replicas.entries()) {
      const copy = join(folder, 'nodes', String(nodeId), metadata.uuid, String(shard));
      rmSync(join(copy, String(readdirSync(copy).find((name) => name.endsWith('.seg')))));
    }
    // One shard's only whole copy is on the other node: it waits, and the rest of it is not emptied.
    await start(1);
    expect((await get('/_cluster/health')).status).toBe('red');
    await node.close();
    await start(2);
    expect(await counts()).toEqual([10, 10]);
  });

  it('may leave: shards only they hold wait for them, the rest is served by other copies', async () => {
    await start(2);
    await send(node.url, 'PUT', '/p', { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    for (let id = 0; id < 6; id++) await write(id);
    await node.close();

    await start(1);
    expect((await get('/p/_count')).count).toBe(6);
    expect(await write(6)).toEqual({ total: 2, successful: 1, failed: 0 });
    await send(node.url, 'PUT', '/p/_settings', { index: { priority: 2 } });
    await node.close();

    // The second node's files are older than what was written without it: they are filled anew.
    await start(2);
    expect(await counts()).toEqual([7, 7]);
    await send(node.url, 'PUT', '/alone', { settings: { number_of_shards: 2, number_of_replicas: 0 } });
    for (let id = 0; id < 8; id++) await send(node.url, 'PUT', `/alone/_doc/${id}`, { n: id });
    await node.close();

    await start(1);
    expect(await shards('alone')).toBe('0 p STARTED node-1\n1 p UNASSIGNED\n');
    expect([await health('alone'), await health('p')]).toEqual(['red', 'yellow']);
    const [, lost] = (node.services.cluster.indices.get('alone') as LocalIndex).copies;
    expect(lost.routing.unassigned).toMatchObject({ reason: 'NODE_LEFT', details: null });
    const { _shards: part, hits } = await get('/alone/_search');
    expect(part).toEqual({ total: 2, successful: 1, skipped: 0, failed: 1 });
    const statuses = new Set<number>();
    for (let id = 8; id < 16; id++) {
      statuses.add((await send(node.url, 'PUT', `/alone/_doc/${id}?timeout=1ms`, { n: id })).status);
    }
    expect(statuses).toEqual(new Set([201, 503]));
    expect((await get('/p/_count')).count).toBe(7);
    await node.close();

    await start(2);
    expect(await health('alone')).toBe('green');
    expect((await get('/alone/_search')).hits.total.value).toBeGreaterThan(8);
    expect(hits.total.value).toBeLessThan(8);
  });
});
