import { rockpoolTest, usePool } from 'rockpool/vitest';
import { expect, it } from 'vitest';

const pool = usePool({ http: true, seed: { films: { documents: [{ _id: 1, title: 'Alien' }] } } });

it.each(['first', 'second'])('has a fork of its own: %s', async () => {
  expect(await pool().sql`SELECT title FROM films`).toEqual([{ title: 'Alien' }]);
  expect((await fetch(`${pool().url}/films`, { method: 'DELETE' })).status).toBe(200);
});

const concurrently = rockpoolTest({ seed: { films: { documents: [{ _id: 1, title: 'Alien' }] } } });

for (const test of ['first', 'second']) {
  concurrently.concurrent(`has a pool of its own: ${test}`, async ({ pool, expect }) => {
    expect(await pool.sql`SELECT title FROM films`).toEqual([{ title: 'Alien' }]);
    await pool.request('DELETE', '/films');
  });
}
