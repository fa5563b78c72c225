import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool } from '../../../src/index.ts';
import { checkDataFolder } from '../../../src/node/index.ts';
import { randomRows } from '../knn/support.ts';

/** A folder with two indices, a deletion, a graph, operations that no commit holds, and a snapshot. */
const data = mkdtempSync(join(tmpdir(), 'rockpool-check-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

beforeAll(async () => {
  const pool = await openRockpool({ data });
  const call = async (method: string, path: string, body: string | object | null = null) => {
    const answer = await pool.request(method, path, body);
    expect(answer.ok, answer.text).toBe(true);
  };
  await call('PUT', '/vectors', {
    settings: { 'index.knn': true, number_of_replicas: 0 },
    mappings: { properties: { v: { type: 'knn_vector', dimension: 4 } } },
  });
  const lines = randomRows(530, 4).map((v, i) => `{"index":{"_id":"${i}"}}\n${JSON.stringify({ v })}\n`);
  await call('POST', '/vectors/_bulk?refresh=true', lines.join(''));
  await call('DELETE', '/vectors/_doc/7?refresh=true');
  await call('PUT', '/books', { settings: { number_of_replicas: 0 } });
  await call('PUT', '/books/_doc/1', { title: 'Tide pools' });
  await call('POST', '/_flush');
  await call('PUT', '/_snapshot/safe', { type: 'fs', settings: { location: 'deep/safe' } });
  await call('PUT', '/_snapshot/safe/first?wait_for_completion=true', {});
  await call('PUT', '/books/_doc/2', { title: 'Rock pools' });
  await pool.close();
});

/** Every file of the folder, by its path. */
function filesOf(folder = ''): string[] {
  return readdirSync(join(data, folder)).flatMap((name) => {
    const path = join(folder, name);
    return statSync(join(data, path)).isDirectory() ? filesOf(path) : [path];
  });
}

/** Checks with another content in a file's place (null: without the file), and puts the file back. */
async function checkWith(path: string, change: (bytes: Buffer) => Buffer | null) {
  const file = join(data, path);
  const bytes = readFileSync(file);
  const changed = change(Buffer.from(bytes));
  if (changed === null) rmSync(file);
  else writeFileSync(file, changed);
  const found = await checkDataFolder(data);
  writeFileSync(file, bytes);
  return found;
}

const flip = (bytes: Buffer): Buffer => {
  bytes[bytes.length >> 1] ^= 0x10;
  return bytes;
};

describe('the check of a data folder', () => {
  it('finds no problems, no damaged graphs and no leftovers in an intact folder', async () => {
    const { files, shards, problems, graphs, leftovers } = await checkDataFolder(data);
    expect({ shards, problems, graphs, leftovers }).toEqual({
      shards: 4,
      problems: [],
      graphs: [],
      leftovers: [],
    });
    expect(files).toBe(filesOf().length);
  });

  it('reports every file in which a bit was flipped, one at a time', async () => {
    const silent: string[] = [];
    for (const path of filesOf()) {
      const { problems, graphs } = await checkWith(path, flip);
      const named = [...problems, ...graphs].some((line) => line.startsWith(`${path}: `));
      // The bit in the middle of the checkpoint lies between its two slots, where nothing is read.
      if (!named && !path.endsWith('.ckp')) silent.push(path);
    }
    expect(silent).toEqual([]);
  });

  it('reports every missing file, except graphs, which are rebuilt on demand', async () => {
    const silent: string[] = [];
    for (const path of filesOf()) {
      const { problems } = await checkWith(path, () => null);
      if (problems.length === 0) silent.push(path.replace(/^.*\//, ''));
    }
    expect(silent.filter((name) => !/\.hnsw|^index-|^snapshot-/.test(name))).toEqual([]);
  });

  it('lists unneeded files', async () => {
    for (const path of ['notes.txt', 'state/global.tmp']) writeFileSync(join(data, path), 'x');
    const { problems, leftovers } = await checkDataFolder(data);
    expect({ problems, leftovers: [...leftovers].sort() }).toEqual({
      problems: [],
      leftovers: ['notes.txt', 'state/global.tmp'],
    });
    for (const path of leftovers) rmSync(join(data, path));
  });

  it('is refused while a process has the folder open', async () => {
    await using _pool = await openRockpool({ data });
    await expect(checkDataFolder(data)).rejects.toThrow('in use by another process');
  });
});
