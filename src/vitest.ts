import { afterAll, afterEach, beforeAll, beforeEach, inject, type TestAPI, test } from 'vitest';
import { openRockpool, type Rockpool, type RockpoolOptions, usePoolWith } from './library/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server that `rockpoolSetup` opens. */
    readonly rockpoolUrl: string;
  }
}

/** `const pool = usePool({ seed })`: a fork of a seeded pool for every test of this file or `describe`. */
export function usePool(options: RockpoolOptions = {}): () => Rockpool {
  return usePoolWith({ beforeAll, beforeEach, afterEach, afterAll }, options);
}

/**
 * `const it = rockpoolTest({ seed })`: tests that get a fork of a seeded pool as `({ pool })`, each its own, also those
 * that run at the same time (`it.concurrent`). The pool is opened for the first test of a file that asks for it. Call it at
 * the top level of a file.
 */
export function rockpoolTest(options: RockpoolOptions = {}): TestAPI<{ pool: Rockpool }> {
  const { http = false, ...seeded } = options;
  return test.extend<{ origin: Rockpool; pool: Rockpool }>({
    origin: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are used
      async ({}, use) => {
        await using pool = await openRockpool(seeded);
        await use(pool);
      },
      { scope: 'file' },
    ],
    pool: async ({ origin }, use) => {
      await using fork = await origin.fork();
      if (http !== false) await fork.listen(http === true ? 0 : http);
      await use(fork);
      fork.checkWarnings();
    },
  });
}

/** What `globalSetup` hands to its file, as far as it is used. */
interface TestProject {
  provide(key: 'rockpoolUrl', value: string): void;
}

/**
 * A `globalSetup` that opens one server for the whole run: `export default rockpoolSetup({ seed })`. Its address is
 * `inject('rockpoolUrl')`; `serverTest` gives each test a fork of it.
 */
export function rockpoolSetup(
  options: RockpoolOptions = {},
): (project: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const pool = await openRockpool({ http: true, ...options });
    project.provide('rockpoolUrl', pool.url);
    return () => pool.close();
  };
}

interface Fork {
  readonly id: string;
  readonly url: string;
}

/**
 * `const it = serverTest()`: tests that get the address of a fork of the server that `rockpoolSetup` opened, as
 * `({ url })`: one for each test, or one for all tests of a file or of a worker.
 */
export function serverTest(scope: 'test' | 'file' | 'worker' = 'test'): TestAPI<{ url: string }> {
  return test.extend<{ url: string }>({
    url: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are used
      async ({}, use) => {
        const forks = `${inject('rockpoolUrl')}/_rockpool/forks`;
        const response = await fetch(forks, { method: 'POST' });
        if (!response.ok) throw new Error(`no fork of ${forks}: ${await response.text()}`);
        const { id, url } = (await response.json()) as Fork;
        await use(url);
        await fetch(`${forks}/${id}`, { method: 'DELETE' });
      },
      { scope },
    ],
  });
}
