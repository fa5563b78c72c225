import { createRequire } from 'node:module';
import type { HierarchicalNSW } from 'hnswlib-node';

/** The native library: `new HierarchicalNSW(space, dimension)`. */
export type HnswLibrary = { readonly HierarchicalNSW: typeof HierarchicalNSW };

/** Levels are drawn with this seed, so that the same vectors give the same graph on every machine. */
export const HNSW_SEED = 100;

/** hnswlib-node, or null where it could not be compiled. Loaded on first use: it costs start-up time. */
export function loadHnswLibrary(): HnswLibrary | null {
  try {
    return createRequire(import.meta.url)('hnswlib-node') as HnswLibrary;
  } catch {
    return null;
  }
}
