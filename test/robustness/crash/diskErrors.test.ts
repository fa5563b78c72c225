import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/common/index.ts';
import type { Rockpool } from '../../../src/library/index.ts';
import { openPoolOver } from '../../support/pool.ts';
import { FaultDirectory } from './faultDirectory.ts';

const PATH = '/var/lib/rockpool/nodes/0/file';

/** A disk on which nothing can be written or named while it has a `code`. */
class RefusingDisk {
  readonly directory = new FaultDirectory(null);
  code: string | null = null;

  constructor() {
    this.directory.watch((_, sort) => {
      const { code } = this;
      if (code === null || sort === 'read' || (sort === 'sync' && code !== 'EIO')) return;
      const message = `${code}: what the system says, write '${PATH}'`;
      throw Object.assign(new Error(message), { code, syscall: 'write', path: PATH });
    });
  }
}

/** Reopening tries again after so long at most. */
const LONGEST_REST_MS = 60_000;

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function prepare(pool: Rockpool): Promise<void> {
  const ask = async (method: string, path: string, body: object | null = null): Promise<void> => {
    const { ok, text } = await pool.request(method, path, body);
    expect(ok, `${method} ${path}: ${text}`).toBe(true);
  };
  await ask('PUT', '/a', { settings: { number_of_replicas: 0, refresh_interval: '-1' } });
  for (const id of ['1', '2']) {
    await ask('PUT', `/a/_doc/${id}`, { n: 1 });
    await ask('POST', '/a/_refresh');
  }
  await ask('PUT', '/old', {});
  await ask('PUT', '/_index_template/streams', { index_patterns: ['stream*'], data_stream: {} });
  await ask('PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  await ask('PUT', '/_snapshot/r/first?wait_for_completion=true', {});
  await ask('PUT', '/a/_doc/3', { n: 1 });
}

const REQUESTS = `
PUT /new {}
PUT /a/_mapping {"properties":{"added":{"type":"long"}}}
PUT /a/_settings {"index.max_result_window":100}
PUT /_cluster/settings {"persistent":{"plugins.query.size_limit":150}}
PUT /_index_template/t {"index_patterns":["t*"]}
PUT /_template/t {"index_patterns":["t*"]}
PUT /_component_template/t {"template":{}}
PUT /_ingest/pipeline/p {"processors":[]}
PUT /_scripts/s {"script":{"lang":"painless","source":"1"}}
PUT /_data_stream/stream
POST /_aliases {"actions":[{"add":{"index":"a","alias":"x"}}]}
POST /old/_close
DELETE /old
PUT /a/_doc/4 {"n":2}
PUT /a/_doc/4 {"unmapped":2}
PUT /automatic/_doc/1 {"n":2}
POST /a/_update/1 {"doc":{"n":2}}
DELETE /a/_doc/1
PUT /_snapshot/other {"type":"fs","settings":{"location":"other"}}
PUT /_snapshot/r/s?wait_for_completion=true {}
`
  .trim()
  .split('\n');

describe('a full disk', () => {
  it.each(REQUESTS)('%s: says so, and goes on when there is space again', async (line) => {
    const [, method, path, body] = /^(\S+) (\S+) ?(.*)$/.exec(line) as RegExpExecArray;
    const send = (pool: Rockpool) => pool.request(method, path, body === '' ? null : JSON.parse(body));
    const [disk, clock] = [new RefusingDisk(), new ManualClock()];
    const pool = await openPoolOver(disk.directory, 1, clock);
    await prepare(pool);
    disk.code = 'ENOSPC';
    const { status, text } = await send(pool);
    expect({ status, error: JSON.parse(text).error }, text).toMatchObject({
      status: 500,
      error: { type: 'i_o_exception', reason: 'No space left on device' },
    });
    disk.code = null;
    clock.advance(LONGEST_REST_MS);
    await until(async () => (await send(pool)).ok);
    await pool.close();
  });

  it.each([
    ['POST', '/a/_refresh', 500],
    ['POST', '/a/_flush', 200],
    ['POST', '/a/_forcemerge?max_num_segments=1', 200],
  ])('%s %s: lists the copies that failed', async (method, path, expected) => {
    const [disk, clock] = [new RefusingDisk(), new ManualClock()];
    const pool = await openPoolOver(disk.directory, 1, clock);
    await prepare(pool);
    disk.code = 'ENOSPC';
    const { status, text } = await pool.request(method, path);
    const reason = { type: 'i_o_exception', reason: 'No space left on device' };
    expect({ status, ...JSON.parse(text) }, text).toMatchObject({
      status: expected,
      _shards: { total: 1, successful: 0, failed: 1, failures: [{ index: 'a', shard: 0, reason }] },
    });
    disk.code = null;
    clock.advance(LONGEST_REST_MS);
    await until(async () => JSON.parse((await pool.request(method, path)).text)._shards.failed === 0);
    await pool.close();
  });

  it('fails the items of a bulk request one by one', async () => {
    const [disk, clock] = [new RefusingDisk(), new ManualClock()];
    const pool = await openPoolOver(disk.directory, 1, clock);
    await prepare(pool);
    const lines = '{"index":{"_index":"a","_id":"5"}}\n{"n":1}\n{"index":{"_index":"automatic"}}\n{"n":1}\n';
    disk.code = 'ENOSPC';
    const { status, text } = await pool.request('POST', '/_bulk', lines);
    const error = { type: 'i_o_exception', reason: 'No space left on device' };
    expect({ status, ...JSON.parse(text) }, text).toMatchObject({
      status: 200,
      errors: true,
      items: [{ index: { status: 500, error } }, { index: { status: 500, error } }],
    });
    disk.code = null;
    clock.advance(LONGEST_REST_MS);
    await until(async () => !JSON.parse((await pool.request('POST', '/_bulk', lines)).text).errors);
    await pool.close();
  });
});

/** What fails | number of replicas on one node | health before and after. */
const CLOSED_ENGINES = [
  ['ENOSPC', 0, 'green'],
  ['ENOSPC', 1, 'yellow'],
  ['EIO', 0, 'green'],
  ['EIO', 1, 'yellow'],
] as const;

describe('a shard whose engine a failed write or fsync has closed', () => {
  it.each(CLOSED_ENGINES)(
    '%s, %d replicas: is red until it can write, then %s',
    async (code, replicas, whole) => {
      const [disk, clock] = [new RefusingDisk(), new ManualClock()];
      const pool = await openPoolOver(disk.directory, 1, clock);
      const read = async (path: string) => JSON.parse((await pool.request('GET', path)).text);
      const health = async () => {
        const { status, indices } = await read('/_cluster/health?level=indices');
        return [status, indices.a.status, indices.other.status];
      };
      const settings = { number_of_replicas: replicas, refresh_interval: '-1' };
      for (const name of ['a', 'other']) await pool.request('PUT', `/${name}`, { settings });
      await pool.request('PUT', '/a/_doc/1', { n: 1 });
      expect(await health()).toEqual([whole, whole, whole]);

      disk.code = code;
      expect((await pool.request('PUT', '/a/_doc/2', { n: 2 })).status).toBe(500);
      expect(await health()).toEqual(['red', 'red', whole]);
      const [copy] = await read('/_cat/shards/a?h=prirep,state,unassigned.details&s=prirep&format=json');
      expect(copy).toMatchObject({ prirep: 'p', state: 'INITIALIZING' });
      expect(copy['unassigned.details']).toMatch(/engine is closed: /);
      // An attempt to open it again, on a disk that still refuses.
      clock.advance(LONGEST_REST_MS);
      expect((await pool.request('PUT', '/a/_doc/2', { n: 2 })).ok).toBe(false);
      expect(await health()).toEqual(['red', 'red', whole]);
      expect((await pool.request('GET', '/other/_count')).status).toBe(200);

      disk.code = null;
      clock.advance(LONGEST_REST_MS);
      await until(async () => (await health())[0] === whole);
      expect(await health()).toEqual([whole, whole, whole]);
      expect((await pool.request('PUT', '/a/_doc/2', { n: 2 })).ok).toBe(true);
      expect((await read('/a/_doc/1'))._source).toEqual({ n: 1 });
      await pool.close();
    },
  );
});

const CODES = `
EACCES | Permission denied
EDQUOT | Disk quota exceeded
EIO    | Input/output error
EMFILE | Too many open files
ENOSPC | No space left on device
EROFS  | Read-only file system
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('a disk that refuses', () => {
  it.each(CODES)('with %s is reported as [%s], without a path', async (code, reason) => {
    const disk = new RefusingDisk();
    const pool = await openPoolOver(disk.directory);
    disk.code = code;
    for (const path of ['/new', '/new/_doc/1', '/_ingest/pipeline/p']) {
      const { text } = await pool.request('PUT', path, path.endsWith('p') ? { processors: [] } : {});
      const error = { root_cause: [{ type: 'i_o_exception', reason }], type: 'i_o_exception', reason };
      expect(JSON.parse(text)).toEqual({ error, status: 500 });
    }
    disk.code = null;
    await pool.close();
  });
});
