import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Rooms whose tests leave nothing behind in the process: their files share a worker and what it has imported, which
 * saves a minute and a half of every run. The others set limits of the process, or measure it.
 */
const SHARED = [
  'aggregation',
  'analysis',
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

/** What does not run in a process of its own. */
const OTHERS = [...configDefaults.exclude, ...SHARED];

const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  setupFiles: './test/support/properties.ts',
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'rooms', include: SHARED, isolate: false, setupFiles: [common.setupFiles, './test/support/usage.ts'], globalSetup: './test/support/usageList.ts' } },
      { test: { ...common, name: 'process', include: ['test/**/*.test.ts'], exclude: OTHERS } },
    ],
  },
});
