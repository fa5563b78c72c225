import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refresh, samples } from '../../../../src/console/app/knn/live.ts';

const clock = { elapsedMs: 0 };
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock.elapsedMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The counters of one node, as the server says them; each is resolved by hand. */
const GRAPHS = { nodes: [{ id: 'a', name: 'node-1', limit_kb: null, used_kb: 5 }], graphs: [] };

function statsOf(hits: number): object {
  const others = { miss_count: 0, eviction_count: 0, load_success_count: 0, load_exception_count: 0 };
  return { nodes: { a: { ...others, hit_count: hits, total_load_time: 0 } } };
}

/** A server whose counter of hits stands there when a request comes; the answer waits for `until`. */
function serve(hits: number, until: Promise<void> = Promise.resolve()): void {
  vi.stubGlobal('fetch', async (path: string) => {
    await until;
    return Response.json(path.endsWith('stats') ? statsOf(hits) : GRAPHS);
  });
}

const lastHits = (): number | undefined => samples.value.at(-1)?.hitsPerSecond;

describe('accesses a second', { shuffle: false }, () => {
  it('are by the time that went by, from nothing at first and after the counters started anew', async () => {
    const rates: (number | undefined)[] = [];
    for (const [elapsedMs, hits] of [
      [1000, 500],
      [2000, 540],
      [12_000, 640],
      [12_500, 3],
    ]) {
      clock.elapsedMs = elapsedMs;
      serve(hits);
      await refresh();
      rates.push(lastHits());
    }
    expect(rates).toEqual([0, 40, 10, 6]);
  });

  it('are not of an answer that was asked for earlier and comes later', async () => {
    clock.elapsedMs = 20_000;
    serve(1000);
    await refresh();
    let release = (): void => undefined;
    serve(
      1000,
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    const late = refresh();
    clock.elapsedMs = 21_000;
    serve(1001);
    await refresh();
    const before = samples.value;
    release();
    await late;
    expect(lastHits()).toBe(1);
    expect(samples.value).toBe(before);
  });
});
