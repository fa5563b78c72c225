import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock, SeededRandom } from '../../../../src/common/index.ts';
import { openRockpool, type Rockpool } from '../../../../src/library/index.ts';

const NODES = 3;
const INDICES = ['books', 'films', 'ships', 'old'];

export function openFolder(data: string): Promise<Rockpool> {
  return openRockpool({ data, nodes: NODES, clock: new ManualClock(), random: new SeededRandom(1) });
}

/**
 * Fills a folder with what a data folder can hold, and leaves in `target` what a kill -9 would: indices with and
 * without replicas, graphs, a closed index, operations that no commit has, metadata of every kind, snapshots. `older`
 * becomes the same folder at an earlier moment.
 */
export async function makeFolder(work: string, target: string, older: string): Promise<void> {
  const pool = await openFolder(work);
  const call = async (method: string, path: string, body: object | null = null): Promise<void> => {
    const { ok, text } = await pool.request(method, path, body);
    if (!ok) throw new Error(`${method} ${path}: ${text}`);
  };
  const properties = { title: { type: 'text' }, year: { type: 'integer' } };
  const settings = (shards: number, replicas: number) => ({
    number_of_shards: shards,
    number_of_replicas: replicas,
    refresh_interval: '-1',
  });
  await call('PUT', '/books', { settings: settings(1, 0), mappings: { properties } });
  await call('PUT', '/films', { settings: settings(2, 1), mappings: { properties } });
  await call('PUT', '/old', { settings: settings(1, 1), mappings: { properties } });
  await call('PUT', '/ships', {
    settings: { ...settings(1, 1), 'index.knn': true },
    mappings: { properties: { ...properties, v: { type: 'knn_vector', dimension: 2 } } },
  });
  const write = async (from: number, to: number): Promise<void> => {
    for (const index of ['books', 'films', 'ships']) {
      for (let i = from; i < to; i++) {
        const vector = index === 'ships' ? { v: [i, i % 7] } : {};
        await call('PUT', `/${index}/_doc/${i}`, {
          title: `${index} ${i}`,
          year: 1990 + (i % 30),
          ...vector,
        });
      }
      await call('POST', `/${index}/_refresh`);
    }
  };
  await call('PUT', '/old/_doc/1', { title: 'old', year: 1 });
  await call('POST', '/old/_close');
  await write(0, 12);
  await call('PUT', '/_index_template/t', { index_patterns: ['t*'], template: { aliases: { all: {} } } });
  await call('POST', '/_flush');
  cpSync(work, older, { recursive: true });
  await call('PUT', '/_component_template/c', { template: { settings: { number_of_shards: 2 } } });
  await call('PUT', '/_scripts/s', { script: { lang: 'painless', source: '1 + 1' } });
  await call('PUT', '/_ingest/pipeline/p', { processors: [{ set: { field: 'x', value: 1 } }] });
  await call('PUT', '/_cluster/settings', { persistent: { 'plugins.query.size_limit': 150 } });
  await call('POST', '/_aliases', { actions: [{ add: { index: 'films', alias: 'pictures' } }] });
  await call('PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await call('PUT', '/_snapshot/r/one?wait_for_completion=true', { indices: 'books' });
  await write(12, 20);
  await call('POST', '/_flush');
  await call('PUT', '/_snapshot/r/two?wait_for_completion=true', { indices: 'books,films' });
  // No commit has these, and no refresh has shown them.
  for (const index of ['books', 'films', 'ships']) {
    await call('DELETE', `/${index}/_doc/3`);
    for (let i = 20; i < 26; i++)
      await call('PUT', `/${index}/_doc/${i}`, { title: `${index} late ${i}`, year: 2020 });
  }
  cpSync(work, target, { recursive: true, filter: (from) => !from.includes('node.lock') });
  await pool.close();
}

/** A question, and the index that it is about; null: about no index. */
export interface Answer {
  readonly about: string | null;
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** Everything that a client can ask about what is stored. */
export async function answersOf(pool: Rockpool): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (about: string | null, path: string): Promise<void> => {
    const { status, text } = await pool.request('GET', path);
    answers.push({ about, path, status, text });
  };
  for (const path of [
    '/_cluster/settings?flat_settings=true',
    '/_index_template',
    '/_component_template',
    '/_scripts/s',
    '/_ingest/pipeline',
    '/_snapshot/r/_all?filter_path=snapshots.snapshot,snapshots.indices,error',
    '/_cat/indices?h=index,status,uuid&s=index',
  ]) {
    await ask(null, path);
  }
  for (const index of INDICES) {
    await ask(index, `/${index}/_settings?flat_settings=true`);
    await ask(index, `/${index}/_mapping`);
    await ask(index, `/${index}/_alias`);
    if (index === 'old') continue;
    for (const preference of ['_rockpool:primary', '_rockpool:replica_first']) {
      const wanted =
        'filter_path=hits.total,hits.hits._id,hits.hits._source,_shards.failures,_shards.failed,error';
      await ask(index, `/${index}/_search?size=100&sort=_id&preference=${preference}&${wanted}`);
    }
    await ask(index, `/${index}/_count?q=title:late&filter_path=count,_shards.failed,_shards.failures,error`);
    for (const id of ['3', '7', '25']) await ask(index, `/${index}/_doc/${id}?_source=true`);
  }
  return answers;
}

/** Paths of files and folders, sorted; folders end with a slash. */
export function placesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${below}${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...placesIn(folder, `${path}/`)] : [path];
    })
    .sort();
}
