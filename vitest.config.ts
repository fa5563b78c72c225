import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longestFirst.ts';

/**
 * Tests that change the tables of the process, measure it, or fill it. All others leave nothing behind: their files share
 * a worker and what it has imported, which saves a minute and a half of every run.
 */
const OWN_PROCESS = [
  'house',
  'clients/package/*',
  'robustness/{hostile,load,malformed,mutants}/*',
  'rooms/node/afterOverload',
  'rooms/sql/addedFunction',
].map((files) => `test/${files}.test.ts`);

/** Modules are imported as Node itself does: the runner's own import takes half a minute of every run. */
const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  experimental: { viteModuleRunner: false, nodeLoader: false },
  sequence: { setupFiles: 'list' },
} as const;

const setupFiles = ['./test/support/loader.mjs', './test/support/properties.ts', './test/support/sameData.ts'];

/** `--sequence.shuffle` has a sequencer of its own, which one that is named here would keep out. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

/** One more than the least machine has processors: a fifth of the time, a test waits for a server, a browser or a disk. */
const WORKERS = 3;

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    globalSetup: ['./test/support/compiledFolder.ts', './test/support/usageList.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...OWN_PROCESS],
          isolate: false,
          setupFiles: [...setupFiles, './test/support/usage.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'process',
          include: OWN_PROCESS,
          setupFiles,
        },
      },
    ],
  },
});
