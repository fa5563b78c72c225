import { describe, expect, it } from 'vitest';
import { poolPerTest, type TestHooks } from '../../src/index.ts';
import { usePool as useJestPool } from '../../src/jest.ts';
import { usePool } from '../../src/vitest.ts';

const SEED = { films: { documents: [{ _id: 1, title: 'Alien' }] } };
const titles = (pool: ReturnType<typeof usePool>) => pool().sql`SELECT title FROM films ORDER BY title`;

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

describe('hooks of another runner', () => {
  it('are called in the order in which a runner calls them', async () => {
    const called: [string, () => Promise<unknown>][] = [];
    const hook = (name: string) => (run: () => Promise<unknown>) => called.push([name, run]);
    const names = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const;
    const hooks = Object.fromEntries(names.map((name) => [name, hook(name)])) as unknown as TestHooks;
    const pool = poolPerTest(hooks, { seed: SEED });
    expect(() => pool()).toThrow('inside a test only');
    expect(called.map(([name]) => name)).toEqual(names);
    const run = async (i: number) => await called[i][1]();
    await run(0);
    await run(1);
    expect(await titles(pool)).toEqual([{ title: 'Alien' }]);
    await run(2);
    expect(() => pool()).toThrow('inside a test only');
    await run(3);
  });

  it('may be in the global scope', () => {
    const scope = globalThis as Record<string, unknown>;
    const called: string[] = [];
    const names = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];
    for (const name of names) scope[name] = () => called.push(name);
    try {
      useJestPool();
    } finally {
      for (const name of names) delete scope[name];
    }
    expect(called).toEqual(names);
  });
});
