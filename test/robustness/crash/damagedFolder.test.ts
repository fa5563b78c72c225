import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import type { Rockpool } from '../../../src/library/index.ts';
import { checkData } from '../../../src/node/index.ts';
import { damages } from '../../support/damage.ts';
import { reportFigure } from '../../support/figure.ts';
import { openPoolOver } from '../../support/pool.ts';

/**
 * Every file of a data folder damaged in every way: the shard names the file, or answers as if nothing had happened; the
 * other shards answer as before. It never dies, and never answers wrongly without a word. DAMAGE_RUNS=60 is the long run (graphs have one of their
 * own, test/rooms/knn/damage.test.ts).
 */
const runs = Number(process.env.DAMAGE_RUNS ?? 1);

/** Operations that no commit holds, in the order in which they were acknowledged. */
const LATE = ['late-1', 'late-2', 'late-3'];

async function fill(directory: Directory): Promise<void> {
  const pool = await openPoolOver(directory);
  const call = async (method: string, path: string, body: object | null = null) => {
    const { ok, text } = await pool.request(method, path, body);
    expect(ok, text).toBe(true);
  };
  const settings = { number_of_replicas: 0, refresh_interval: '-1' };
  for (const name of ['books', 'films']) {
    const mappings = { properties: { title: { type: 'text' }, year: { type: 'integer' } } };
    await call('PUT', `/${name}`, { settings, mappings });
    for (let i = 0; i < 12; i++) {
      await call('PUT', `/${name}/_doc/${i}`, { title: `${name} number ${i}`, year: 1990 + i });
      if (i % 6 === 5) await call('POST', `/${name}/_refresh`);
    }
    await call('DELETE', `/${name}/_doc/3?refresh=true`);
  }
  await call('PUT', '/_cluster/settings', { persistent: { 'plugins.query.size_limit': 150 } });
  await call('POST', '/_flush');
  await call('PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await call('PUT', '/_snapshot/r/s?wait_for_completion=true', { indices: 'films' });
  await call('PUT', '/_snapshot/r/t?wait_for_completion=true', { indices: 'books' });
  for (const id of LATE) await call('PUT', `/books/_doc/${id}`, { title: id, year: 2020 });
}

/** `path/to/file` → its folder and name. */
interface Place {
  readonly path: string;
  readonly folder: (root: Directory) => Directory;
  readonly name: string;
}

async function placesOf(root: Directory, steps: readonly string[] = []): Promise<Place[]> {
  const folder = (from: Directory): Directory => steps.reduce((at, step) => at.folder(step), from);
  const here = folder(root);
  const own = (await here.list()).map((name) => ({ path: [...steps, name].join('/'), folder, name }));
  const below = await Promise.all((await here.listFolders()).map((name) => placesOf(root, [...steps, name])));
  return [...own, ...below.flat()];
}

async function put(folder: Directory, name: string, bytes: Uint8Array): Promise<void> {
  const output = await folder.create(name);
  output.write(bytes);
  await output.close();
}

/** What requests find: documents by search and by id, settings, snapshots; or the error that one of them names. */
async function answers(pool: Rockpool): Promise<string[]> {
  const lines: string[] = [];
  for (const path of [
    '/films/_search?size=50&sort=_id&filter_path=hits.hits._id,hits.hits._source,_shards.failures',
    '/films/_search?q=title:films&filter_path=hits.total,_shards.failures',
    '/films/_count?q=year:>1995',
    '/books/_search?size=50&sort=_id&q=year:<2020&filter_path=hits.hits._id,hits.hits._source,_shards.failures',
    '/_cluster/settings?flat_settings=true',
    '/_snapshot/r/_all?filter_path=snapshots.snapshot,snapshots.indices,error',
    '/books,films/_mapping,',
  ]) {
    lines.push((await pool.request('GET', path.replace(/,$/, ''))).text);
  }
  return lines;
}

/** How many of the late operations are there; they are there from the first on. */
async function lateOf(pool: Rockpool): Promise<number> {
  const found = await Promise.all(
    LATE.map(async (id) => (await pool.request('GET', `/books/_doc/${id}`)).ok),
  );
  expect(found.lastIndexOf(true)).toBe(found.filter(Boolean).length - 1);
  return found.filter(Boolean).length;
}

describe('a damaged data folder', () => {
  const good = new RamDirectory();
  let right: string[];
  let places: readonly Place[];
  let cases = 0;
  afterAll(() => reportFigure(`${cases} damaged files of a data folder`));

  beforeAll(async () => {
    await fill(good);
    const pool = await openPoolOver(good.fork());
    right = await answers(pool);
    expect(await lateOf(pool)).toBe(LATE.length);
    await pool.close();
    places = await placesOf(good);
  });

  /** Null when all is well, else what is not. */
  async function judge(place: Place, root: RamDirectory): Promise<string | null> {
    const named = (text: string): boolean => text.includes(place.name);
    const { problems } = await checkData(root.fork());
    const isKnown = problems.some((line) => line.startsWith(`${place.path}: `) || named(line));
    let pool: Rockpool;
    try {
      pool = await openPoolOver(root);
    } catch (error) {
      if (!place.path.startsWith('state/')) return `the server does not start: ${(error as Error).message}`;
      return named((error as Error).message) ? null : `refused without its name: ${(error as Error).message}`;
    }
    const found = await answers(pool);
    const late = await lateOf(pool);
    const shards = await pool.request('GET', '/_cat/shards?h=index,unassigned.details');
    await pool.close().catch(() => undefined);
    const folder = place.path.slice(0, place.path.lastIndexOf('/'));
    // A shard that says what is wrong need not answer; its index is `[books]`, or `[films]`.
    const isSaid = shards.text
      .split('\n')
      .some((line) => named(line) || (folder !== '' && line.includes(folder)));
    const wrong = found.findIndex((line, i) => line !== right[i] && !named(line));
    if (wrong !== -1 && !isSaid) return `answered ${found[wrong]}`;
    if (late < LATE.length && !isSaid) return `${late} operations left`;
    const other = place.path.startsWith('nodes/') && isSaid ? otherOf(shards.text) : null;
    if (other !== null && found.some((line, i) => line.includes(`"${other} number`) && line !== right[i])) {
      return `[${other}] answers otherwise`;
    }
    // What stands behind the last synced record, and between the two checkpoints, is never read.
    return isKnown || /\.(tlog|ckp)$/.test(place.name) ? null : 'the check does not see it';
  }

  /** The index that is whole. */
  function otherOf(shards: string): string | null {
    const damaged = ['books', 'films'].filter((name) => shards.includes(`[${name}][0]`));
    return damaged.length === 1 ? (damaged[0] === 'books' ? 'films' : 'books') : null;
  }

  it('does not take a shard whose folder is gone for a new one, and serves the others', async () => {
    const root = good.fork();
    const { folder } = places.find(({ path }) => /^nodes\/.*\/segments_/.test(path)) as Place;
    await folder(root).deleteAll();
    expect((await checkData(root.fork())).problems).toEqual([
      expect.stringContaining('no segments_N file found'),
    ]);
    await using pool = await openPoolOver(root);
    const { text } = await pool.request('GET', '/_cat/shards?h=index,state,unassigned.details&s=state');
    expect(text.trim().split('\n')).toEqual([
      expect.stringMatching(/^(books|films) +STARTED/),
      expect.stringMatching(
        /^(books|films) +UNASSIGNED \[(books|films)\]\[0\] nodes\/\S+: .*no segments_N file found$/,
      ),
    ]);
  });

  it.each(Object.keys(damages))(
    '%s: the file is named, or the answers are right',
    async (kind) => {
      const random = new SeededRandom(Object.keys(damages).indexOf(kind) + 1);
      const silent: string[] = [];
      for (const place of places) {
        const suffix = place.name.replace(/^[^.]*|-.*/g, '');
        const alike = places.filter(
          (other) => other.path !== place.path && other.name.replace(/^[^.]*|-.*/g, '') === suffix,
        );
        for (let run = 0; run < runs; run++) {
          const bytes = await place.folder(good).read(place.name);
          const another = alike[Math.floor(random.next() * alike.length)];
          const other = another ? await another.folder(good).read(another.name) : new Uint8Array(0);
          const damaged = damages[kind](Uint8Array.from(bytes), random, Uint8Array.from(other));
          if (Buffer.compare(damaged, bytes) === 0) continue;
          cases++;
          const root = good.fork();
          await put(place.folder(root), place.name, damaged);
          const why = await judge(place, root);
          if (why !== null) silent.push(`${place.path}, run ${run}: ${why}`);
        }
      }
      expect(silent).toEqual([]);
    },
    60_000 + 60_000 * runs,
  );
});
