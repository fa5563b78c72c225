import { afterAll, describe, expect, it } from 'vitest';
import type { Directory } from '../../../src/directory/index.ts';
import {
  mapperOf,
  pluginFor,
  randomRows,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from './support.ts';

/**
 * Every call of the disk that the build of a graph, and its load, make fails in turn, once and for ever: a build is
 * whole or leaves no graph, a search is right, and the next build succeeds.
 */
const { directory: folder, remove } = temporaryDirectory();
afterAll(remove);

const CALLS = ['read', 'scan', 'create', 'rename', 'delete', 'sync', 'exists', 'sizeBytes'] as const;

/** Real files, since the library writes by path; the n-th call fails, or all from it on. */
class FailingDisk {
  calls = 0;
  failFrom: number | null = null;
  failTo = Number.POSITIVE_INFINITY;

  fail(atCall: number, forEver: boolean): void {
    this.calls = 0;
    this.failFrom = atCall;
    this.failTo = forEver ? Number.POSITIVE_INFINITY : atCall;
  }

  repair(): void {
    this.failFrom = null;
    this.calls = 0;
  }

  over(directory: Directory): Directory {
    return new Proxy(directory, {
      get: (target, name: keyof Directory) => {
        const member = target[name];
        if (typeof member !== 'function') return member;
        const call = (...args: unknown[]): unknown => {
          if (!(CALLS as readonly string[]).includes(name)) return Reflect.apply(member, target, args);
          const at = this.calls++;
          if (this.failFrom === null || at < this.failFrom || at > this.failTo) {
            return Reflect.apply(member, target, args);
          }
          return Promise.reject(Object.assign(new Error('EIO: simulated'), { code: 'EIO' }));
        };
        return call;
      },
    });
  }
}

const field = vectorField('v', vectorInfo({ efConstruction: 16 }));
const mapper = mapperOf(field);

describe('a disk that fails under graphs', () => {
  const disk = new FailingDisk();
  const directory = disk.over(folder);
  const { plugin, set } = pluginFor(folder.folder('tmp'));
  afterAll(() => plugin.close());
  const copy = shardCopy('index', { 'index.knn.algo_param.ef_search': '100' });
  const shard = plugin.node('node-0').openShard(copy, directory);
  const vector = Float32Array.of(0.1, 0.2, 0.3, 0.4);
  let made = 0;
  const newSegment = () => segmentOf(`_${made++}`, { v: vectorsOf(randomRows(520, 4, 7)) });
  const build = (segment = newSegment()) =>
    shard.segmentCreated({ segment, directory, mapper, cause: 'refresh' });
  const search = async (segment: ReturnType<typeof newSegment>) =>
    shard.search({ segment, field, vector, k: 10, filter: null });

  it.each([false, true])('builds whole graphs or none (for ever: %s)', async (forEver) => {
    disk.repair();
    await build();
    const { calls } = disk;
    expect(calls).toBeGreaterThan(5);
    for (let atCall = 0; atCall < calls; atCall++) {
      const segment = newSegment();
      const files = async () => (await folder.list()).filter((name) => name.startsWith(`${segment.name}_`));
      disk.fail(atCall, forEver);
      const names = await build(segment).catch(() => null);
      disk.repair();
      if (names === null && !forEver) expect(await files(), `call ${atCall}`).toEqual([]);
      // What could not be deleted is no graph: it has no name, or no header.
      if (names !== null) expect(await files(), `call ${atCall}`).toEqual([...names].sort());
      expect(await build(segment), `call ${atCall}`).toHaveLength(2);
    }
  });

  it.each([false, true])('searches right, with a graph or without (for ever: %s)', async (forEver) => {
    disk.repair();
    const segment = newSegment();
    await build(segment);
    const forget = (): void => set('knn.cache.item.expiry.minutes', '3h');
    const right = await search(segment);
    forget();
    disk.repair();
    await search(segment);
    const { calls } = disk;
    expect(calls).toBeGreaterThan(1);
    for (let atCall = 0; atCall < calls; atCall++) {
      forget();
      disk.fail(atCall, forEver);
      // Without its file the search is exact: at least as near.
      const found = await search(segment);
      expect([...found.scores].sort(), `call ${atCall}`).toEqual([...right.scores].sort());
      disk.repair();
      forget();
      expect(await search(segment), `call ${atCall}`).toEqual(right);
    }
  });
});
