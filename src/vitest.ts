import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { poolPerTest, type Rockpool, type RockpoolOptions } from './library/index.ts';

/** `const pool = usePool({ seed })`: a fork of a seeded pool for every test of this file or `describe`. */
export function usePool(options: RockpoolOptions = {}): () => Rockpool {
  return poolPerTest({ beforeAll, beforeEach, afterEach, afterAll }, options);
}
