import { type Rockpool, type RockpoolOptions, type TestHooks, usePoolWith } from './library/index.ts';

/** `const pool = usePool({ seed })`: a fork of a seeded pool for every test of this file or `describe`. */
export function usePool(options: RockpoolOptions = {}): () => Rockpool {
  return usePoolWith(globalThis as unknown as TestHooks, options);
}
