import { createRequire } from 'node:module';
import type { HierarchicalNSW } from 'hnswlib-node';
import { processorFlags } from '../common/index.ts';

/** The native library: `new HierarchicalNSW(space, dimension)`. */
export type HnswLibrary = { readonly HierarchicalNSW: typeof HierarchicalNSW };

/** Levels are drawn with this seed, so that the same vectors give the same graph on every machine. */
export const HNSW_SEED = 100;

/** What ships compiled with the package, and the instruction sets that it uses: without them it ends the process. */
const BUILDS = [
  { file: 'x86-64-v3.node', needs: ['avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe'] },
  { file: 'baseline.node', needs: [] },
];

/** Said where there is no library. */
export const EXACT_NOTICE =
  `no graph library for ${process.platform}-${process.arch}: vectors are searched exactly, which is slow where they are ` +
  'many. `npm install hnswlib-node` brings one; it needs a C++ compiler (g++, make, python3).';

/**
 * The build in the package that fits best, else hnswlib-node, where it is installed; null where nothing loads.
 * Loaded on first use: it costs start-up time.
 */
export function loadHnswLibrary(from = import.meta.url): HnswLibrary | null {
  const require = createRequire(from);
  const flags = processorFlags();
  const fitting = BUILDS.filter(({ needs }) => needs.every((flag) => flags.has(flag)));
  const folder = `./prebuilds/${process.platform}-${process.arch}`;
  for (const name of [...fitting.map(({ file }) => `${folder}/${file}`), 'hnswlib-node']) {
    try {
      const library = require(name) as HnswLibrary;
      if (typeof library.HierarchicalNSW === 'function') return library;
    } catch {
      // Not there, or not for this system.
    }
  }
  return null;
}
