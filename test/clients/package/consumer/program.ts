// A program of somebody who has installed the package: everything the library promises, in strict TypeScript.
import { identifier, openRockpool, type Rockpool, RockpoolError, type Seed, SeededRandom } from 'rockpool';

interface Film {
  readonly title: string;
  readonly year: number;
}

const films: readonly (Film & { readonly v: readonly number[] })[] = [
  { title: 'Jaws', year: 1975, v: [0, 1] },
  { title: 'Alien', year: 1979, v: [1, 0] },
];
const seed: Seed = {
  films: {
    settings: { index: { knn: true } },
    mappings: { properties: { title: { type: 'keyword' }, v: { type: 'knn_vector', dimension: 2 } } },
    documents: films.map((film, i) => ({ _id: i, ...film })),
  },
};

const count = async (pool: Rockpool): Promise<number> =>
  (await pool.request('GET', '/films/_count')).json<{ count: number }>().count;

async function main(): Promise<void> {
  await using pool = await openRockpool({ seed, random: new SeededRandom(1) });
  const rows: Film[] = await pool.sql<Film>`
    SELECT title, year FROM ${identifier('films')} WHERE year IN ${[1979, 1980]}`;
  console.log('rows', JSON.stringify(rows));
  const nearest = { _source: ['title'], query: { knn: { v: { vector: [1, 0.1], k: 1 } } } };
  const { hits } = (await pool.request('POST', '/films/_search', nearest)).json<{
    hits: { hits: { _source: Film }[] };
  }>();
  console.log('nearest', hits.hits[0]._source.title);
  console.log('graphs loaded', pool.laboratory.events().events.filter(({ type }) => type === 'load').length);

  {
    await using fork = await pool.fork();
    await fork.request('DELETE', '/films');
    console.log('fork and origin', (await fork.request('GET', '/films')).status, await count(pool));
  }
  await pool.request('PUT', '/films/_doc/x?refresh=true', { title: 'Brazil', year: 1985, v: [1, 1] });
  await pool.snapshot('three');
  await pool.reset();
  console.log('reset', await count(pool));
  await pool.reset('three');
  console.log('snapshot', await count(pool));

  const before: number = pool.clock.nowMs();
  await pool.clock.advance(60_000);
  console.log('a minute later', pool.clock.nowMs() - before >= 60_000, pool.clock.state.mode);
  pool.faults.put({
    rules: [{ request: { action: 'reject', status: 503, path: '/films/_count' }, times: 1 }],
  });
  console.log('fault', (await pool.request('GET', '/films/_count')).status, await count(pool));

  const refused: unknown = await pool.sql`SELECT nothing FROM nowhere`.catch((error: unknown) => error);
  console.log('refused', refused instanceof RockpoolError && refused.status);
  console.log('socket', (await fetch(`${await pool.listen()}/_cluster/health`)).status);
}

await main();
