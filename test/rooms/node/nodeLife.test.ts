import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

describe('a node that stops', () => {
  let node: RockpoolNode;

  afterEach(() => node.close());

  const open = async (nodeCount: number, dataPath: string | null = null) => {
    node = await openTestNode({ nodeCount, dataPath });
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await send(node.url, method, path, body);
    return { status, body: JSON.parse(text) };
  };
  const get = async (path: string) => (await call('GET', path)).body;
  const stop = (name: string) => call('POST', `/_rockpool/nodes/${name}/stop`);
  const start = (name: string) => call('POST', `/_rockpool/nodes/${name}/start`);
  const create = (shards: number, replicas: number) =>
    call('PUT', '/p', { settings: { number_of_shards: shards, number_of_replicas: replicas } });
  const write = (from: number, to: number) => {
    const lines = Array.from(
      { length: to - from },
      (_, i) => `{"index":{"_id":"${from + i}"}}\n{"n":${from + i}}\n`,
    );
    return call('POST', '/p/_bulk?refresh=true', lines.join(''));
  };
  const health = async () => (await get('/_cluster/health')).status;
  const shards = async () =>
    (await send(node.url, 'GET', '/_cat/shards/p?h=shard,prirep,state,node&s=shard,prirep')).text
      .replaceAll(/ +/g, ' ')
      .replaceAll(/ ?\n/g, ' | ');
  const counts = async () =>
    Promise.all(
      ['_rockpool:primary', '_rockpool:replica'].map(
        async (p) => (await get(`/p/_count?preference=${p}`)).count,
      ),
    );

  it('hands its primaries to replicas; after a minute its copies move to other nodes; it comes back', async () => {
    await open(3);
    await create(3, 1);
    await write(0, 30);
    const whole = await shards();
    expect(whole.match(/p STARTED node-\d/g)).toEqual([
      'p STARTED node-1',
      'p STARTED node-2',
      'p STARTED node-3',
    ]);
    for (const [, primary, replica] of whole.matchAll(/p STARTED (\S+) \| \d r STARTED (\S+)/g)) {
      expect(replica).not.toBe(primary);
    }
    await stop('node-1');
    expect([await health(), (await get('/_cluster/health')).number_of_nodes]).toEqual(['yellow', 2]);
    expect(await shards()).not.toContain('node-1');
    expect((await shards()).match(/\d p STARTED/g)).toHaveLength(3);
    expect((await get('/p/_search?size=0'))._shards).toEqual({
      total: 3,
      successful: 3,
      skipped: 0,
      failed: 0,
    });
    await write(30, 40);
    const written = await call('PUT', '/p/_doc/one?refresh', { n: 1 });
    expect(written.status).toBe(201);

    await call('POST', '/_rockpool/clock', { advance: '59s' });
    expect(await health()).toBe('yellow');
    expect((await get('/_cluster/health')).delayed_unassigned_shards).toBe(2);
    const reasons = (await send(node.url, 'GET', '/_cat/shards/p?h=unassigned.reason')).text;
    expect(reasons.match(/NODE_LEFT/g)).toHaveLength(2);
    await call('POST', '/_rockpool/clock', { advance: '1s' });
    expect(await health()).toBe('green');
    expect(await counts()).toEqual([41, 41]);
    await start('node-1');
    expect([await health(), (await get('/_cluster/health')).number_of_nodes]).toEqual(['green', 3]);
    expect(await counts()).toEqual([41, 41]);
  });

  it('can come back within the minute and catch up', async () => {
    await open(2);
    await create(2, 1);
    await write(0, 10);
    await stop('node-2');
    await write(10, 20);
    await call('DELETE', '/p/_doc/3?refresh');
    await start('node-2');
    expect(await shards()).toBe(
      '0 p STARTED node-1 | 0 r STARTED node-2 | 1 p STARTED node-1 | 1 r STARTED node-2 | ',
    );
    await call('POST', '/_rockpool/clock', { advance: '5m' });
    expect([await health(), await counts()]).toEqual(['green', [19, 19]]);
  });

  it("makes shards without other copies unavailable: searches return partial results, in the original's words", async () => {
    await open(3);
    await create(3, 0);
    await write(0, 30);
    await stop('node-2');
    expect(await health()).toBe('red');
    const part = await get('/p/_search');
    expect(part._shards).toEqual({ total: 3, successful: 2, skipped: 0, failed: 1 });
    expect(part.hits.total.value).toBeLessThan(30);
    const strict = await call('GET', '/p/_search?allow_partial_search_results=false');
    expect([strict.status, strict.body.error]).toEqual([
      503,
      {
        root_cause: [],
        type: 'search_phase_execution_exception',
        reason:
          'Search rejected due to missing shards [[p][1]]. Consider using `allow_partial_search_results` setting to ' +
          'bypass this error.',
        phase: 'query',
        grouped: true,
        failed_shards: [],
      },
    ]);
    const { body } = await write(30, 60);
    const statuses = body.items.map(({ index }: { index: { status: number } }) => index.status);
    expect(new Set(statuses)).toEqual(new Set([201, 503]));
    const refused = body.items.find(({ index }: { index: { status: number } }) => index.status === 503).index;
    expect(refused.error.type).toBe('unavailable_shards_exception');
    expect(refused.error.reason).toMatch(
      /^\[p\]\[1\] primary shard is not active Timeout: \[1m\], request: \[BulkShard/,
    );
    expect((await call('GET', `/p/_doc/${refused._id}`)).status).toBe(503);
    // The shard without a copy has nothing to refresh, and does not fail.
    expect((await call('POST', '/p/_refresh')).body._shards).toEqual({ total: 3, successful: 2, failed: 0 });

    // No empty shard in its place, however long it takes.
    await call('POST', '/_rockpool/clock', { advance: '1h' });
    expect(await health()).toBe('red');
    await start('node-2');
    expect([await health(), (await get('/p/_count')).count]).toEqual([
      'green',
      30 + statuses.filter((status: number) => status === 201).length,
    ]);
  });

  it('leads to 503 if no shard is left', async () => {
    await open(2);
    await create(1, 0);
    await write(0, 3);
    await stop('node-1');
    const { status, body } = await call('GET', '/p/_search');
    expect([status, body.error.reason, body.error.root_cause, body.error.failed_shards]).toEqual([
      503,
      'all shards failed',
      [],
      [],
    ]);
    expect((await get('/_cat/nodes?format=json')).map((row: { name: string }) => row.name)).toEqual([
      'node-2',
    ]);
    expect((await get('/_nodes/_local')).nodes).toEqual(
      expect.objectContaining({
        [node.services.cluster.nodes[0].id]: expect.objectContaining({ name: 'node-2' }),
      }),
    );
  });

  it('does not serve stale data: a shard waits for its complete copy', async () => {
    await open(3);
    await create(1, 1);
    await write(0, 5);
    await stop('node-1');
    await write(5, 10);
    await stop('node-2');
    await start('node-1');
    expect(await health()).toBe('red');
    await start('node-2');
    expect([await health(), await counts()]).toEqual(['green', [10, 10]]);
  });

  it('is reported as failed until the cluster notices', async () => {
    await open(3);
    await call('POST', '/_rockpool/nodes/node-3/stop?detect_after=30s');
    for (const path of ['/_nodes', '/_nodes/stats', '/_plugins/_knn/stats', '/_nodes/node-3,node-1']) {
      const { _nodes: summary, nodes } = await get(path);
      expect([path, summary.failed, summary.total - summary.successful, summary.failures.length]).toEqual([
        path,
        1,
        1,
        1,
      ]);
      expect(Object.keys(nodes)).toHaveLength(summary.successful);
      expect(summary.failures[0].caused_by.type).toBe('node_disconnected_exception');
    }
    expect((await get('/_rockpool/nodes')).nodes[2].state).toBe('stopped_unnoticed');
    await call('POST', '/_rockpool/clock', { advance: '30s' });
    expect((await get('/_nodes'))._nodes).toEqual({ total: 2, successful: 2, failed: 0 });
    expect((await get('/_rockpool/nodes')).nodes[2].state).toBe('stopped');
  });

  it('loses its graphs and counters', async () => {
    await open(2);
    await call('PUT', '/p', {
      settings: { 'index.knn': true, number_of_shards: 1, number_of_replicas: 1 },
      mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
    });
    await call('PUT', '/p/_doc/1?refresh', { v: [1, 2] });
    await get('/_plugins/_knn/warmup/p');
    await stop('node-2');
    await start('node-2');
    const { nodes } = await get('/_plugins/_knn/stats/miss_count,graph_memory_usage');
    expect(node.services.cluster.nodes.map(({ id }) => nodes[id])).toEqual([
      { miss_count: 1, graph_memory_usage: 1 },
      { miss_count: 0, graph_memory_usage: 0 },
    ]);
    expect((await get('/_plugins/_knn/warmup/p'))._shards).toEqual({ total: 2, successful: 2, failed: 0 });
    const { events } = await get('/_rockpool/knn/events?node=node-2');
    expect(events.map(({ reason }: { reason?: string }) => reason)).toContain('node_stopped');
  });

  it('cannot be the last one or unknown; stopping it twice has no further effect', async () => {
    await open(2);
    await stop('node-1');
    expect((await stop('node-1')).status).toBe(200);
    expect((await stop('node-2')).status).toBe(400);
    expect((await stop('node-9')).status).toBe(404);
    expect((await start('node-9')).status).toBe(404);
    expect((await call('POST', '/_rockpool/nodes/node-1/stop?detect_after=-1s')).status).toBe(400);
  });

  it('is running again after a restart of the process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-life-'));
    try {
      await open(2, folder);
      await create(2, 0);
      await write(0, 20);
      await stop('node-1');
      await node.close();
      await open(2, folder);
      expect([await health(), (await get('/p/_count')).count]).toEqual(['green', 20]);
    } finally {
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe('never costs an acknowledged document', () => {
    let folder: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'rockpool-life-'));
    });

    afterEach(async () => {
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const restart = async (nodeCount: number) => {
      await node.close();
      await open(nodeCount, folder);
    };

    /** Takes the steps, which wait for the writes before them or do not; answers the ids that were acknowledged. */
    const take = async (steps: readonly string[], waits = true): Promise<ReadonlySet<string>> => {
      await open(3, folder);
      await create(2, 1);
      const acknowledged = new Set<string>();
      const writes: Promise<void>[] = [];
      const writeAgain = async () => {
        const from = writes.length * 4;
        const { body } = await write(from, from + 4);
        for (const { index } of body.items) if (index.status === 201) acknowledged.add(index._id);
      };
      for (const text of steps) {
        const [kind, argument] = text.split(' ');
        if (waits || kind === 'restart') await Promise.all(writes);
        if (kind === 'stop') await stop(`node-${argument}`);
        else if (kind === 'start') await start(`node-${argument}`);
        else if (kind === 'restart') await restart(Number(argument));
        else if (kind === 'wait') await call('POST', '/_rockpool/clock', { advance: '1m' });
        else if (kind === 'replicas')
          await call('PUT', '/p/_settings', { index: { number_of_replicas: argument } });
        else writes.push(writeAgain());
      }
      await Promise.all(writes);
      return acknowledged;
    };

    const check = async (acknowledged: ReadonlySet<string>) => {
      if ((await get('/_rockpool/nodes')).nodes.length < 3) await restart(3);
      for (const name of ['node-1', 'node-2', 'node-3']) await start(name);
      await call('POST', '/_rockpool/clock', { advance: '1m' });
      expect(await health()).toBe('green');
      await call('POST', '/p/_refresh');
      for (const preference of ['_rockpool:primary', '_rockpool:replica_first']) {
        const { hits } = await get(`/p/_search?size=1000&preference=${preference}`);
        const found = hits.hits.map((hit: { _id: string }) => hit._id);
        expect(new Set(found)).toEqual(acknowledged);
        expect(found).toHaveLength(acknowledged.size);
      }
    };

    it.each([
      // A copy that missed the write waits; another node that stops is no reason to take it for whole.
      'stop 1, write, stop 3, start 1, stop 2',
      // Nor is a minute.
      'stop 1, write, stop 3, start 1, wait',
      // The nodes that were not started missed the write, and nothing else was changed since.
      'stop 1, start 1, write, restart 2, write, restart 3',
      // The copies that are left have missed the first write.
      'stop 1, write, restart 2, write, restart 3',
    ])('%s', async (steps) => {
      await check(await take(steps.split(', ')));
    });

    it('whatever stops and starts, in any order', async () => {
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('write') },
        { weight: 4, arbitrary: fc.constantFrom('stop 1', 'stop 2', 'stop 3') },
        { weight: 6, arbitrary: fc.constantFrom('start 1', 'start 2', 'start 3') },
        { weight: 2, arbitrary: fc.constantFrom('wait', 'replicas 0', 'replicas 1', 'replicas 2') },
        { weight: 1, arbitrary: fc.constantFrom('restart 1', 'restart 2', 'restart 3') },
      );
      const property = fc.asyncProperty(
        fc.array(step, { maxLength: 14 }),
        fc.boolean(),
        async (steps, waits) => {
          await node?.close();
          rmSync(folder, { recursive: true, force: true });
          await check(await take(steps, waits));
        },
      );
      await fc.assert(property, { numRuns: 15 });
    }, 60_000);
  });
});
