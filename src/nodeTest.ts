import { after, afterEach, before, beforeEach } from 'node:test';
import { type Rockpool, type RockpoolOptions, usePoolWith } from './library/index.ts';

/** `const pool = usePool({ seed })`: a fork of a seeded pool for every test of this file or `describe`. */
export function usePool(options: RockpoolOptions = {}): () => Rockpool {
  return usePoolWith({ beforeAll: before, beforeEach, afterEach, afterAll: after }, options);
}
