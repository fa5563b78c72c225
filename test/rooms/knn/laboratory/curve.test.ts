import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../src/common/index.ts';
import type { Graph } from '../../../../src/knn/graph.ts';
import { missRatioCurve } from '../../../../src/knn/index.ts';
import { EventLog } from '../../../../src/knn/laboratory/eventLog.ts';
import { type CacheLimits, NativeMemoryCache } from '../../../../src/knn/nativeMemoryCache.ts';
import { GraphOwner } from '../../../../src/knn/ownerToken.ts';

/** A workload: graphs with weights of their own are used, segments are merged away, time passes. */
type Step =
  | { readonly kind: 'use'; readonly graph: number; readonly waitMs: number }
  | { readonly kind: 'fail'; readonly graph: number }
  | { readonly kind: 'merge'; readonly segment: number }
  | { readonly kind: 'clear' };

const graph = fc.integer({ min: 0, max: 11 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('use'), graph, waitMs: fc.constantFrom(0, 1, 60) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail'), graph }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('merge'), segment: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' }) },
);
/** Heavier than some limits, lighter than others. */
const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 12, maxLength: 12 });
const steps = fc.array(step, { maxLength: 120 });
const limit = fc.integer({ min: 0, max: 40 });
const expiry = fc.constantFrom(null, 0, 50, 200);

const keyOf = (id: number) => `uuid/0/_${id % 4}/1/field${id}`;

/** Runs the workload through the real cache; the log has recorded it then. */
async function run(limits: CacheLimits, weightsKb: readonly number[], workload: readonly Step[]) {
  const clock = new ManualClock(0);
  const log = new EventLog(clock, 10_000);
  const cache = new NativeMemoryCache(clock, limits, {
    capacityReached: () => undefined,
    event: (event) => log.record('n', event),
  });
  const use = (id: number, fails: boolean) => {
    const load = async () => {
      if (fails) throw new Error('a bad disk');
      return { graph: { close: () => undefined } as unknown as Graph, weightKb: weightsKb[id], memory: null };
    };
    return cache.use({ key: keyOf(id), indexName: 'i', owner: new GraphOwner() }, load, () => undefined);
  };
  for (const action of workload) {
    if (action.kind === 'use') {
      clock.advance(action.waitMs);
      await use(action.graph, false);
    } else if (action.kind === 'fail') {
      await Promise.resolve(use(action.graph, true)).catch(() => undefined);
    } else if (action.kind === 'merge') {
      const keyPrefix = `uuid/0/_${action.segment}/`;
      log.record('n', { kind: 'gone', keyPrefix });
      for (const key of cache.keys()) if (key.startsWith(keyPrefix)) cache.remove(key, 'segment_gone');
    } else {
      log.record('n', { kind: 'cleared', indexName: 'i' });
      for (const key of cache.keysOf('i')) cache.remove(key, 'api');
    }
  }
  return { log, counters: cache.counters };
}

const pointOf = (log: EventLog, limitKb: number, expiryMs: number | null) => {
  const request = { limitsKb: [limitKb], nodeIds: null, since: null };
  const [{ hits, misses, evictions }] = missRatioCurve(log, [{ id: 'n', expiryMs }], request).points;
  return { hits, misses, evictions };
};

describe('the miss-ratio curve', () => {
  it('predicts from one run what the real cache counts at any other limit, difference 0', async () => {
    const property = fc.asyncProperty(
      limit,
      limit,
      expiry,
      weights,
      steps,
      async (recordedAt, askedFor, expiryMs, weightsKb, workload) => {
        // A load that fails does so only where there is a load: such steps are for the limit of the recording.
        const same = workload.filter(({ kind }) => kind !== 'fail' || recordedAt === askedFor);
        const recorded = await run({ weightKb: recordedAt, expiryMs }, weightsKb, same);
        const real = await run({ weightKb: askedFor, expiryMs }, weightsKb, same);
        const { hitCount, missCount, evictionCount } = real.counters;
        expect(pointOf(recorded.log, askedFor, expiryMs)).toEqual({
          hits: hitCount,
          misses: missCount,
          evictions: evictionCount,
        });
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('agrees with the counters at the limit in force, also when loads fail', async () => {
    const property = fc.asyncProperty(
      limit,
      expiry,
      weights,
      steps,
      async (at, expiryMs, weightsKb, workload) => {
        const { log, counters } = await run({ weightKb: at, expiryMs }, weightsKb, workload);
        const { hitCount: hits, missCount: misses, evictionCount: evictions } = counters;
        const curve = missRatioCurve(log, [{ id: 'n', expiryMs }], {
          limitsKb: [at],
          nodeIds: null,
          since: null,
        });
        expect(curve.measured).toEqual({ hits, misses, evictions });
        expect(curve.points).toEqual([
          {
            limitKb: at,
            hits,
            misses,
            evictions,
            missRatio: hits + misses === 0 ? 0 : misses / (hits + misses),
          },
        ]);
        expect(curve.complete).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('falls from all to the graphs alone in a cycle one graph wider than the limit', async () => {
    const cycle = Array.from({ length: 40 }, (_, i) => ({ kind: 'use', graph: i % 4, waitMs: 0 }) as const);
    const { log } = await run({ weightKb: 6, expiryMs: null }, Array(12).fill(2), cycle);
    const misses = [0, 2, 6, 7, 8, 100].map((limitKb) => pointOf(log, limitKb, null).misses);
    expect(misses).toEqual([40, 40, 40, 40, 4, 4]);
  });

  it('says that it begins cold when the log has forgotten how the cache began', async () => {
    const log = new EventLog(new ManualClock(0), 4);
    const hit = { kind: 'hit', key: keyOf(1), indexName: 'i', weightKb: 1, nanos: 0n, reason: null } as const;
    log.record('n', { kind: 'rebuild', limits: { weightKb: 5, expiryMs: null } });
    const complete = () =>
      missRatioCurve(log, [{ id: 'n', expiryMs: null }], { limitsKb: null, nodeIds: null, since: null })
        .complete;
    expect(complete()).toBe(true);
    for (let i = 0; i < 4; i++) log.record('n', hit);
    expect(complete()).toBe(false);
  });
});
