import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../src/common/index.ts';
import {
  type Policy,
  type PolicyName,
  policies,
  policyCurves,
  readTraceCsv,
} from '../../../../src/knn/index.ts';
import { type AccessTrace, accessesOf } from '../../../../src/knn/laboratory/accessTrace.ts';

const folder = join(import.meta.dirname, 'libCacheSim');
const clock = new ManualClock(0);
const names = policies.map(({ name }) => name);

interface Counts {
  readonly requests: number;
  readonly sizesBytes: readonly number[];
  readonly misses: Readonly<Record<Exclude<PolicyName, 'bound'>, readonly number[]>>;
}

describe('policies', () => {
  it('miss as often as libCacheSim says', async () => {
    const { requests, sizesBytes, misses } = JSON.parse(
      readFileSync(join(folder, 'counts.json'), 'utf8'),
    ) as Counts;
    const traces = await readTraceCsv(readFileSync(join(folder, 'trace.csv'), 'utf8'), clock);
    const limitsKb = sizesBytes.map((bytes) => bytes / 1024);
    const curves = await policyCurves(names, traces, limitsKb, clock);
    const counted = Object.fromEntries(
      curves.map(({ policy, points }) => [policy, points.map((point) => point.misses)]),
    );
    const { bound, ...others } = counted;
    expect(others).toEqual(misses);
    for (const [i, least] of bound.entries()) {
      for (const counts of Object.values(misses)) expect(least).toBeLessThanOrEqual(counts[i]);
    }
    for (const { points } of curves)
      for (const { hits, misses: own } of points) expect(hits + own).toBe(requests);
  });

  it('make room for sizes whose sums are rounded', async () => {
    // 0.1 + 0.2 + 0.3 - 0.1 - 0.2 - 0.3 is not 0; the last graph needs all the room.
    const traces = await readTraceCsv('0,a,0.1\n1,b,0.2\n2,c,0.3\n3,d,1024\n4,d,1024\n', clock);
    const [lru, ...others] = await policyCurves(names, traces, [1], clock);
    expect(lru.points).toMatchObject([{ hits: 1, misses: 4, evictions: 3 }]);
    for (const { points } of others) expect(points[0].hits + points[0].misses).toBe(5);
  });

  it('know the optimum for graphs of one weight, and a bound for all', () => {
    const use = fc.integer({ min: 0, max: 4 });
    const uses = fc.array(use, { minLength: 1, maxLength: 12 });
    const weights = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(
        uses,
        weights,
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        (order, all, limitKb, alike) => {
          const weightsKb = alike ? all.map(() => 1) : all;
          const trace = traceOf(order, weightsKb);
          const least = fewestMisses(order, weightsKb, limitKb);
          const missesOf = (name: PolicyName): number =>
            (policies.find((policy) => policy.name === name) as Policy).replay(trace, limitKb).misses;
          expect(missesOf('bound')).toBeLessThanOrEqual(least);
          for (const name of names)
            if (name !== 'bound') expect(missesOf(name)).toBeGreaterThanOrEqual(least);
          if (alike) expect(missesOf('belady')).toBe(fewestMisses(order, weightsKb, limitKb, true));
        },
      ),
    );
  });
});

function traceOf(order: readonly number[], weightsKb: readonly number[]): AccessTrace {
  return accessesOf(order.map((id, i) => ({ timeMs: i, id: String(id), weightKb: weightsKb[id] })));
}

/** Every choice tried: after each use, any of what is there may stay; with `keepsUsed`, what was used must. */
function fewestMisses(
  order: readonly number[],
  weightsKb: readonly number[],
  limitKb: number,
  keepsUsed = false,
): number {
  let states = new Map([[0, 0]]);
  for (const id of order) {
    const next = new Map<number, number>();
    for (const [held, misses] of states) {
      const after = misses + (held & (1 << id) ? 0 : 1);
      const there = held | (1 << id);
      for (let kept = there; ; kept = (kept - 1) & there) {
        const kb = weightsKb.reduce((sum, weight, each) => sum + (kept & (1 << each) ? weight : 0), 0);
        const isChoice = !keepsUsed || (kept & (1 << id)) !== 0;
        if (kb <= limitKb && isChoice)
          next.set(kept, Math.min(next.get(kept) ?? Number.POSITIVE_INFINITY, after));
        if (kept === 0) break;
      }
    }
    states = next;
  }
  return Math.min(...states.values());
}
