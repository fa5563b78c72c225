import type { BenchClient } from '../support/http.ts';
import { bulkBodies, peopleMapping } from '../support/people.ts';
import { MANY_INDICES, manyName } from './apis.ts';
import { postBodies, postsMapping } from './posts.ts';

/** `docs` people, as many posts, and many small indices. */
export async function ingest(client: BenchClient, docs: number): Promise<void> {
  await fill(client, 'people', peopleMapping, bulkBodies(docs, 5000));
  await fill(client, 'posts', postsMapping, postBodies(docs, 5000));
  const room = { persistent: { 'cluster.max_shards_per_node': 4 * MANY_INDICES } };
  await client.send('PUT', '/_cluster/settings', JSON.stringify(room));
  for (let i = 0; i < MANY_INDICES; i++) {
    await client.send('PUT', `/${manyName(i)}/_doc/1`, JSON.stringify({ n: i, name: `n${i}`, t: 'tide' }));
  }
}

async function fill(
  client: BenchClient,
  index: string,
  mapping: object,
  bodies: Iterable<string>,
): Promise<void> {
  await client.send('PUT', `/${index}`, JSON.stringify(mapping));
  for (const body of bodies) await client.send('POST', `/${index}/_bulk`, body, 'application/x-ndjson');
  await client.send('POST', `/${index}/_refresh`, null);
  await client.send('POST', `/${index}/_forcemerge?max_num_segments=1`, null);
  await client.send('POST', `/${index}/_refresh`, null);
}
