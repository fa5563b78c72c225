import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { warmUp } from '../../../src/knn/index.ts';
import type { KnnShard } from '../../../src/knn/knnShard.ts';
import type { VectorHits } from '../../../src/knn/types.ts';
import type { SegmentReader } from '../../../src/segment/index.ts';
import {
  mapperOf,
  pluginFor,
  randomRows,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from './support.ts';

const { directory: folder, remove } = temporaryDirectory();
afterAll(remove);

let folders = 0;
const freshFolder = (): Directory => folder.folder(`f${folders++}`);

const field = vectorField('v', vectorInfo());
const mapper = mapperOf(field);

/** A shard on a node of its own, with a way to refresh, search and look at the counters. */
function shardFor(
  options: { directory?: Directory; settings?: Record<string, string>; index?: object } = {},
) {
  const setup = pluginFor(folder.folder(`tmp${folders++}`), options.settings);
  const node = setup.plugin.node('node-0');
  const directory = options.directory ?? freshFolder();
  const copy = shardCopy('index', options.index as Record<string, string>);
  const shard = node.openShard(copy, directory);
  const refresh = async (segment: SegmentReader, cause: 'refresh' | 'merge' | 'recovery' = 'refresh') =>
    shard.segmentCreated({ segment, directory, mapper, cause });
  const search = async (segment: SegmentReader, k = 3): Promise<VectorHits> =>
    shard.search({ segment, field, vector: Float32Array.of(0.1, 0.1, 0.1, 0.1), k, filter: null });
  const moved = (...names: string[]) => {
    const statistics = node.statistics(new Set(names));
    return names.map((name) => statistics[name]);
  };
  return { ...setup, node, directory, shard, refresh, search, moved };
}

const small = (name: string, count = 20) => segmentOf(name, { v: vectorsOf(randomRows(count, 4, count)) });
const large = (name: string, seed = 1) => segmentOf(name, { v: vectorsOf(randomRows(520, 4, seed)) });

describe('a shard copy', () => {
  it('builds at refresh, loads at the first search, hits at the second', async () => {
    const { refresh, search, moved } = shardFor();
    const names = [
      'graph_index_requests',
      'miss_count',
      'load_success_count',
      'hit_count',
      'graph_query_requests',
    ];
    const segment = large('_0');
    expect(moved('nmslib_initialized')).toEqual([false]);
    expect(await refresh(segment)).toEqual(['_0_2011_v.hnsw', '_0_2011_v.hnsw.header']);
    expect(moved(...names)).toEqual([1, 0, 0, 0, 0]);
    const first = await search(segment);
    expect(moved(...names)).toEqual([1, 1, 1, 0, 1]);
    expect(await search(segment)).toEqual(first);
    expect(moved(...names)).toEqual([1, 1, 1, 1, 2]);
    expect(moved('nmslib_initialized', 'faiss_initialized', 'lucene_initialized')).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('answers synchronously what is in memory', async () => {
    const { refresh, search, shard } = shardFor();
    const segment = large('_0');
    await refresh(segment);
    await search(segment);
    const hits = shard.search({ segment, field, vector: Float32Array.of(1, 1, 1, 1), k: 2, filter: null });
    expect(hits).not.toBeInstanceOf(Promise);
    expect((hits as VectorHits).docs.length).toBe(2);
  });

  it('weighs graphs as the original does', async () => {
    const { refresh, search, moved, node } = shardFor();
    for (const [name, count] of [
      ['_0', 20],
      ['_1', 4],
    ] as const) {
      await refresh(small(name, count));
      await search(small(name, count));
    }
    expect(moved('graph_memory_usage')).toEqual([4 + 1]);
    expect(node.statistics(new Set(['indices_in_cache'])).indices_in_cache).toMatchObject({
      index: { graph_memory_usage: 5, graph_count: 2 },
    });
  });

  it('takes no part without index.knn, and none in segments without vectors', async () => {
    const off = shardFor({ index: { 'index.knn': 'false' } });
    expect(await off.refresh(large('_0'))).toEqual([]);
    expect((await off.search(large('_0'))).docs.length).toBe(0);
    const on = shardFor();
    const none = segmentOf('_0', {});
    await on.refresh(none);
    expect((await on.search(none)).docs.length).toBe(0);
    for (const { moved } of [off, on]) {
      expect(moved('graph_index_requests', 'graph_query_requests', 'miss_count')).toEqual([0, 0, 0]);
    }
  });

  it.each([0, 40, 63, 64, 96, 5000, 60_000])('heals a graph damaged at byte %i', async (at) => {
    const { refresh, search, directory, moved } = shardFor();
    const segment = large('_0');
    const [graph] = await refresh(segment);
    const whole = await directory.read(graph);
    const expected = await shardFor().search(small('_0', 2));
    expect(expected.docs.length).toBe(2);
    const damaged = whole.slice();
    damaged[at] ^= 0x55;
    const output = await directory.create(graph);
    output.write(damaged);
    await output.close();
    const hits = await search(segment);
    expect(hits.docs.length).toBe(3);
    expect(moved('graph_index_errors', 'graph_index_requests', 'load_success_count')).toEqual([1, 2, 1]);
    expect(await directory.read(graph)).toEqual(whole);
  });

  it('counts a heal that fails once, says so, and searches exactly', async () => {
    const { refresh, search, directory, moved, warnings } = shardFor();
    const rows = randomRows(520, 4, 1);
    const segment = segmentOf('_0', { v: vectorsOf(rows) });
    const [graph] = await refresh(segment);
    await directory.delete(graph);
    // The library refuses the vectors: the graph cannot be built again.
    segment.vectors('v')?.values.fill(Number.NaN, 0, 4);
    expect((await search(segment)).docs.length).toBe(3);
    expect(moved('graph_index_errors', 'load_success_count', 'load_exception_count')).toEqual([1, 1, 0]);
    expect(warnings).toMatchObject([
      { index: 'index', shard: 0, segment: '_0', error: expect.stringContaining('finite') },
    ]);
  });

  it('heals missing files, and keeps good ones when a shard opens', async () => {
    const { refresh, search, directory, moved } = shardFor();
    const segment = large('_0');
    const [graph, header] = await refresh(segment);
    expect(await refresh(segment, 'recovery')).toEqual([graph, header]);
    expect(moved('graph_index_requests')).toEqual([1]);
    await directory.delete(header);
    expect((await search(segment)).docs.length).toBe(3);
    expect(moved('graph_index_requests', 'graph_index_errors')).toEqual([2, 1]);
    await directory.delete(graph);
    expect(await refresh(segment, 'recovery')).toEqual([graph, header]);
    // Opening a shard waits for no build.
    expect(moved('graph_index_requests')).toEqual([2]);
    expect(await directory.exists(graph)).toBe(false);
  });

  it('keeps the graphs of a shard in memory in the temporary folder', async () => {
    const { refresh, search, shard, node, plugin, directory } = shardFor({ directory: new RamDirectory() });
    const segment = large('_0');
    expect(await refresh(segment)).toEqual([]);
    expect(await directory.list()).toEqual([]);
    expect((await search(segment)).docs.length).toBe(3);
    expect(await node.temporaryFolder.listFolders()).toEqual(['index-uuid-0']);
    await directory.deleteAll();
    shard.release();
    await plugin.watchFiles();
    expect(await node.temporaryFolder.listFolders()).toEqual([]);
  });

  it('searches spaces that the library lacks', async () => {
    const l1 = vectorField('v', vectorInfo({ spaceType: 'l1' }));
    const { shard, moved } = shardFor();
    const segment = large('_0');
    const names = await shard.segmentCreated({
      segment,
      directory: folder,
      mapper: mapperOf(l1),
      cause: 'refresh',
    });
    expect(names).toEqual([]);
    const hits = await shard.search({
      segment,
      field: l1,
      vector: Float32Array.of(0, 0, 0, 0),
      k: 5,
      filter: null,
    });
    expect(hits.docs.length).toBe(5);
    expect(moved('graph_index_requests', 'miss_count', 'graph_memory_usage')).toEqual([1, 1, 88]);
  });
});

describe('what cannot be built', () => {
  it('fails the refresh and leaves nothing of it', async () => {
    const fields = [vectorField('a', vectorInfo()), vectorField('b', vectorInfo())];
    const good = vectorsOf(randomRows(520, 4));
    const bad = vectorsOf(randomRows(520, 4).with(7, [1, Number.NaN, 1, 1]));
    const { shard, directory, moved } = shardFor();
    const segment = segmentOf('_0', { a: good, b: bad });
    const event = { segment, directory, mapper: mapperOf(...fields), cause: 'refresh' } as const;
    await expect(shard.segmentCreated(event)).rejects.toThrow('no finite number');
    expect(await directory.list()).toEqual([]);
    expect(moved('graph_index_requests', 'graph_index_errors')).toEqual([2, 1]);
  });

  it('is no graph: a space that only the score script knows', async () => {
    const hamming = vectorField('v', vectorInfo({ spaceType: 'hammingbit' }));
    const { shard, directory } = shardFor();
    const segment = large('_0');
    const event = { segment, directory, mapper: mapperOf(hamming), cause: 'refresh' } as const;
    expect(await shard.segmentCreated(event)).toEqual([]);
    expect(() =>
      shard.search({ segment, field: hamming, vector: Float32Array.of(0, 0, 0, 0), k: 1, filter: null }),
    ).toThrow('is for the score script only');
  });

  it('is a graph too heavy for the machine: it is searched exactly', async () => {
    const heavy = vectorField('v', vectorInfo({ m: 2 ** 31 - 1 }));
    const { shard, directory } = shardFor();
    const segment = large('_0');
    const event = { segment, directory, mapper: mapperOf(heavy), cause: 'refresh' } as const;
    expect(await shard.segmentCreated(event)).toEqual([]);
    const hits = await shard.search({
      segment,
      field: heavy,
      vector: Float32Array.of(0, 0, 0, 0),
      k: 4,
      filter: null,
    });
    expect(hits.docs.length).toBe(4);
  });
});

describe('leaving the cache', () => {
  it('happens with the watcher for merged segments, uncounted', async () => {
    const { refresh, search, shard, clock, moved, node } = shardFor();
    for (const name of ['_0', '_1']) {
      await refresh(small(name));
      await search(small(name));
    }
    const graphs = () => [...node.cache.weights()].length;
    shard.segmentRemoved('_0');
    clock.advance(29_999);
    expect(graphs()).toBe(2);
    clock.advance(1);
    await vi.waitFor(() => expect(graphs()).toBe(1));
    expect(moved('eviction_count')).toEqual([0]);
  });

  it('happens with the watcher for copies without files, not for closed ones', async () => {
    const { search, refresh, shard, plugin, node, moved, directory } = shardFor();
    // Beside the graphs there are segments and commits.
    await (await directory.create('segments_1')).close();
    await refresh(large('_0'));
    await search(large('_0'));
    const graphs = () => [...node.cache.weights()].length;
    shard.release();
    await plugin.watchFiles();
    expect(graphs()).toBe(1);
    expect(node.openShard(shardCopy('index'), directory)).toBe(
      node.shard({ indexUuid: 'index-uuid', shardId: 0 }),
    );
    await search(large('_0'));
    expect(moved('hit_count', 'miss_count')).toEqual([1, 1]);
    node.shard({ indexUuid: 'index-uuid', shardId: 0 })?.release();
    await directory.deleteAll();
    expect(graphs()).toBe(1);
    await plugin.watchFiles();
    expect(graphs()).toBe(0);
    expect(moved('eviction_count')).toEqual([0]);
  });

  it('has nothing to wait for where an index has no graphs', () => {
    const { shard, node } = shardFor({ index: { 'index.knn': 'false' } });
    const copy = { indexUuid: 'index-uuid', shardId: 0 };
    const second = node.openShard(shardCopy('index', { 'index.knn': 'false' }), freshFolder());
    shard.release();
    expect(node.shard(copy)).toBe(second);
    second.release();
    expect(node.shard(copy)).toBeNull();
  });

  it('never gives the graph of another segment of the same name', async () => {
    const { search, refresh, moved } = shardFor();
    await refresh(large('_0', 1));
    const first = await search(large('_0', 1));
    const second = await search(large('_0', 2));
    expect(second).not.toEqual(first);
    expect(moved('miss_count', 'graph_index_errors')).toEqual([2, 1]);
  });

  it('happens at once, counters and all, when one of six settings changes', async () => {
    const settings: [string, string][] = [
      ['knn.plugin.enabled', 'true'],
      ['knn.memory.circuit_breaker.enabled', 'true'],
      ['knn.memory.circuit_breaker.limit', '49%'],
      ['knn.cache.item.expiry.enabled', 'false'],
      ['knn.cache.item.expiry.minutes', '2h'],
      ['index.knn.algo_param.ef_search', '100'],
    ];
    const { search, moved, set } = shardFor();
    for (const [key, value] of settings) {
      await search(small('_0'));
      set(key, value);
      expect(moved('hit_count', 'miss_count', 'graph_memory_usage'), key).toEqual([0, 0, 0]);
    }
    await search(small('_0'));
    set('knn.circuit_breaker.unset.percentage', '50');
    expect(moved('miss_count')).toEqual([1]);
    expect(moved('graph_query_requests')).toEqual([7]);
  });
});

/** A breaker that trips and resets on demand, and whose saves end when the test says so. */
function breakerWithHeldSaves() {
  const { search, plugin, set, settings, holdSaves } = shardFor();
  const held: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const saves = { held, mostAtOnce: 0 };
  holdSaves(
    () =>
      new Promise((resolve, reject) => {
        saves.mostAtOnce = Math.max(saves.mostAtOnce, held.push({ resolve, reject }));
      }),
  );
  const flip = async (step: 'trips' | 'resets'): Promise<string> => {
    set('knn.memory.circuit_breaker.limit', step === 'trips' ? '5kb' : '1mb');
    if (step === 'trips') for (const name of ['_0', '_1']) await search(small(name));
    else plugin.monitor();
    return String(step === 'trips');
  };
  return { flip, plugin, settings, saves };
}

describe('the circuit breaker', () => {
  it('trips at the first eviction, resets with the monitor when usage has fallen', async () => {
    const { search, moved, set, settings, plugin, clock } = shardFor({
      settings: { 'knn.memory.circuit_breaker.limit': '5kb' },
    });
    await search(small('_0'));
    plugin.checkIndexing();
    await search(small('_1'));
    expect(settings.get('knn.circuit_breaker.triggered')).toBe('true');
    expect(moved('cache_capacity_reached', 'eviction_count')).toEqual([true, 1]);
    expect(plugin.clusterStatistics(null)).toEqual({
      circuit_breaker_triggered: true,
      model_index_status: null,
    });
    expect(() => plugin.checkIndexing()).toThrow('rejected as circuit breaker triggered');
    // 4 of 5 KB stay in use: more than 75 %.
    clock.advance(160_000);
    expect(moved('cache_capacity_reached')).toEqual([true]);
    set('knn.memory.circuit_breaker.limit', '10kb');
    expect(moved('cache_capacity_reached')).toEqual([false]);
    expect(settings.get('knn.circuit_breaker.triggered')).toBe('true');
    clock.advance(160_000);
    expect(settings.get('knn.circuit_breaker.triggered')).toBe('false');
    plugin.checkIndexing();
  });

  it('says that a trip could not be saved, and tries again with the monitor', async () => {
    const { search, clock, plugin, settings, warnings, failSaves } = shardFor({
      settings: { 'knn.memory.circuit_breaker.limit': '5kb' },
    });
    failSaves(true);
    await search(small('_0'));
    await search(small('_1'));
    await vi.waitFor(() => expect(warnings).toMatchObject([{ triggered: true, error: 'disk full' }]));
    await search(small('_0'));
    clock.advance(120_000);
    await vi.waitFor(() => expect(warnings).toHaveLength(2));
    expect(settings.has('knn.circuit_breaker.triggered')).toBe(false);
    failSaves(false);
    clock.advance(120_000);
    await vi.waitFor(() => expect(settings.get('knn.circuit_breaker.triggered')).toBe('true'));
    failSaves(true);
    await search(small('_1'));
    await plugin.close();
    expect(warnings).toHaveLength(2);
  });

  it('saves one state at a time and the latest last, however long saves take', async () => {
    const steps = fc.constantFrom('trips', 'resets', 'a save ends', 'a save fails');
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (sequence) => {
        const { flip, plugin, settings, saves } = breakerWithHeldSaves();
        let latest: string | undefined;
        for (const step of [...sequence, 'trips', 'resets'] as const) {
          if (step === 'a save ends') saves.held.pop()?.resolve();
          else if (step === 'a save fails') saves.held.pop()?.reject(new Error('disk full'));
          else latest = await flip(step);
          await new Promise(setImmediate);
        }
        while (saves.held.length > 0) {
          saves.held.pop()?.resolve();
          await new Promise(setImmediate);
        }
        expect(settings.get('knn.circuit_breaker.triggered') ?? 'false').toBe(latest);
        expect(saves.mostAtOnce).toBe(1);
        await plugin.close();
      }),
      { numRuns: 60 },
    );
  });

  it('searches a graph that is heavier than the limit, and gives it back', async () => {
    const { search, moved } = shardFor({ settings: { 'knn.memory.circuit_breaker.limit': '1kb' } });
    for (let i = 0; i < 2; i++) expect((await search(small('_0'))).docs.length).toBe(3);
    expect(
      moved('miss_count', 'load_success_count', 'eviction_count', 'graph_query_errors', 'graph_memory_usage'),
    ).toEqual([2, 2, 2, 0, 0]);
  });

  it('never trips while it is disabled', async () => {
    const { search, settings, moved } = shardFor({
      settings: {
        'knn.memory.circuit_breaker.limit': '1kb',
        'knn.memory.circuit_breaker.enabled': 'false',
      },
    });
    await search(small('_0'));
    expect(settings.has('knn.circuit_breaker.triggered')).toBe(false);
    expect(moved('graph_memory_usage', 'eviction_count')).toEqual([4, 0]);
    expect(String(JSON.stringify(moved('graph_memory_usage_percentage')))).toContain('400');
  });

  it('says no to searches and documents while the plugin is disabled', () => {
    const { plugin } = shardFor({ settings: { 'knn.plugin.enabled': 'false' } });
    expect(() => plugin.checkEnabled()).toThrow('To enable update knn.plugin.enabled to true');
    expect(() => plugin.checkIndexing()).toThrow('To enable update knn.plugin.enabled setting to true');
  });
});

describe('engine lucene', () => {
  it('takes k after deletions and its filter, and touches neither cache nor counters', async () => {
    const lucene = vectorField('v', vectorInfo({ engine: 'lucene' }));
    const { shard, moved } = shardFor();
    const rows = [
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [3, 0, 0, 0],
    ];
    const live = FixedBitSet.full(4);
    live.remove(0);
    const segment = segmentOf('_0', { v: vectorsOf(rows) }, live);
    await shard.segmentCreated({ segment, directory: folder, mapper: mapperOf(lucene), cause: 'refresh' });
    const search = (k: number, filter: FixedBitSet | null) =>
      shard.search({ segment, field: lucene, vector: Float32Array.of(0, 0, 0, 0), k, filter }) as VectorHits;
    expect([...search(2, null).docs]).toEqual([1, 2]);
    const odd = new FixedBitSet(4);
    for (const doc of [0, 2, 3]) odd.add(doc);
    expect([...search(1, odd).docs]).toEqual([2]);
    expect([...odd.toArray()]).toEqual([0, 2, 3]);
    expect(moved('graph_index_requests', 'graph_query_requests', 'miss_count', 'lucene_initialized')).toEqual(
      [0, 0, 0, true],
    );
    expect(shard.warmupGraphs([segment], mapperOf(lucene))).toEqual([]);
  });
});

describe('warmup', () => {
  async function shardWith(names: readonly string[], settings: Record<string, string> = {}) {
    const setup = shardFor({ settings });
    const segments = names.map((name) => large(name, name.length));
    for (const segment of segments) await setup.refresh(segment);
    const graphs = (setup.shard as KnnShard).warmupGraphs(segments, mapper);
    const run = async (signal: AbortSignal | null = null): Promise<unknown[]> => {
      const outcomes: unknown[] = [];
      await warmUp(setup.node, graphs, { signal, done: (index, error) => (outcomes[index] = error) });
      return outcomes;
    };
    return { ...setup, segments, run };
  }

  it('brings every absent graph in, in order, and leaves the others as they are', async () => {
    const { run, search, segments, moved, node } = await shardWith(['_0', '_1', '_2', '_3', '_4', '_5']);
    await search(segments[2]);
    expect(await run()).toEqual([null, null, null, null, null, null]);
    expect(moved('miss_count', 'load_success_count', 'hit_count')).toEqual([6, 6, 1]);
    expect(node.cache.keys().map((key) => key.split('/')[2])).toEqual(['_5', '_4', '_3', '_2', '_1', '_0']);
    await run();
    expect(moved('miss_count', 'hit_count', 'graph_query_requests')).toEqual([6, 7, 1]);
  });

  it('succeeds when there is no room, as each search would', async () => {
    const { run, moved } = await shardWith(['_0', '_1', '_2'], {
      'knn.memory.circuit_breaker.limit': '100kb',
    });
    expect(await run()).toEqual([null, null, null]);
    expect(await run()).toEqual([null, null, null]);
    expect(moved('miss_count', 'load_success_count', 'eviction_count', 'hit_count')).toEqual([6, 6, 5, 0]);
  });

  it('ends between two graphs when it is cancelled', async () => {
    const { run, moved } = await shardWith(['_0', '_1']);
    const reason = new Error('cancelled');
    await expect(run(AbortSignal.abort(reason))).rejects.toThrow(reason);
    expect(moved('miss_count')).toEqual([0]);
  });
});
