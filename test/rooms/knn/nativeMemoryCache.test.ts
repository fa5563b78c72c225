import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/common/index.ts';
import type { Graph } from '../../../src/knn/graph.ts';
import { type CacheLimits, type LoadedGraph, NativeMemoryCache } from '../../../src/knn/nativeMemoryCache.ts';
import { GraphOwner, OwnerToken } from '../../../src/knn/ownerToken.ts';

/** A graph that knows whether it may still be searched. */
class FakeGraph {
  static open = 0;
  closed = false;
  constructor() {
    FakeGraph.open++;
  }
  close(): void {
    if (!this.closed) FakeGraph.open--;
    this.closed = true;
  }
}

const key = (name: string) => ({ key: name, indexName: name[0], owner: new GraphOwner() });

function cacheOf(limits: Partial<CacheLimits> = {}) {
  const clock = new ManualClock();
  const trips: string[] = [];
  const cache = new NativeMemoryCache(
    clock,
    { weightKb: null, expiryMs: null, ...limits },
    { capacityReached: () => trips.push('trip') },
  );
  const loaded = (weightKb: number): LoadedGraph => ({
    graph: new FakeGraph() as unknown as Graph,
    weightKb,
    memory: null,
  });
  const search = (graph: Graph): string => {
    if ((graph as unknown as FakeGraph).closed) throw new Error('searched a closed graph');
    return 'searched';
  };
  const use = async (name: string, weightKb = 1) =>
    cache.use(key(name), async () => loaded(weightKb), search);
  const content = () => cache.keys().filter((name) => cache.has(name));
  const { counters } = cache;
  return { clock, cache, trips, loaded, search, use, content, counters };
}

/** `use a b c` searches in turn, `→` says what is in memory then, `evicted` how many have left in all. */
const sequences = `
  limit 2  use a b        → a b    evicted 0
  limit 2  use a b c      → b c    evicted 1
  limit 2  use a b a c    → a c    evicted 1
  limit 2  use a b a c b  → b c    evicted 2
  limit 1  use a b a b    → b      evicted 3
  limit 3  use a a a      → a      evicted 0
  limit 0  use a a        →        evicted 2
  limit 4  use a5 b       → b      evicted 1
  limit 4  use b a5       → b      evicted 1
  limit 4  use a4 b       → b      evicted 1
  limit 4  use b3 a1      → a1 b3  evicted 0
  limit 4  use b3 c1 a2   → a2 c1  evicted 1
  limit 4  use b1 c1 a4   → a4     evicted 2
`;

describe('the native memory cache', () => {
  const rows = sequences.trim().split('\n');
  it.each(rows)('%s', async (row) => {
    const match = /limit (\d+) +use (.*?) +→ (.*?) +evicted (\d+)/.exec(row);
    if (!match) throw new Error(row);
    const [, limit, uses, left, evicted] = match;
    const { cache, use, content, trips } = cacheOf({ weightKb: Number(limit) });
    for (const name of uses.split(' ')) await use(name, Number(name.slice(1) || 1));
    expect(content().sort().join(' ')).toBe(left.trim());
    expect(cache.counters.evictionCount).toBe(Number(evicted));
    expect(trips.length).toBe(Number(evicted));
  });

  it('misses every time when the working set is one graph too large', async () => {
    const { cache, use } = cacheOf({ weightKb: 2 });
    for (let round = 0; round < 20; round++) for (const name of ['a', 'b', 'c']) await use(name);
    expect(cache.counters).toMatchObject({
      hitCount: 0,
      missCount: 60,
      loadSuccessCount: 60,
      evictionCount: 58,
    });
  });

  it('loads once for all who wait, counts each as a miss, serves them even when there is no room', async () => {
    const { cache, loaded, search } = cacheOf({ weightKb: 1 });
    let loads = 0;
    const load = async (): Promise<LoadedGraph> => {
      loads++;
      await new Promise((resolve) => setImmediate(resolve));
      return loaded(9);
    };
    const before = FakeGraph.open;
    const answers = await Promise.all([1, 2, 3].map(() => cache.use(key('a'), load, search)));
    expect(answers).toEqual(['searched', 'searched', 'searched']);
    expect(loads).toBe(1);
    expect(cache.counters).toMatchObject({ missCount: 3, loadSuccessCount: 1, evictionCount: 1 });
    expect(FakeGraph.open).toBe(before);
  });

  it('answers at once what is in memory, and does not keep a failed load', async () => {
    const { cache, use, search } = cacheOf();
    const failing = async (): Promise<LoadedGraph> => {
      throw new Error('damaged');
    };
    await expect(cache.use(key('a'), failing, search)).rejects.toThrow('damaged');
    expect(cache.counters).toMatchObject({ missCount: 1, loadExceptionCount: 1, loadSuccessCount: 0 });
    await use('a');
    expect(cache.use(key('a'), failing, search)).toBe('searched');
    expect(cache.counters.hitCount).toBe(1);
  });

  it('counts the time of loads, failed ones included', async () => {
    const { cache, clock, loaded, search } = cacheOf();
    const slow = async (): Promise<LoadedGraph> => {
      clock.advance(2);
      return loaded(1);
    };
    const failing = async (): Promise<LoadedGraph> => {
      clock.advance(3);
      throw new Error('damaged');
    };
    await cache.use(key('a'), slow, search);
    await expect(cache.use(key('b'), failing, search)).rejects.toThrow('damaged');
    expect(Number(cache.counters.totalLoadNanos) / 1e6).toBeCloseTo(5);
  });

  it('serves those who wait and keeps nothing when the owner ends during the load', async () => {
    const { cache, loaded, search, content } = cacheOf();
    const before = FakeGraph.open;
    const owned = key('a');
    const load = async (): Promise<LoadedGraph> => {
      owned.owner.end('index_deleted');
      return loaded(1);
    };
    expect(await cache.use(owned, load, search)).toBe('searched');
    expect(content()).toEqual([]);
    expect(FakeGraph.open).toBe(before);
    expect(cache.counters).toMatchObject({ missCount: 1, loadSuccessCount: 1, evictionCount: 0 });
  });

  it('uses a token once', () => {
    const token = new OwnerToken(new GraphOwner());
    expect(token.use()).toBe(true);
    expect(() => token.use()).toThrow('used twice (owners: alive)');
  });

  it('counts a failing search neither as a failed load nor forgets the graph', async () => {
    const { cache, loaded } = cacheOf();
    const broken = (): never => {
      throw new Error('bad query');
    };
    await expect(cache.use(key('a'), async () => loaded(1), broken)).rejects.toThrow('bad query');
    expect(cache.counters).toMatchObject({ loadSuccessCount: 1, loadExceptionCount: 0 });
    expect(cache.has('a')).toBe(true);
  });

  it('hides an idle graph at once and counts it at the next use, without a trip', async () => {
    const { cache, clock, use, content, trips } = cacheOf({ expiryMs: 60_000 });
    await use('a');
    clock.advance(59_999);
    await use('b');
    expect(content()).toEqual(['b', 'a']);
    clock.advance(1);
    expect(content()).toEqual(['b']);
    expect(cache.weightKb()).toBe(1);
    expect(cache.counters.evictionCount).toBe(0);
    await use('b');
    expect(cache.counters).toMatchObject({ evictionCount: 1, hitCount: 1 });
    expect(trips).toEqual([]);
    clock.advance(59_999);
    await use('b');
    clock.advance(59_999);
    expect(content()).toEqual(['b']);
  });

  it('is a cache of size zero when the expiry is zero', async () => {
    const { cache, use, trips } = cacheOf({ expiryMs: 0 });
    await use('a');
    await use('a');
    expect(cache.counters).toMatchObject({ missCount: 2, hitCount: 0, evictionCount: 2 });
    expect(trips.length).toBe(2);
  });

  it('starts anew when it is rebuilt: empty, its counters zero, nothing evicted', async () => {
    const { cache, use, content, trips } = cacheOf();
    const before = FakeGraph.open;
    await use('a');
    await use('a');
    cache.rebuild({ weightKb: 5, expiryMs: null }, 'limit_change');
    expect(content()).toEqual([]);
    expect(FakeGraph.open).toBe(before);
    expect(trips).toEqual([]);
    expect(cache.counters).toMatchObject({ hitCount: 0, missCount: 0, evictionCount: 0, totalLoadNanos: 0n });
    expect(cache.limits.weightKb).toBe(5);
  });

  it('serves who waits across a rebuild, and keeps nothing of it', async () => {
    const { cache, loaded, search, content } = cacheOf();
    const before = FakeGraph.open;
    const answer = cache.use(
      key('a'),
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return loaded(1);
      },
      search,
    );
    cache.rebuild({ weightKb: null, expiryMs: null }, 'limit_change');
    expect(await answer).toBe('searched');
    expect(content()).toEqual([]);
    expect(FakeGraph.open).toBe(before);
    expect(cache.counters.loadSuccessCount).toBe(0);
  });

  it('lets a graph go uncounted when its segment is gone', async () => {
    const { cache, use, content } = cacheOf();
    await use('a');
    cache.remove('a', 'api');
    cache.remove('never there', 'api');
    expect(content()).toEqual([]);
    expect(cache.counters.evictionCount).toBe(0);
  });

  it('frees what it loads: 2,000 loads through a small cache', async () => {
    const { cache, use } = cacheOf({ weightKb: 3 });
    const before = FakeGraph.open;
    for (let i = 0; i < 2000; i++) await use(`g${i % 7}`);
    expect(FakeGraph.open - before).toBe(3);
    cache.rebuild({ weightKb: 3, expiryMs: null }, 'limit_change');
    expect(FakeGraph.open).toBe(before);
  });
});
