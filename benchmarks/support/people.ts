import { SeededRandom } from '../../src/common/index.ts';

/** Documents of one shape for ingest, DSL and SQL: the same seed gives the same documents everywhere. */
export const WORDS =
  'tide pool anchor lantern river copper engine garden market night paper harbor winter signal stone'.split(
    ' ',
  );
export const GENRES: readonly string[] = Array.from({ length: 10 }, (_, i) => `genre-${i}`);
export const CITIES: readonly string[] = Array.from({ length: 500 }, (_, i) => `city-${i}`);

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

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly genre: string;
  readonly city: string;
  readonly age: number;
  readonly balance: number;
  readonly joined: string;
  readonly bio: string;
}

export function* people(count: number): Generator<Person> {
  const random = new SeededRandom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)];
  const start = Date.parse('2014-01-01T00:00:00Z');
  for (let id = 0; id < count; id++) {
    const joined = new Date(start + Math.floor(random.next() * 10 * 365 * 86_400_000)).toISOString();
    const bio = Array.from({ length: 8 }, () => pick(WORDS)).join(' ');
    const age = 18 + Math.floor(random.next() * 60);
    const balance = Math.round(random.next() * 1e6) / 100;
    yield { id, name: `n${id}`, genre: pick(GENRES), city: pick(CITIES), age, balance, joined, bio };
  }
}

/** The people as bodies of `_bulk`. */
export function* bulkBodies(count: number, perBody: number): Generator<string> {
  let lines: string[] = [];
  for (const person of people(count)) {
    lines.push(`{"index":{"_id":"${person.id}"}}`, JSON.stringify(person));
    if (lines.length < 2 * perBody) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}
