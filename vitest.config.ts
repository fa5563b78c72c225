import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longestFirst.ts';

/**
 * Rooms whose tests leave nothing behind in the process: their files share a worker and what it has imported, which
 * saves a minute and a half of every run. The others set limits of the process, or measure it.
 */
const SHARED = [
  'aggregation',
  'analysis',
  'answers',
  'cli',
  'client',
  'clients',
  'cluster',
  'common',
  'conformance',
  'console',
  'crash',
  'directory',
  'docs',
  'documents',
  'fuzz',
  'interleaving',
  'knn',
  'library',
  'mapper',
  'model',
  'query',
  'rest',
  'script',
  'search',
  'segment',
  'shard',
  'sql',
  'sqllogic',
  'statement',
  'transfer',
  'yaml',
]
  .map((room) => `test/${room}/**/*.test.ts`)
  .concat('test/node/!(afterOverload).test.ts');

/** Modules are imported as Node itself does: the runner's own import takes half a minute of every run. */
const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  experimental: { viteModuleRunner: false, nodeLoader: false },
  sequence: { setupFiles: 'list' },
} as const;

const setupFiles = ['./test/support/loader.mjs', './test/support/properties.ts'];

/** `--sequence.shuffle` has a sequencer of its own, which one that is named here would keep out. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    globalSetup: ['./test/support/compiledFolder.ts', './test/support/usageList.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'rooms',
          include: SHARED,
          isolate: false,
          setupFiles: [...setupFiles, './test/support/usage.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'process',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SHARED],
          setupFiles,
        },
      },
    ],
  },
});
