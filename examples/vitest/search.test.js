// A test of search code: the pool is filled once, every test gets a fork of it.
//
//   npx vitest run examples/vitest
import { Client } from '@opensearch-project/opensearch';
import { usePool } from 'rockpool/vitest';
import { expect, it } from 'vitest';
import { searchFilms } from './search.js';

const pool = usePool({
  http: true,
  seed: {
    films: {
      mappings: { properties: { title: { type: 'text' }, rating: { type: 'float' } } },
      documents: [
        { _id: 1, title: 'The Thing', rating: 8.2 },
        { _id: 2, title: 'The Thing Called Love', rating: 6.2 },
      ],
    },
  },
});
const client = () => new Client({ node: pool().url, maxRetries: 0 });

it('finds films by words of their title', async () => {
  expect(await searchFilms(client(), 'thing')).toEqual(['The Thing', 'The Thing Called Love']);
});

it('leaves out what is rated low', async () => {
  expect(await searchFilms(client(), 'thing', { minRating: 8 })).toEqual(['The Thing']);
});

it('may change the data: the next test has them as they were', async () => {
  await pool().request('DELETE', '/films/_doc/1?refresh=true');
  expect(await searchFilms(client(), 'thing')).toEqual(['The Thing Called Love']);
});

it('hands on what goes wrong', async () => {
  pool().faults.put({ rules: [{ request: { action: 'reject', status: 503, path: '/films/_search' } }] });
  await expect(searchFilms(client(), 'thing')).rejects.toMatchObject({ statusCode: 503 });
});
