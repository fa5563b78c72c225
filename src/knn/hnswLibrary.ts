import { createRequire } from 'node:module';
import type { HierarchicalNSW } from 'hnswlib-node';
import { processorFlags } from '../common/index.ts';

/** The native library: `new HierarchicalNSW(space, dimension)`. */
export type HnswLibrary = { readonly HierarchicalNSW: typeof HierarchicalNSW };

/**
 * The seed for random levels, so that the same vectors give the same graph: byte for byte on one machine; on
 * others up to links that depend on the rounding of vector instructions.
 */
export const HNSW_SEED = 100;

/**
 * Prebuilt binaries in the package with the instruction sets that they need: without these they crash the
 * process.
 */
const BUILDS = [
  { file: 'x86-64-v3.node', needs: ['avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe'] },
  { file: 'baseline.node', needs: [] },
];

/** The package's binary at its usual place, which spares the package's slow search; then whatever that search finds. */
const INSTALLED = ['hnswlib-node/build/Release/addon.node', 'hnswlib-node'];

/** The warning when there is no library. */
export const EXACT_NOTICE =
  `no graph library for ${process.platform}-${process.arch}: vectors are searched exactly, which is slow where they are ` +
  'many. `npm install hnswlib-node` brings one; it needs a C++ compiler (g++, make, python3).';

/**
 * Loads the best matching binary in the package, otherwise hnswlib-node if installed; `null` if none can be
 * loaded. Loaded on first use, because it slows down startup.
 */
export function loadHnswLibrary(from = import.meta.url): HnswLibrary | null {
  const require = createRequire(from);
  const flags = processorFlags();
  const fitting = BUILDS.filter(({ needs }) => needs.every((flag) => flags.has(flag)));
  const folder = `../prebuilds/${process.platform}-${process.arch}`;
  for (const name of [...fitting.map(({ file }) => `${folder}/${file}`), ...INSTALLED]) {
    try {
      const library = require(name) as HnswLibrary;
      if (typeof library.HierarchicalNSW === 'function') return library;
    } catch {
      // Missing, or not for this system.
    }
  }
  return null;
}
