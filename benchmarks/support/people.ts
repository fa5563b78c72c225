import { SeededRandom } from '../../src/common/index.ts';

/** Documents of one shape for ingest, DSL and SQL: the same seed gives the same documents everywhere. */
const WORDS =
  'tide pool anchor lantern river copper engine garden market night paper harbor winter signal stone'.split(
    ' ',
  );
const GENRES = Array.from({ length: 10 }, (_, i) => `genre-${i}`);
const CITIES = Array.from({ length: 500 }, (_, i) => `city-${i}`);

export const peopleMapping = {
  settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
  mappings: {
    properties: {
      id: { type: 'long' },
      name: { type: 'keyword' },
      genre: { type: 'keyword' },
      city: { type: 'keyword' },
      age: { type: 'integer' },
      balance: { type: 'double' },
      joined: { type: 'date' },
      bio: { type: 'text' },
    },
  },
};

export function* bulkBodies(
  count: number,
  perBody: number,
): Generator<{ readonly body: string; readonly docs: number }> {
  const random = new SeededRandom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)];
  const start = Date.parse('2014-01-01T00:00:00Z');
  for (let first = 0; first < count; first += perBody) {
    const docs = Math.min(perBody, count - first);
    const lines: string[] = [];
    for (let id = first; id < first + docs; id++) {
      const joined = new Date(start + Math.floor(random.next() * 10 * 365 * 86_400_000)).toISOString();
      const bio = Array.from({ length: 8 }, () => pick(WORDS)).join(' ');
      const age = 18 + Math.floor(random.next() * 60);
      const balance = Math.round(random.next() * 1e6) / 100;
      const document = {
        id,
        name: `n${id}`,
        genre: pick(GENRES),
        city: pick(CITIES),
        age,
        balance,
        joined,
        bio,
      };
      lines.push(`{"index":{"_id":"${id}"}}`, JSON.stringify(document));
    }
    yield { body: `${lines.join('\n')}\n`, docs };
  }
}
