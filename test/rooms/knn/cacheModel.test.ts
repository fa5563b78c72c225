import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/common/index.ts';
import type { Graph } from '../../../src/knn/graph.ts';
import { NativeMemoryCache } from '../../../src/knn/nativeMemoryCache.ts';
import { GraphOwner } from '../../../src/knn/ownerToken.ts';

interface Modelled {
  readonly key: string;
  readonly weightKb: number;
  usedAtMs: number;
}

/** The rules of knn.md §5.2 in the plainest form: a list, least recently used first. */
class Model {
  list: Modelled[] = [];
  hits = 0;
  misses = 0;
  evictions = 0;
  readonly #limitKb: number;
  readonly #expiryMs: number;

  constructor(limitKb: number, expiryMs: number) {
    this.#limitKb = limitKb;
    this.#expiryMs = expiryMs;
  }

  use(key: string, weightKb: number, nowMs: number): void {
    const alive = this.list.filter(({ usedAtMs }) => nowMs - usedAtMs < this.#expiryMs);
    this.evictions += this.list.length - alive.length;
    const found = alive.find((entry) => entry.key === key);
    this.list = alive.filter((entry) => entry !== found);
    this.list.push({ key, weightKb: found?.weightKb ?? weightKb, usedAtMs: nowMs });
    if (found) this.hits++;
    else {
      this.misses++;
      if (weightKb > this.#limitKb) this.#evict(this.list.length - 1);
      while (this.list.reduce((sum, entry) => sum + entry.weightKb, 0) > this.#limitKb) this.#evict(0);
    }
  }

  #evict(index: number): void {
    this.list.splice(index, 1);
    this.evictions++;
  }
}

describe('the native memory cache', () => {
  it('does what a plain list of the same rules does', async () => {
    const step = fc.record({
      key: fc.constantFrom(...'abcdefg'),
      weightKb: fc.integer({ min: 1, max: 6 }),
      waitMs: fc.constantFrom(0, 1, 40, 100),
    });
    const run = fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom(50, 150, 1_000_000),
      fc.array(step, { maxLength: 60 }),
      async (limitKb, expiryMs, steps) => {
        const clock = new ManualClock(0);
        const limits = { weightKb: limitKb, expiryMs };
        const cache = new NativeMemoryCache(clock, limits, { capacityReached: () => undefined });
        const model = new Model(limitKb, expiryMs);
        let open = 0;
        for (const { key, weightKb, waitMs } of steps) {
          clock.advance(waitMs);
          model.use(key, weightKb, clock.nowMs());
          const load = async () => {
            open++;
            return { graph: { close: () => open-- } as unknown as Graph, weightKb, memory: null };
          };
          await cache.use({ key, indexName: 'i', owner: new GraphOwner() }, load, () => undefined);
        }
        expect([...cache.keys()].reverse()).toEqual(model.list.map(({ key }) => key));
        expect(open).toBe(model.list.length);
        const { hitCount, missCount, evictionCount } = cache.counters;
        expect([hitCount, missCount, evictionCount]).toEqual([model.hits, model.misses, model.evictions]);
      },
    );
    await fc.assert(run, { numRuns: 300 });
  });
});
