import { openRockpool, type RockpoolOptions } from './openRockpool.ts';
import type { Rockpool } from './pool.ts';

const CONCURRENT =
  'tests that run at the same time need a pool each: rockpoolTest of rockpool/vitest, or `await using pool = await origin.fork()`';

/** What a test runner calls around the tests of a file or a `describe`. */
export interface TestHooks {
  readonly beforeAll: (hook: () => Promise<unknown>) => unknown;
  readonly beforeEach: (hook: () => Promise<unknown>) => unknown;
  readonly afterEach: (hook: () => Promise<unknown>) => unknown;
  readonly afterAll: (hook: () => Promise<unknown>) => unknown;
}

/**
 * Opens a pool once, and gives every test a fork of it: a test may break what it likes. With `http` each fork listens
 * on a port of its own. The result is called inside a test; it throws outside, and for tests that run at the same time.
 */
export function usePoolWith(hooks: TestHooks, options: RockpoolOptions = {}): () => Rockpool {
  const { http = false, ...seeded } = options;
  const forks: Rockpool[] = [];
  let origin: Rockpool | null = null;
  hooks.beforeAll(async () => {
    origin = await openRockpool(seeded);
  });
  hooks.beforeEach(async () => {
    if (origin === null) throw new Error('the pool was not opened');
    const fork = await origin.fork();
    forks.push(fork);
    if (http !== false) await fork.listen(http === true ? 0 : http);
  });
  hooks.afterEach(async () => {
    const fork = forks.pop();
    await fork?.close();
    fork?.checkWarnings();
  });
  hooks.afterAll(async () => {
    for (const fork of forks.splice(0)) await fork.close();
    await origin?.close();
    origin = null;
  });
  return () => {
    if (forks.length > 1) throw new Error(CONCURRENT);
    if (forks.length === 0) throw new Error('the pool is there inside a test only');
    return forks[0];
  };
}
