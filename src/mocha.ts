import { type Rockpool, type RockpoolOptions, type TestHooks, usePoolWith } from './library/index.ts';

type Hook = TestHooks['beforeAll'];

/** What mocha puts into the global scope. */
interface MochaScope extends Pick<TestHooks, 'beforeEach' | 'afterEach'> {
  readonly before: Hook;
  readonly after: Hook;
}

/** `const pool = usePool({ seed })`: a fork of a seeded pool for every test of this file or `describe`. */
export function usePool(options: RockpoolOptions = {}): () => Rockpool {
  const { before, beforeEach, afterEach, after } = globalThis as unknown as MochaScope;
  return usePoolWith({ beforeAll: before, beforeEach, afterEach, afterAll: after }, options);
}
