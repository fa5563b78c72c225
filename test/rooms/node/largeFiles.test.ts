import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FsDirectory } from '../../../src/directory/index.ts';
import { checkDataFolder } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** Every kind of file of a data folder, made as long as no file of its kind can be. */
const GIB = 1024 ** 3;
let folder: string;
let files: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-sparse-'));
  const node = await openTestNode({ dataPath: folder });
  const method = { name: 'hnsw', engine: 'nmslib', space_type: 'l2' };
  const v = { type: 'knn_vector', dimension: 2, method };
  await send(node.url, 'PUT', '/v', { settings: { 'index.knn': true }, mappings: { properties: { v } } });
  const lines = Array.from({ length: 600 }, (_, id) => `{"index":{"_id":"${id}"}}\n{"v":[${id},1]}\n`);
  await send(node.url, 'POST', '/v/_bulk', lines.join(''));
  await send(node.url, 'POST', '/v/_flush');
  await send(node.url, 'DELETE', '/v/_doc/1?refresh=true');
  await send(node.url, 'POST', '/v/_flush');
  await send(node.url, 'PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await send(node.url, 'PUT', '/_snapshot/r/s?wait_for_completion=true', {});
  await node.close();
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kinds: readonly (readonly [string, RegExp])[] = [
  ['the global state', /^state\/global-/],
  ['the list of state files', /^state\/manifest$/],
  ['the state of an index', /^state\/index-/],
  ['a commit', /^nodes\/.*\/segments_\w+$/],
  ['a segment', /^nodes\/.*\.seg$/],
  ['live documents', /^nodes\/.*\.liv$/],
  ['a translog', /^nodes\/.*\.tlog$/],
  ['a checkpoint', /^nodes\/.*translog\.ckp$/],
  ['a graph', /^nodes\/.*\.hnsw$/],
  ['the header of a graph', /^nodes\/.*\.hnsw\.header$/],
  ['a snapshot', /^repositories\/r\/snapshot-/],
  ['the list of snapshots', /^repositories\/r\/index$/],
  ['a segment of a snapshot', /^repositories\/.*\.seg$/],
];

describe('a file 3 GiB larger than it should be is refused with a message, without reading it:', () => {
  it.each(kinds)('%s', async (_kind, pattern) => {
    const file = files.find((name) => pattern.test(name)) ?? '';
    expect(file, files.join('\n')).toMatch(pattern);
    const path = join(folder, file);
    const { size } = statSync(path);
    truncateSync(path, size + 3 * GIB);
    const reading = vi.spyOn(FsDirectory.prototype, 'read');
    const { problems, graphs } = await checkDataFolder(folder);
    const read = await Promise.all(reading.mock.results.map(({ value }) => value.catch(() => [])));
    reading.mockRestore();
    truncateSync(path, size);
    const name = (file as string).split('/').at(-1) as string;
    expect([...problems, ...graphs].join('\n')).toContain(name);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ length }) => length > GIB).length).toBe(0);
    const whole = await checkDataFolder(folder);
    expect([...whole.problems, ...whole.graphs]).toEqual([]);
  });
});
