import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/common/index.ts';
import {
  identifier,
  LockHeldError,
  OpenSearchError,
  openRockpool,
  type Rockpool,
  RockpoolError,
  type Seed,
  SeedError,
  seedFolder,
} from '../../../src/index.ts';

const FILMS: Seed = {
  films: {
    mappings: { properties: { title: { type: 'keyword' }, v: { type: 'knn_vector', dimension: 2 } } },
    settings: { index: { knn: true } },
    documents: [
      { _id: 'a', title: 'Alien', year: 1979, v: [1, 0] },
      { _id: 'j', title: 'Jaws', year: 1975, v: [0, 1] },
    ],
  },
};

const count = async (pool: Rockpool): Promise<number> =>
  (await pool.request('GET', '/films/_count')).json<{ count: number }>().count;
const add = (pool: Rockpool, id: string) =>
  pool.request('PUT', `/films/_doc/${id}?refresh=true`, { title: id, year: 2000 });

const folder = mkdtempSync(join(tmpdir(), 'rockpool-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a pool', () => {
  it('answers without a socket, and listens on demand', async () => {
    await using pool = await openRockpool({ seed: FILMS });
    expect(() => pool.url).toThrow('no socket');
    expect(await count(pool)).toBe(2);
    const missing = await pool.request('GET', '/nothing/_doc/1');
    expect([missing.status, missing.ok]).toEqual([404, false]);
    const url = await pool.listen();
    expect(await (await fetch(`${url}/films/_count`)).json()).toMatchObject({ count: 2 });
    expect(await pool.listen()).toBe(pool.url);
  });

  it('sends texts as they are, NDJSON by its last newline', async () => {
    await using pool = await openRockpool();
    const bulk = await pool.request('POST', '/_bulk', '{"index":{"_index":"x","_id":"1"}}\n{"a":1}\n');
    expect(bulk.json()).toMatchObject({ errors: false });
    const cat = await pool.request('GET', '/_cat/indices?h=index', null, { accept: 'application/json' });
    expect(cat.json()).toEqual([{ index: 'x' }]);
  });

  it('is over when its scope ends, and closing twice is closing once', async () => {
    const pool = await openRockpool({ http: true });
    const { url } = pool;
    await Promise.all([pool.close(), pool.close()]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('refuses a seed that the engine refuses, and leaves nothing open', async () => {
    const data = join(folder, 'refused');
    const bad = { x: { mappings: { properties: { n: { type: 'integer' } } }, documents: [{ n: 'none' }] } };
    await expect(openRockpool({ data, seed: bad })).rejects.toThrow('1 document of [x] failed');
    await expect(openRockpool({ data, seed: { X: {} } })).rejects.toThrow('must be lowercase');
    await (await openRockpool({ data })).close();
  });
});

it('leaves timers their turn while a program asks in a loop, though its clock stands still', async () => {
  await using pool = await openRockpool({ clock: new ManualClock() });
  let hasRung = false;
  setTimeout(() => {
    hasRung = true;
  }, 1);
  for (let asked = 0; !hasRung && asked < 50_000; asked++) await pool.request('GET', '/_cluster/settings');
  expect(hasRung).toBe(true);
});

it('has all of a request without a socket: a refusal does not wait for the rest of its body', async () => {
  await using pool = await openRockpool();
  const refused = await pool.request('POST', '/_plugins/_sql', { query: 'nonsense' });
  expect([refused.status, refused.headers.connection]).toEqual([400, 'keep-alive']);
});

describe('seed files', () => {
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('are tables, lines, lists and bulk bodies, gzipped or not, with the mapping that fits', async () => {
    const films = file(
      'films.csv.gz',
      gzipSync('title,year,seen\nAlien,1979,2024-05-01\n"Jaws, the film",1975,\n'),
    );
    const bulk = file('bulk.ndjson', '{"index":{"_id":"b"}}\n{"title":"Brazil"}\n');
    const list = file('list.json', '[{"n":1},{"n":2}]');
    const mappings = { properties: { n: { type: 'keyword' } } };
    await using pool = await openRockpool({
      seed: { films, bulk: { documents: pathToFileURL(bulk) }, list: { mappings, documents: list } },
    });
    expect(await pool.sql`SELECT title FROM films WHERE year < ${1979}`).toEqual([
      { title: 'Jaws, the film' },
    ]);
    expect((await pool.request('GET', '/films/_mapping')).json()).toMatchObject({
      films: { mappings: { properties: { year: { type: 'long' }, seen: { type: 'date' } } } },
    });
    expect((await pool.request('GET', '/bulk/_doc/b')).json()).toMatchObject({
      _source: { title: 'Brazil' },
    });
    expect((await pool.request('GET', '/list/_mapping')).json()).toEqual({ list: { mappings } });
  });

  it('are read as a table is written elsewhere', async () => {
    const either = file('either.csv', 'day;n\n01/02/2024;1,5\n');
    await expect(openRockpool({ seed: { x: either } })).rejects.toThrow(
      /either\.csv: column day: .*option dates/,
    );
    await using pool = await openRockpool({ seed: { x: { documents: either, csv: { dates: 'dmy' } } } });
    expect(await pool.sql`SELECT day, n FROM x`).toEqual([{ day: '2024-02-01 00:00:00', n: 1.5 }]);
  });

  it.each([
    ['missing.csv', null, /missing\.csv: ENOENT/],
    ['cut.json', '[{"n":1},', /cut\.json: /],
    ['odd.csv', 'a,b\n1\n', /odd\.csv: row 1 has 1 cells/],
  ])('are named when they cannot be read: %s', async (name, content, words) => {
    const path = content === null ? join(folder, name) : file(name, content);
    await expect(openRockpool({ seed: { x: path } })).rejects.toThrow(words);
  });
});

describe('sql', () => {
  it('binds values beside the text, lists after IN, names by identifier', async () => {
    await using pool = await openRockpool({ seed: FILMS });
    const table = identifier('films');
    const rows: readonly { title: string; year: number }[] = await pool.sql<{ title: string; year: number }>`
      SELECT title, year FROM ${table} WHERE title IN ${['Alien', "'; DROP"]} AND year > ${1970}`;
    expect(rows).toEqual([{ title: 'Alien', year: 1979 }]);
    expect(await pool.sql`SELECT COUNT(*) AS n FROM films WHERE title = ${'Alien" OR 1=1'}`).toEqual([
      { n: 0 },
    ]);
    expect(() => identifier('a`b')).toThrow('not a name');
    expect(() => pool.sql`SELECT ${Number.NaN}`).toThrow('no value for SQL');
    expect(() => pool.sql`SELECT 1 IN ${[]}`).toThrow('an empty list');
  });

  it.each([
    ['text', 'it’s "so"'],
    ['integer', 17],
    ['large', 2 ** 53 - 1],
    ['larger than a double tells', 2n ** 53n + 1n],
    ['fraction', -0.5],
    ['truth', true],
    ['nothing', null],
  ])('gives back a bound %s', async (_, value) => {
    await using pool = await openRockpool();
    expect(await pool.sql`SELECT ${value} AS v`).toEqual([{ v: value }]);
  });

  it('answers all rows, however many pages they are', async () => {
    const documents = Array.from({ length: 2345 }, (_, i) => ({ _id: i, n: i }));
    await using pool = await openRockpool({ seed: { many: { documents } } });
    const rows = await pool.sql<{ n: number }>`SELECT n FROM many ORDER BY n`;
    expect(rows.map(({ n }) => n)).toEqual(documents.map(({ n }) => n));
  });

  it('throws what the engine says', async () => {
    await using pool = await openRockpool();
    const error = await pool.sql`SELECT a FROM nowhere`.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RockpoolError);
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('no such index [nowhere]') });
  });
});

describe('query', () => {
  it('has the types of its columns, all pages of rows, and their number', async () => {
    const documents = Array.from({ length: 1500 }, (_, i) => ({ n: i, name: `film ${i}` }));
    await using pool = await openRockpool({ seed: { many: { documents } } });
    const { columns, rows, total, warnings } = await pool.query<{ m: number }>(
      'SELECT n AS m, name FROM many WHERE n >= ? ORDER BY n',
      [10],
    );
    expect(columns).toEqual([
      { name: 'n', alias: 'm', type: 'long' },
      { name: 'name', alias: null, type: 'text' },
    ]);
    expect([rows.length, rows[0], rows.at(-1)?.m, total]).toEqual([
      1490,
      { m: 10, name: 'film 10' },
      1499,
      1490,
    ]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'a statement that 2.7 refuses',
      'WITH f AS (SELECT title FROM films) SELECT * FROM f',
      /would refuse this statement/,
    ],
    ['a clause that is not applied', 'SELECT title FROM films WHERE 1', /WHERE with nothing but/],
  ])('hands over what the engine warns of, or throws it: %s', async (_, statement, words) => {
    await using pool = await openRockpool({ seed: FILMS });
    const { warnings } = await pool.query(statement);
    expect(warnings.join()).toMatch(words);
    expect((await pool.request('POST', '/_plugins/_sql', { query: statement })).warnings).toEqual(warnings);
    await using strict = await openRockpool({ seed: FILMS, failOnWarning: true });
    await using fork = await strict.fork();
    const thrown: unknown = await fork.query(statement).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RockpoolError);
    expect(thrown).toMatchObject({
      type: 'warning',
      status: 200,
      warnings,
      message: expect.stringMatching(words),
    });
    expect(await fork.sql`SELECT title FROM films WHERE year = ${1975}`).toEqual([{ title: 'Jaws' }]);
  });
});

describe('settings', () => {
  const rowsOf = async (pool: Rockpool) =>
    (await pool.request('POST', '/_plugins/_ppl', { query: 'source=films' })).json();

  it.each([
    ['flat', { 'plugins.query.size_limit': 1 }],
    ['nested', { plugins: { query: { size_limit: '1' } } }],
  ])('hold from the start, in forks and after a reset: %s', async (_, settings) => {
    await using pool = await openRockpool({ seed: FILMS, settings });
    await using fork = await pool.fork();
    await pool.reset();
    for (const each of [pool, fork]) expect(await rowsOf(each)).toMatchObject({ size: 1 });
  });

  it.each([
    [{ 'no.such': 1 }, OpenSearchError, 'unknown setting [no.such]'],
    [{ plugins: { query: { size_limit: 'many' } } }, OpenSearchError, 'plugins.query.size_limit'],
    [{ 'plugins.query.size_limit': null }, TypeError, 'has no value'],
  ])('that cannot be are refused: %j', async (settings, type, words) => {
    const opened = openRockpool({ settings });
    await expect(opened).rejects.toBeInstanceOf(type);
    await expect(opened).rejects.toThrow(words);
  });
});

describe('errors of opening', () => {
  it('have classes of their own', async () => {
    const data = join(folder, 'locked');
    await using _pool = await openRockpool({ data });
    await expect(openRockpool({ data })).rejects.toBeInstanceOf(LockHeldError);
    await expect(openRockpool({ seed: { x: join(folder, 'nowhere.csv') } })).rejects.toBeInstanceOf(
      SeedError,
    );
    await expect(openRockpool({ seed: { X: {} } })).rejects.toBeInstanceOf(SeedError);
    await expect(seedFolder(join(folder, 'nowhere'))).rejects.toBeInstanceOf(SeedError);
  });
});

describe('ppl', () => {
  it('answers the rows of a pipeline by the names of its columns', async () => {
    await using pool = await openRockpool({ seed: FILMS });
    const rows: readonly { name: string; age: number }[] = await pool.ppl(
      "source=films | where title != 'Jaws' | eval age = 2000 - year | rename title as name | fields name, age",
    );
    expect(rows).toEqual([{ name: 'Alien', age: 21 }]);
    expect(await pool.ppl('source=films | stats count() as n')).toEqual([{ n: 2 }]);
  });

  it('throws what the engine says', async () => {
    await using pool = await openRockpool({ seed: FILMS });
    const error = await pool.ppl('source=films | kmeans').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RockpoolError);
    expect(error).toMatchObject({
      status: 400,
      message: 'UnsupportedOperationException: unsupported command: kmeans',
    });
  });
});

describe.each([
  ['in memory', undefined],
  ['on disk', join(folder, 'data')],
])('forks and snapshots of a pool %s', (_, data) => {
  it('part from their origin', async () => {
    await using pool = await openRockpool({ data, seed: FILMS });
    await using fork = await pool.fork();
    await add(fork, 'x');
    await add(pool, 'y');
    await pool.request('DELETE', '/films/_doc/a?refresh=true');
    await using second = await fork.fork();
    expect([await count(pool), await count(fork), await count(second)]).toEqual([2, 3, 3]);
    expect((await fork.request('GET', '/films/_doc/y')).status).toBe(404);
    expect((await second.request('GET', '/films/_doc/a')).json()).toMatchObject({
      _source: { title: 'Alien' },
    });
    const nearest = { size: 1, _source: false, query: { knn: { v: { vector: [1, 0], k: 2 } } } };
    const hits = async (of: Rockpool) => (await of.request('POST', '/films/_search', nearest)).text;
    expect(await hits(second)).toContain('"_id":"a"');
    expect(await hits(pool)).toContain('"_id":"j"');
    await pool.reset();
  });

  it('keep what was written but not yet committed', async () => {
    await using pool = await openRockpool({ data, seed: FILMS });
    await pool.request('PUT', '/films/_doc/unseen', { title: 'unseen' });
    await using fork = await pool.fork();
    expect((await fork.request('GET', '/films/_doc/unseen')).status).toBe(200);
    await pool.reset();
  });

  it('keep their address and what is known of their connections over a reset', async () => {
    await using pool = await openRockpool({ data, seed: FILMS, http: true });
    const opened = async () =>
      ((await (await fetch(`${pool.url}/_rockpool/load`)).json()) as { connections: { opened: number } })
        .connections.opened;
    const before = await opened();
    const { url } = pool;
    await pool.reset();
    expect([pool.url, (await opened()) >= before && before > 0]).toEqual([url, true]);
  });

  it('go back to the seed, and to a name', async () => {
    await using pool = await openRockpool({ data, seed: FILMS, http: true });
    await add(pool, 'x');
    await pool.snapshot('three');
    await pool.request('DELETE', '/films');
    await pool.reset('three');
    expect(await count(pool)).toBe(3);
    await pool.reset();
    expect(await count(pool)).toBe(2);
    expect(await (await fetch(`${pool.url}/films/_count`)).json()).toMatchObject({ count: 2 });
    await expect(pool.reset('four')).rejects.toThrow('no snapshot [four]; there are: seed, three');
  });
});

describe('clock and faults', () => {
  it('are objects of the pool', async () => {
    await using pool = await openRockpool({ seed: FILMS });
    const before = pool.clock.nowMs();
    await pool.clock.advance(3_600_000);
    expect(pool.clock.nowMs() - before).toBeGreaterThanOrEqual(3_600_000);
    pool.faults.put({ rules: [{ request: { action: 'reject', status: 429, path: '/films/_count' } }] });
    expect((await pool.request('GET', '/films/_count')).status).toBe(429);
    pool.faults.clear();
    expect((await pool.request('GET', '/films/_count')).status).toBe(200);
  });
});
