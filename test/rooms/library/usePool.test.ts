import { describe, expect, it } from 'vitest';
import { type TestHooks, usePoolWith } from '../../../src/index.ts';
import { usePool as useJestPool } from '../../../src/jest.ts';
import { usePool as useMochaPool } from '../../../src/mocha.ts';
import { rockpoolTest, usePool } from '../../../src/vitest.ts';

const SEED = { films: { documents: [{ _id: 1, title: 'Alien' }] } };
const titles = (pool: ReturnType<typeof usePool>) => pool().sql`SELECT title FROM films ORDER BY title`;

const concurrently = rockpoolTest({ seed: SEED, http: true });

describe('a fork for each test', () => {
  const pool = usePool({ seed: SEED, http: true });

  it.each(['one', 'another'])('begins with the seed: %s', async () => {
    expect(await titles(pool)).toEqual([{ title: 'Alien' }]);
    await fetch(`${pool().url}/films/_doc/2?refresh=true`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Jaws"}',
    });
    expect(await titles(pool)).toEqual([{ title: 'Alien' }, { title: 'Jaws' }]);
  });
});

describe('a fork for each of the tests that run at the same time', () => {
  const all = 3;
  let added = 0;
  let wake = (): void => undefined;
  const allHaveAdded = new Promise<void>((resolve) => {
    wake = resolve;
  });

  for (let i = 0; i < all; i++) {
    concurrently.concurrent(`is seen by none of the others: ${i}`, async ({ pool, expect }) => {
      const own = `film ${i}`;
      await pool.request('PUT', '/films/_doc/2?refresh=true', { title: own });
      if (++added === all) wake();
      await allHaveAdded;
      expect(await titles(() => pool)).toEqual([{ title: 'Alien' }, { title: own }]);
      expect((await fetch(`${pool.url}/films/_doc/2`)).status).toBe(200);
    });
  }
});

describe('hooks of another runner', () => {
  it('are called in the order in which a runner calls them', async () => {
    const called: [string, () => Promise<unknown>][] = [];
    const hook = (name: string) => (run: () => Promise<unknown>) => called.push([name, run]);
    const names = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const;
    const hooks = Object.fromEntries(names.map((name) => [name, hook(name)])) as unknown as TestHooks;
    const pool = usePoolWith(hooks, { seed: SEED });
    expect(() => pool()).toThrow('inside a test only');
    expect(called.map(([name]) => name)).toEqual(names);
    const run = async (i: number) => await called[i][1]();
    await run(0);
    await run(1);
    expect(await titles(pool)).toEqual([{ title: 'Alien' }]);
    await run(2);
    expect(() => pool()).toThrow('inside a test only');
    await run(1);
    await run(1);
    expect(() => pool()).toThrow('tests that run at the same time need a pool each');
    await run(3);
    await expect(run(1)).rejects.toThrow('the pool was not opened');
  });

  it('fail a test whose client gets warnings over HTTP', async () => {
    const called: (() => Promise<unknown>)[] = [];
    const hook = (run: () => Promise<unknown>) => called.push(run);
    const hooks = { beforeAll: hook, beforeEach: hook, afterEach: hook, afterAll: hook };
    const pool = usePoolWith(hooks, { seed: SEED, http: true, failOnWarning: true });
    const [openPool, beginTest, endTest, closePool] = called;
    const ask = (query: string) =>
      fetch(`${pool().url}/_plugins/_sql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
    await openPool();
    await beginTest();
    await ask('SELECT title FROM films');
    await expect(pool().query('SELECT title FROM films WHERE 1')).rejects.toThrow('the engine warns');
    await endTest();
    await beginTest();
    await ask('SELECT title FROM films WHERE 1');
    await expect(endTest()).rejects.toThrow('the engine warns: WHERE with nothing but');
    await closePool();
  });

  it.each([
    ['jest', useJestPool, ['beforeAll', 'beforeEach', 'afterEach', 'afterAll']],
    ['mocha', useMochaPool, ['before', 'beforeEach', 'afterEach', 'after']],
  ])('may be in the global scope: %s', (_, use, names) => {
    const scope = globalThis as Record<string, unknown>;
    const called: string[] = [];
    for (const name of names) scope[name] = () => called.push(name);
    try {
      use();
    } finally {
      for (const name of names) delete scope[name];
    }
    expect(called).toEqual(names);
  });
});
