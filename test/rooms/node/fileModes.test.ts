import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestNode, send } from '../../support/node.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-modes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What others may reach under a folder: files and folders with a bit for the group or for all. */
function open(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const here = join(path, entry.name);
    const own = (lstatSync(here).mode & 0o077) === 0 ? [] : [relative(folder, here)];
    return entry.isDirectory() ? [...own, ...open(here)] : own;
  });
}

async function fill(url: string): Promise<void> {
  const v = {
    type: 'knn_vector',
    dimension: 2,
    method: { name: 'hnsw', engine: 'nmslib', space_type: 'l2' },
  };
  await send(url, 'PUT', '/v', { settings: { 'index.knn': true }, mappings: { properties: { v } } });
  // Fewer vectors are searched without a graph.
  const lines = Array.from({ length: 600 }, (_, id) => `{"index":{"_id":"${id}"}}\n{"v":[${id},1]}\n`);
  await send(url, 'POST', '/v/_bulk?refresh=true', lines.join(''));
  await send(url, 'DELETE', '/v/_doc/1?refresh=true');
  await send(url, 'POST', '/v/_flush');
  await send(url, 'PUT', '/v/_doc/new?refresh=true', { v: [4, 4] });
  await send(url, 'POST', '/v/_forcemerge?max_num_segments=1');
  await send(url, 'PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await send(url, 'PUT', '/_snapshot/r/s?wait_for_completion=true', {});
  await send(url, 'PUT', '/v/_settings', { number_of_replicas: 1 });
}

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is not readable by other users: documents, graphs, snapshots, state', async () => {
    const node = await openTestNode({ dataPath: folder, nodeCount: 2 });
    await fill(node.url);
    expect(readdirSync(join(folder, 'nodes')).length).toBe(2);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /^nodes\/.*\.hnsw$/.test(name))).not.toEqual([]);
    expect(names.filter((name) => /^repositories\/.*\.hnsw$/.test(name))).not.toEqual([]);
    expect(open(folder)).toEqual([]);
    await node.close();
    expect(open(folder)).toEqual([]);
  });

  it('of an earlier version is made private when it is opened', async () => {
    await (await openTestNode({ dataPath: folder })).close();
    for (const name of ['state', 'nodes']) {
      mkdirSync(join(folder, name), { recursive: true });
      chmodSync(join(folder, name), 0o755);
    }
    await (await openTestNode({ dataPath: folder })).close();
    expect(open(folder)).toEqual([]);
  });

  it('does not allow repositories outside of it', async () => {
    const node = await openTestNode({ dataPath: folder });
    const outside = mkdtempSync(join(tmpdir(), 'rockpool-outside-'));
    mkdirSync(join(folder, 'repositories'), { mode: 0o700 });
    symlinkSync(outside, join(folder, 'repositories', 'r'));
    const answer = await send(node.url, 'PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('location [r] leaves the data folder through the link [r]');
    expect(readdirSync(outside)).toEqual([]);
    await node.close();
    rmSync(outside, { recursive: true });
  });
});
