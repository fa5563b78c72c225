import { usePool } from 'rockpool/jest';

const pool = usePool({ http: true, seed: { films: { documents: [{ _id: 1, title: 'Alien' }] } } });

test.each(['first', 'second'])('has a fork of its own: %s', async () => {
  expect(await pool().sql`SELECT title FROM films`).toEqual([{ title: 'Alien' }]);
  expect((await fetch(`${pool().url}/films`, { method: 'DELETE' })).status).toBe(200);
});
