import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  patternsIntersect,
  TaskManager,
  type TemplateTables,
  taskId,
  templateContent,
} from '../../../src/cluster/index.ts';
import { parseIndex } from '../../../src/cluster/metadata/clusterState.ts';
import { readState, writeState } from '../../../src/cluster/metadata/stateFile.ts';
import { allocate } from '../../../src/cluster/nodes/allocation.ts';
import { createVirtualNodes, selectNodes } from '../../../src/cluster/nodes/virtualNodes.ts';
import { type JsonObject, ManualClock, SeededRandom, wildcardMatches } from '../../../src/common/index.ts';
import { CorruptFileError, RamDirectory } from '../../../src/directory/index.ts';

describe('state files', () => {
  it('are read back as written', async () => {
    const directory = new RamDirectory();
    await writeState(directory, 'x', { a: 1 });
    await writeState(directory, 'x', { a: 'ü' });
    expect(await readState(directory, 'x')).toEqual({ a: 'ü' });
    expect(await directory.list()).toEqual(['x']);
  });

  it('are refused if a byte is wrong, or some are missing', async () => {
    const directory = new RamDirectory();
    await writeState(directory, 'x', { indices: ['staff'], n: 12 });
    const good = await directory.read('x');
    for (let i = 0; i < good.length; i++) {
      const flipped = Uint8Array.from(good);
      flipped[i] ^= 1;
      for (const bytes of [flipped, good.slice(0, i)]) {
        const output = await directory.create('y');
        output.write(bytes);
        await output.close();
        await expect(readState(directory, 'y'), `byte ${i}`).rejects.toBeInstanceOf(CorruptFileError);
      }
    }
  });
});

describe('metadata of an index', () => {
  it('from a version without an in-sync set treats all copies as in sync', () => {
    const json = {
      name: 'p',
      settings: {},
      aliases: {},
      mapping: {},
      copies: [
        [
          ['n1', 'a'],
          ['n2', 'b'],
        ],
        [
          ['n2', 'c'],
          [null, null],
        ],
      ],
    };
    expect(parseIndex(json).inSyncAllocations).toEqual(new Set(['a', 'b', 'c']));
    expect(parseIndex({ ...json, in_sync_allocations: ['a', 'c'] }).inSyncAllocations).toEqual(
      new Set(['a', 'c']),
    );
  });
});

describe('allocation', () => {
  const shape = fc.record({
    nodes: fc.integer({ min: 1, max: 5 }),
    shards: fc.integer({ min: 1, max: 6 }),
    replicas: fc.integer({ min: 0, max: 3 }),
    later: fc.integer({ min: 0, max: 3 }),
  });

  it('puts copies of a shard on different nodes, spreads primaries, and keeps existing copies', () => {
    fc.assert(
      fc.property(shape, ({ nodes: count, shards, replicas, later }) => {
        const random = new SeededRandom(1);
        const nodes = createVirtualNodes(
          Array.from({ length: count }, (_, i) => `n${i}`),
          random,
        );
        const copies = allocate(shards, replicas, nodes, new Map(), [], random);
        for (const shard of copies) {
          const assigned = shard.flatMap(({ nodeId }) => nodeId ?? []);
          expect(new Set(assigned).size).toBe(assigned.length);
          expect(assigned.length).toBe(Math.min(count, replicas + 1));
          expect(shard.length).toBe(replicas + 1);
        }
        const primaries = nodes.map(({ id }) => copies.filter(([{ nodeId }]) => nodeId === id).length);
        expect(Math.max(...primaries) - Math.min(...primaries)).toBeLessThanOrEqual(1);
        const changed = allocate(shards, later, nodes, new Map(), copies, random);
        changed.forEach((shard, i) => {
          expect(shard[0]).toEqual(copies[i][0]);
          for (const kept of copies[i].slice(0, later + 1)) {
            if (kept.nodeId !== null) expect(shard).toContainEqual(kept);
          }
        });
      }),
    );
  });
});

describe('node filters', () => {
  const nodes = createVirtualNodes(['id-a', 'id-b'], new SeededRandom(1));
  const filters: readonly (readonly [string | null, string])[] = [
    [null, 'node-1,node-2'],
    ['_all', 'node-1,node-2'],
    ['id-a', 'node-1'],
    ['id-b,nosuch', 'node-2'],
    ['node-2', 'node-2'],
    ['node-*', 'node-1,node-2'],
    ['_local', 'node-1'],
    ['_cluster_manager', 'node-1'],
    ['127.0.0.1', 'node-1,node-2'],
    ['data:true', 'node-1,node-2'],
    ['data:false', ''],
    ['_all,data:false', ''],
    ['nosuch', ''],
  ];
  for (const [filter, selected] of filters) {
    it(`${filter} → [${selected}]`, () => {
      expect(
        selectNodes(nodes, filter)
          .map(({ name }) => name)
          .join(','),
      ).toBe(selected);
    });
  }
});

describe('templates', () => {
  const template = (pattern: string, shards: number, more: JsonObject = {}): JsonObject => ({
    index_patterns: [pattern],
    template: { settings: { index: { number_of_shards: String(shards) } } },
    composed_of: [],
    ...more,
  });
  const tables: TemplateTables = {
    templates: new Map<string, JsonObject>([
      ['l0', { order: 0, index_patterns: ['logs-*'], settings: { index: { codec: 'a', priority: '1' } } }],
      ['l1', { order: 1, index_patterns: ['*'], settings: { index: { codec: 'b' } } }],
    ]),
    indexTemplates: new Map([
      ['low', template('metrics-*', 2)],
      ['high', template('metrics-eu-*', 3, { priority: 5, composed_of: ['c'] })],
    ]),
    componentTemplates: new Map([
      ['c', { template: { settings: { index: { codec: 'c', number_of_shards: '9' } } } }],
    ]),
  };
  const settingsOf = (name: string) => Object.fromEntries(templateContent(tables, name).settings);

  it('of the highest priority wins over others and over its components', () => {
    expect(settingsOf('metrics-eu-1')).toEqual({ 'index.codec': 'c', 'index.number_of_shards': '3' });
    expect(settingsOf('metrics-us-1')).toEqual({ 'index.number_of_shards': '2' });
  });

  it('of the legacy kind apply together, by order, if no index template matches', () => {
    expect(settingsOf('logs-1')).toEqual({ 'index.codec': 'b', 'index.priority': '1' });
  });

  it('overlap when some name matches both patterns', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 5 }).map((parts) => parts.join(''));
    const name = fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, pattern, name, (a, b, text) => {
        fc.pre(wildcardMatches(a, text) && wildcardMatches(b, text));
        expect(patternsIntersect(a, b)).toBe(true);
      }),
    );
  });
});

describe('tasks', () => {
  it('are listed while running, stored if nobody waits, and cancelled with their children', async () => {
    const clock = new ManualClock();
    const tasks = new TaskManager(clock, () => 'n1');
    let finish: (value: { done: true }) => void = () => undefined;
    const id = tasks.start({ action: 'a:b/c', description: 'd', cancellable: true }, (task) => {
      tasks.register({ action: 'a:b/c[n]', description: '', cancellable: true, parentTaskId: taskId(task) });
      return new Promise((resolve, reject) => {
        finish = resolve;
        task.signal.addEventListener('abort', () => reject(task.signal.reason));
      });
    });
    const all = tasks.list({ actions: ['a:*'], nodeIds: null, parentTaskId: null });
    expect(all.map(({ action }) => action)).toEqual(['a:b/c', 'a:b/c[n]']);
    expect(tasks.list({ actions: ['*knn*'], nodeIds: null, parentTaskId: null })).toEqual([]);
    const waited = tasks.waitFor(id, 1000);
    finish({ done: true });
    expect(await waited).toBe(true);
    expect(tasks.get(id)).toMatchObject({ response: { done: true } });

    const second = tasks.start({ action: 'x', description: '', cancellable: true }, (task) => {
      return new Promise((_resolve, reject) => {
        task.signal.addEventListener('abort', () => reject(task.signal.reason));
      });
    });
    const late = tasks.waitFor(second, 1000);
    clock.advance(1000);
    expect(await late).toBe(false);
    const [running] = tasks.list({ actions: ['x'], nodeIds: null, parentTaskId: null });
    tasks.cancel(running, 'by user request');
    await tasks.waitFor(second, 1000);
    const { error } = tasks.get(second) as { error: Error };
    expect(error.message).toBe('cancelled task with reason: by user request');
    expect(() => tasks.get('n1:99')).toThrow("task [n1:99] isn't running and hasn't stored its results");
    expect(() => tasks.get('nonsense')).toThrow('malformed task id nonsense');
  });
});
