import assert from 'node:assert';
import { usePool } from 'rockpool/mocha';

describe('films', () => {
  const pool = usePool({ http: true, seed: { films: { documents: [{ _id: 1, title: 'Alien' }] } } });

  for (const test of ['first', 'second']) {
    it(`have a fork of their own: ${test}`, async () => {
      assert.deepEqual(await pool().sql`SELECT title FROM films`, [{ title: 'Alien' }]);
      assert.equal((await fetch(`${pool().url}/films`, { method: 'DELETE' })).status, 200);
    });
  }
});
