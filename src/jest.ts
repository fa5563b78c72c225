import { poolPerTest, type Rockpool, type RockpoolOptions, type TestHooks } from './library/index.ts';

/** `const pool = usePool({ seed })`, with the hooks that jest (or `node:test`'s globals, mocha's) puts in the global scope. */
export function usePool(options: RockpoolOptions = {}): () => Rockpool {
  return poolPerTest(globalThis as unknown as TestHooks, options);
}
