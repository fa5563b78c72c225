import { openRockpool, type RockpoolOptions } from './openRockpool.ts';
import type { Rockpool } from './pool.ts';

/** What a test runner calls around the tests of a file or a `describe`. */
export interface TestHooks {
  readonly beforeAll: (hook: () => Promise<unknown>) => unknown;
  readonly beforeEach: (hook: () => Promise<unknown>) => unknown;
  readonly afterEach: (hook: () => Promise<unknown>) => unknown;
  readonly afterAll: (hook: () => Promise<unknown>) => unknown;
}

/**
 * Opens a pool once, and gives every test a fork of it: a test may break what it likes. With `http` each fork listens
 * on a port of its own. The result is called inside a test; it throws outside.
 */
export function poolPerTest(hooks: TestHooks, options: RockpoolOptions = {}): () => Rockpool {
  const { http = false, ...seeded } = options;
  let origin: Rockpool | null = null;
  let fork: Rockpool | null = null;
  hooks.beforeAll(async () => {
    origin = await openRockpool(seeded);
  });
  hooks.beforeEach(async () => {
    fork = (await origin?.fork()) ?? null;
    if (http !== false) await fork?.listen(http === true ? 0 : http);
  });
  hooks.afterEach(async () => {
    await fork?.close();
    fork = null;
  });
  hooks.afterAll(async () => {
    await origin?.close();
    origin = null;
  });
  return () => {
    if (fork === null) throw new Error('the pool is there inside a test only');
    return fork;
  };
}
