import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalIndex } from '../../../src/cluster/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

describe('a copy that cannot be opened', () => {
  let folder: string;
  let node: RockpoolNode;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rockpool-copies-'));
  });

  afterEach(async () => {
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (nodeCount: number) => {
    node = await openTestNode({ dataPath: folder, nodeCount });
  };
  const index = (name: string) => node.services.cluster.indices.get(name) as LocalIndex;
  const nodeId = (i: number) => node.services.cluster.membership.all[i].id;
  const create = (name: string, replicas: number) =>
    send(node.url, 'PUT', `/${name}`, { settings: { number_of_shards: 1, number_of_replicas: replicas } });
  const write = async (name: string, from: number, to: number) => {
    for (let id = from; id < to; id++) await send(node.url, 'PUT', `/${name}/_doc/${id}?refresh`, { n: id });
  };
  const get = async (path: string) => JSON.parse((await send(node.url, 'GET', path)).text);
  const count = async (name: string, preference: string) =>
    (await get(`/${name}/_count?preference=${preference}`)).count;
  const health = async (name: string) => (await get(`/_cluster/health/${name}`)).status;
  const routing = (name: string) =>
    index(name).copies.map(({ routing }) => [routing.primary, routing.state, routing.nodeId]);
  /** Turns a bit of a segment of the copy on a node; answers the file's path within the data folder. */
  const damage = (name: string, node: string): string => {
    const path = join('nodes', node, index(name).uuid, '0');
    const file = readdirSync(join(folder, path)).find((one) => one.endsWith('.seg')) as string;
    const bytes = readFileSync(join(folder, path, file));
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(join(folder, path, file), bytes);
    return join(path, file);
  };

  it('is replaced by another in-sync copy, and recovered from it', async () => {
    await start(2);
    await create('p', 1);
    await write('p', 0, 5);
    const [first, second] = [nodeId(0), nodeId(1)];
    const { uuid } = index('p');
    const [term] = index('p').metadata.primaryTerms;
    await node.close();
    damage('p', first);
    await start(2);
    expect(routing('p')).toEqual([
      [true, 'STARTED', second],
      [false, 'STARTED', first],
    ]);
    expect([
      await health('p'),
      await count('p', '_rockpool:primary'),
      await count('p', '_rockpool:replica'),
    ]).toEqual(['green', 5, 5]);
    // The term of the start, and that of the promotion.
    expect(index('p').metadata.primaryTerms).toEqual([term + 2]);
    const [aside] = readdirSync(join(folder, 'quarantine'));
    expect(readdirSync(join(folder, 'quarantine', aside, 'nodes', first, uuid, '0'))).toContain('damaged');
    await write('p', 5, 6);
    await node.close();
    await start(2);
    expect([await health('p'), await count('p', '_rockpool:replica')]).toEqual(['green', 6]);
  });

  it('leaves its shard red if it is the only one, with the reason, and is not touched at the next start', async () => {
    await start(1);
    await create('alone', 0);
    await create('other', 0);
    await write('alone', 0, 3);
    await write('other', 0, 3);
    await node.close();
    const file = damage('alone', nodeId(0));
    for (let i = 0; i < 2; i++) {
      await start(1);
      expect([
        await health('alone'),
        await health('other'),
        await count('other', '_rockpool:primary'),
      ]).toEqual(['red', 'green', 3]);
      const [{ routing: found }] = index('alone').copies;
      expect(found).toMatchObject({ state: 'UNASSIGNED', unassigned: { reason: 'ALLOCATION_FAILED' } });
      expect(found.unassigned?.details).toMatch(`[alone][0] ${file}: `);
      expect((await send(node.url, 'GET', '/alone/_search')).status).toBe(503);
      expect((await send(node.url, 'PUT', '/alone/_doc/9?timeout=1ms', {})).status).toBe(503);
      if (i === 0) await expect(node.close()).rejects.toThrow('checksum mismatch');
    }
    const { cluster } = node.services;
    const place = { nodeId: nodeId(0), indexName: 'alone', indexUuid: index('alone').uuid, shardId: 0 };
    const setAside = () => cluster.quarantine.setCopyAside(place, 'given up');
    const [term] = index('alone').metadata.primaryTerms;
    await index('alone').allocateEmptyPrimary(0, nodeId(0), setAside);
    await write('alone', 7, 8);
    expect([await health('alone'), await count('alone', '_rockpool:primary')]).toEqual(['green', 1]);
    expect(index('alone').metadata.primaryTerms[0]).toBeGreaterThan(term);
    await expect(index('alone').allocateEmptyPrimary(0, nodeId(0), setAside)).rejects.toThrow(
      'already assigned',
    );
    await node.close();
    await start(1);
    expect([await health('alone'), await count('alone', '_rockpool:primary')]).toEqual(['green', 1]);
  });

  it('can be replaced explicitly by a copy that has missed writes', async () => {
    await start(2);
    await create('p', 1);
    await write('p', 0, 3);
    await send(node.url, 'POST', '/_rockpool/nodes/node-2/stop');
    await write('p', 3, 5);
    await node.close();
    damage('p', nodeId(0));
    await start(2);
    expect([await health('p'), index('p').openCopies()]).toEqual(['red', []]);
    await expect(index('p').allocateStalePrimary(0, nodeId(0))).rejects.toThrow();
    expect(await health('p')).toBe('red');
    await index('p').allocateStalePrimary(0, nodeId(1));
    await index('p').whenRecovered();
    expect(routing('p')).toEqual([
      [true, 'STARTED', nodeId(1)],
      [false, 'STARTED', nodeId(0)],
    ]);
    expect([await count('p', '_rockpool:primary'), await count('p', '_rockpool:replica')]).toEqual([3, 3]);
  });

  it('affects nothing else: a missing folder counts as damaged', async () => {
    await start(2);
    await create('p', 1);
    await write('p', 0, 4);
    await node.close();
    rmSync(join(folder, 'nodes', nodeId(0), index('p').uuid, '0'), { recursive: true });
    await start(2);
    expect(routing('p')[0]).toEqual([true, 'STARTED', nodeId(1)]);
    expect([await health('p'), await count('p', '_rockpool:replica')]).toEqual(['green', 4]);
  });
});
