import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

type Json = Record<string, unknown>;

describe('the laboratory over HTTP', { shuffle: false }, () => {
  let node: RockpoolNode;

  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await send(node.url, method, path, body);
    return { status, body: JSON.parse(text) };
  };
  const get = async (path: string) => (await call('GET', path)).body;
  const search = (vector = [0, 0, 0, 0]) =>
    call('POST', '/v/_search', { size: 1, query: { knn: { v: { vector, k: 1 } } } });
  const statistics = async (): Promise<Json> =>
    Object.values((await get('/_plugins/_knn/stats')).nodes)[0] as Json;
  const limit = (text: string | null) =>
    call('PUT', '/_cluster/settings', { transient: { 'knn.memory.circuit_breaker.limit': text } });
  const latest = async () => (await get('/_rockpool/knn/events?since=999999')).next;
  const typesSince = async (since: number) =>
    (await get(`/_rockpool/knn/events?since=${since}`)).events.map(
      ({ type, reason }: Json) => reason ?? type,
    );

  beforeAll(async () => {
    node = await openTestNode();
    const properties = { v: { type: 'knn_vector', dimension: 4 } };
    const settings = {
      'index.knn': true,
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: '-1',
    };
    await call('PUT', '/v', { settings, mappings: { properties } });
    // Three segments, 1 KB, 2 KB and 3 KB by the original's formula.
    for (const count of [1, 9, 16]) {
      const lines = Array.from({ length: count }, (_, i) => `{"index":{}}\n{"v":[${i},${count},1,2]}\n`);
      await call('POST', '/v/_bulk?refresh=true', lines.join(''));
    }
  });

  afterAll(() => node.close());

  beforeEach(async () => {
    await call('DELETE', '/_rockpool/faults');
    await call('DELETE', '/_rockpool/knn/simulation');
    await call('POST', '/_rockpool/clock', { real: true });
    await limit('1mb');
    await limit(null);
  });

  it('lists every graph with its size and whether it is loaded', async () => {
    const states = async () =>
      (await get('/_rockpool/knn/graphs')).graphs.map(({ kb, vectors, state }: Json) => [kb, vectors, state]);
    expect(await states()).toEqual([
      [1, 1, 'on_disk'],
      [2, 9, 'on_disk'],
      [3, 16, 'on_disk'],
    ]);
    await call('PUT', '/_rockpool/faults', { rules: [{ load: { action: 'fail' }, nth: 2 }] });
    await search();
    // The second load fails, and with it the search.
    expect((await states()).map(([, , state]: string[]) => state)).toEqual([
      'in_memory',
      'on_disk',
      'on_disk',
    ]);
    const { nodes, graphs } = await get('/_rockpool/knn/graphs/v');
    expect(nodes).toEqual([expect.objectContaining({ name: 'node-1', capacity_reached: false })]);
    expect(graphs[0]).toMatchObject({ index: 'v', shard: 0, primary: true, field: 'v', dimension: 4 });
    expect((await call('GET', '/_rockpool/knn/graphs/none')).status).toBe(404);
  });

  it('logs every miss, load, hit and eviction of a graph, with its location and size', async () => {
    const since = await latest();
    await search();
    await search();
    const { events } = await get(`/_rockpool/knn/events?since=${since}`);
    expect(events.map(({ type }: Json) => type).join(' ')).toBe('miss load miss load miss load hit hit hit');
    const [, load] = events;
    expect(load).toMatchObject({ type: 'load', index: 'v', shard: 0, field: 'v', kb: 1 });
    expect(load.load_ns).toBeGreaterThan(0);
    const page = await get(`/_rockpool/knn/events?since=${since}&size=2`);
    expect(page.events).toHaveLength(2);
    expect(page.next).toBe(since + 2);

    const before = await latest();
    expect((await call('POST', '/_rockpool/knn/clear/v')).body).toEqual({ cleared: 3 });
    await limit('5kb');
    await search();
    expect(await typesSince(before)).toEqual(
      'api api api rebuild miss load miss load miss load size breaker_on'.split(' '),
    );
  });

  it('streams the same events', async () => {
    const stop = new AbortController();
    const since = await latest();
    await search();
    const answer = await fetch(`${node.url}/_rockpool/knn/events/stream?since=${since}`, {
      signal: stop.signal,
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await search();
    let text = '';
    while (!text.includes('event: hit')) text += new TextDecoder().decode((await reader.read()).value);
    const types = [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    expect(types.slice(0, 7)).toEqual('miss load miss load miss load hit'.split(' '));
    expect(text).toContain(`id: ${since}\nevent: miss\ndata: {"seq":${since},`);
    stop.abort();
  });

  it('predicts the hit ratio at another limit correctly', async () => {
    const workload = async () => {
      for (let i = 0; i < 5; i++) await search();
    };
    await workload();
    const limits = ['0kb', '1kb', '3kb', '5kb', '6kb', '50mb'];
    const curve = await get(`/_rockpool/knn/curve?limits=${limits}`);
    expect(curve).toMatchObject({
      method: 'simulation',
      accesses: 15,
      graphs: 3,
      graphs_kb: 6,
      complete: true,
    });
    for (const [i, text] of limits.entries()) {
      await limit(text);
      await workload();
      const { hit_count, miss_count, eviction_count } = await statistics();
      const { hits, misses, evictions } = curve.points[i];
      expect([text, hits, misses, evictions]).toEqual([text, hit_count, miss_count, eviction_count]);
      expect((await get('/_rockpool/knn/curve')).measured).toEqual({ hits, misses, evictions });
    }
  });

  it('plans the memory of an existing and of a hypothetical index', async () => {
    const { body } = await call('POST', '/_rockpool/knn/plan', { index: 'v', limits: ['5kb', '6kb'] });
    expect(body).toMatchObject({
      estimated: false,
      fields: [{ field: 'v', graphs: 3, vectors: 26, kb: 6, lightest_kb: 1, heaviest_kb: 3 }],
      limit_that_holds_kb: 6,
      limits: [
        { limit_kb: 5, holds_all: false, loads_per_search: 3, loaded_kb_per_search: 6, warmup_evictions: 1 },
        { limit_kb: 6, holds_all: true, loads_per_search: 0, graphs_after_warmup: 3 },
      ],
    });
    const thought = await call('POST', '/_rockpool/knn/plan', {
      mappings: { properties: { v: { type: 'knn_vector', dimension: 128 } } },
      settings: { 'index.knn': true, number_of_shards: 2, number_of_replicas: 1 },
      documents: 1_000_000,
      segments: 5,
      nodes: 2,
      limits: ['512mb'],
    });
    // 100,000 × (16 + 4·128 + 4·33 + 4) bytes and the links above the bottom, 20 graphs.
    expect(thought.body).toMatchObject({
      estimated: true,
      fields: [{ graphs: 20, lightest_kb: 65_287, heaviest_kb: 65_287 }],
      nodes: [
        { node: 'node-1', graphs: 10, kb: 652_870 },
        { node: 'node-2', graphs: 10, kb: 652_870 },
      ],
      limits: [{ holds_all: false, loads_per_search: 10 }],
    });
  });

  it("simulates load times by size and latency, on the node's clock", async () => {
    await call('PUT', '/_rockpool/knn/simulation', { bytes_per_second: '64kb', latency: '10ms' });
    expect(await get('/_rockpool/knn/simulation')).toEqual({ bytes_per_second: 65_536, latency_ms: 10 });
    await search();
    // 6 KB at 64 KB a second, and three latencies.
    expect(Number((await statistics()).total_load_time)).toBeGreaterThanOrEqual(6e9 / 64 + 30e6);
    expect((await call('PUT', '/_rockpool/knn/simulation', { latency: '-1ms' })).status).toBe(400);
    expect((await call('PUT', '/_rockpool/knn/simulation', { bandwidth: 1 })).status).toBe(400);
  });

  it('moves time: idle graphs expire, and the breaker resets at the next run of the monitor', async () => {
    await call('PUT', '/_cluster/settings', {
      transient: { 'knn.cache.item.expiry.enabled': true, 'knn.cache.item.expiry.minutes': '10m' },
    });
    await call('POST', '/_rockpool/clock', { freeze: true });
    await search();
    await call('POST', '/_rockpool/clock', { advance: '9m' });
    expect((await statistics()).graph_memory_usage).toBe(6);
    await call('POST', '/_rockpool/clock', { advance: '1m' });
    expect((await statistics()).graph_memory_usage).toBe(0);

    await limit('1kb');
    await search();
    expect((await get('/_plugins/_knn/stats')).circuit_breaker_triggered).toBe(true);
    await limit('1mb');
    await call('POST', '/_rockpool/clock', { advance: '2m' });
    expect((await get('/_plugins/_knn/stats')).circuit_breaker_triggered).toBe(false);
    const since = Number(await latest());
    expect((await typesSince(since - 1))[0]).toBe('breaker_off');
    await call('PUT', '/_cluster/settings', {
      transient: { 'knn.cache.item.expiry.enabled': null, 'knn.cache.item.expiry.minutes': null },
    });
  });

  it('sets the time used for expiring scrolls and for dates in documents', async () => {
    const { body } = await call('POST', '/_rockpool/clock', { set: '2030-01-02T03:04:05Z' });
    expect(body.mode).toBe('moved');
    expect(new Date(body.now).toISOString().slice(0, 16)).toBe('2030-01-02T03:04');
    const scroll = await call('POST', '/v/_search?scroll=1m', { size: 1 });
    await call('POST', '/_rockpool/clock', { advance: '2h' });
    const next = await call('POST', '/_search/scroll', { scroll_id: scroll.body._scroll_id });
    expect(next.status).toBe(404);
    expect((await call('POST', '/_rockpool/clock', { real: true })).body).toMatchObject({
      mode: 'real',
      offset_ms: 0,
    });
  });

  it('makes selected loads fail or slow, and counts them', async () => {
    const rules = {
      rules: [
        { load: { action: 'fail', index: 'v*' }, nth: [2] },
        { load: { action: 'delay', delay: '20ms' } },
      ],
    };
    await call('PUT', '/_rockpool/faults', rules);
    const failed = await search();
    expect([failed.status, failed.body.error.type]).toEqual([500, 'search_phase_execution_exception']);
    expect((await search()).status).toBe(200);
    const { miss_count, load_success_count, load_exception_count, total_load_time } = await statistics();
    expect({ miss_count, load_success_count, load_exception_count }).toEqual({
      miss_count: 4,
      load_success_count: 3,
      load_exception_count: 1,
    });
    expect(Number(total_load_time)).toBeGreaterThanOrEqual(60e6);
    expect(
      (await get('/_rockpool/faults')).rules.map(({ matched, fired }: Json) => [matched, fired]),
    ).toEqual([
      [4, 1],
      [3, 3],
    ]);
  });

  it('damages a graph file: it is detected and rebuilt, and the search is correct', async () => {
    const properties = { v: { type: 'knn_vector', dimension: 2 } };
    const settings = { 'index.knn': true, number_of_replicas: 0, refresh_interval: '-1' };
    await call('PUT', '/big', { settings, mappings: { properties } });
    const lines = Array.from({ length: 600 }, (_, i) => `{"index":{"_id":"${i}"}}\n{"v":[${i},1]}\n`);
    await call('POST', '/big/_bulk?refresh=true', lines.join(''));
    await call('PUT', '/_rockpool/faults', {
      rules: [{ load: { action: 'corrupt', index: 'big' }, nth: [1, 3] }],
    });
    const errors = async () => Number((await statistics()).graph_index_errors);
    const before = await errors();
    const seen: number[] = [];
    for (let i = 0; i < 4; i++) {
      const { body } = await call('POST', '/big/_search', {
        query: { knn: { v: { vector: [300, 1], k: 1 } } },
      });
      expect(body.hits.hits[0]._id).toBe('300');
      seen.push((await errors()) - before);
      await call('POST', '/_rockpool/knn/clear');
    }
    expect(seen).toEqual([1, 1, 2, 2]);
    await call('DELETE', '/big');
  });

  it('rejects selected requests, the same ones for the same seed, but never its own APIs', async () => {
    const run = async (): Promise<number[]> => {
      const rule = {
        request: { action: 'reject', status: 429, method: 'POST', path: '/*/_search' },
        probability: 0.5,
      };
      await call('PUT', '/_rockpool/faults', {
        seed: 7,
        rules: [rule, { request: { action: 'reject', path: '/_rockpool/*' } }],
      });
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++) statuses.push((await search()).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 429]));
    expect(await run()).toEqual(first);
    await call('PUT', '/_rockpool/faults', {
      rules: [{ request: { action: 'reject', path: '/_cat/*' }, times: 1 }],
    });
    expect([
      (await send(node.url, 'GET', '/_cat/indices')).status,
      (await send(node.url, 'GET', '/_cat/indices')).status,
    ]).toEqual([503, 200]);
  });

  const load = { action: 'fail' };
  it.each([
    ['PUT', '/_rockpool/faults', {}],
    ['PUT', '/_rockpool/faults', { rules: [{}] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load, request: { action: 'reject' } }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load, nth: 0 }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load, nth: 1, every: 2 }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load, probability: 1.5 }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load, chance: 1 }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load: { action: 'explode' } }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load: { action: 'delay' } }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ load: { ...load, node: 'nobody' } }] }],
    ['PUT', '/_rockpool/faults', { rules: [{ request: { action: 'reject', status: 500 } }] }],
    ['PUT', '/_rockpool/faults', [1]],
    ['POST', '/_rockpool/clock', {}],
    ['POST', '/_rockpool/clock', { advance: '1s', freeze: true }],
    ['POST', '/_rockpool/clock', { advance: '-1s' }],
    ['POST', '/_rockpool/clock', { advance: '99999d' }],
    ['POST', '/_rockpool/clock', { set: 'yesterday' }],
    ['POST', '/_rockpool/clock', { set: 1e300 }],
    ['POST', '/_rockpool/clock', { freeze: 'yes' }],
    ['POST', '/_rockpool/knn/plan', {}],
    ['POST', '/_rockpool/knn/plan', { index: 'v', documents: 1 }],
    ['POST', '/_rockpool/knn/plan', { mappings: { properties: { a: { type: 'text' } } }, documents: 1 }],
    ['POST', '/_rockpool/knn/plan', { index: 'v', limits: ['much'] }],
    ['GET', '/_rockpool/knn/curve?limits=much', undefined],
    ['GET', '/_rockpool/knn/curve?limit=1kb', undefined],
    ['GET', '/_rockpool/knn/events?size=0', undefined],
    ['GET', '/_rockpool/knn/events?since=-1', undefined],
  ])('refuses %s %s %j', async (method, path, body) => {
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.error?.reason.length > 0]).toEqual([400, true]);
  });

  it('is available in the library too', async () => {
    const { laboratory } = node;
    const seen: string[] = [];
    const end = laboratory.onEvent(({ type }) => seen.push(type));
    laboratory.simulate({ bytesPerSecond: null, latencyMs: 1 });
    await search();
    end();
    await search();
    expect(seen.join(' ')).toBe('miss load miss load miss load');
    expect(laboratory.curve({ limitsKb: [3] }).points).toEqual([
      { limitKb: 3, hits: 0, misses: 6, evictions: 5, missRatio: 1 },
    ]);
    expect(laboratory.events({ size: 1 }).events).toHaveLength(1);
    expect(laboratory.clearCache(null)).toBe(3);
  });
});
