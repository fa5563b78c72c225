import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterState } from '../../../src/cluster/metadata/clusterState.ts';
import { newClusterState, withIndex, withoutIndex } from '../../../src/cluster/metadata/stateChanges.ts';
import { StateMachine } from '../../../src/cluster/metadata/stateMachine.ts';
import { StateStore } from '../../../src/cluster/metadata/stateStore.ts';
import { type JsonObject, SeededRandom } from '../../../src/common/index.ts';
import { FaultDirectory, type FaultPlan, faultKinds } from '../../robustness/crash/faultDirectory.ts';
import { openPoolOver } from '../../support/pool.ts';

/** A template of the global state, or a setting of an index, by name; null takes it away. */
interface Change {
  readonly kind: 'template' | 'index';
  readonly name: string;
  readonly value: string | null;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('template', 'index'),
  name: fc.constantFrom('a', 'b', 'c'),
  value: fc.option(fc.constantFrom('1', '2', '3'), { freq: 4 }),
});

const fault: fc.Arbitrary<FaultPlan> = fc.record({
  kind: fc.constantFrom(...faultKinds),
  atCall: fc.nat(80),
  forEver: fc.boolean(),
});

function decide(state: ClusterState, { kind, name, value }: Change): Omit<ClusterState, 'version'> {
  if (kind === 'index')
    return value === null ? withoutIndex(state, name) : withIndex(state, index(name, value));
  const templates = new Map<string, JsonObject>(state.global.templates);
  if (value === null) templates.delete(name);
  else templates.set(name, { value });
  return { ...state, global: { ...state.global, templates } };
}

function index(uuid: string, value: string) {
  return {
    uuid,
    name: uuid,
    settings: new Map([['index.value', value]]),
    aliases: new Map(),
    mapping: {},
    creationDateMs: 0,
    damage: null,
    state: 'open' as const,
    copies: [[{ nodeId: 'n', allocationId: value }]],
    inSyncAllocations: new Set([value]),
    primaryTerms: [1],
  };
}

/** What a state says of the names, for comparison. */
function contents(state: ClusterState): ReadonlyMap<string, string> {
  return new Map<string, string>([
    ...[...state.global.templates].map(([name, json]) => [`template ${name}`, String(json.value)] as const),
    ...[...state.indices.values()].map(
      ({ name, settings, copies }) =>
        [`index ${name}`, `${settings.get('index.value')} ${copies[0][0].allocationId}`] as const,
    ),
  ]);
}

async function open(directory: FaultDirectory): Promise<StateMachine> {
  const store = new StateStore(directory);
  const stored = await store.read();
  const machine = new StateMachine(store, stored ?? newClusterState(new SeededRandom(1)));
  // As a first start does: there is a manifest before there is an index.
  if (stored === null) await machine.change((state) => ({ ...state }));
  return machine;
}

describe('the state machine', () => {
  it('never shows a state that a power failure would undo', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(), async (changes, seed) => {
        const disk = new FaultDirectory(null);
        const machine = await open(disk);
        const lost: Promise<void>[] = [];
        disk.watch((call) => {
          const visible = machine.state;
          if (visible.version === 0) return;
          const after = disk.restart(seed + call);
          lost.push(
            new StateStore(after).read().then((found) => {
              expect(found?.version).toBeGreaterThanOrEqual(visible.version);
            }),
          );
        });
        await Promise.all(changes.map((one) => machine.change((state) => decide(state, one))));
        await Promise.all(lost);
        expect(contents(await reread(disk.restart(seed)))).toEqual(contents(machine.state));
      }),
      { numRuns: 60 },
    );
  });

  it('ignores failed changes, and keeps every successful one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 2, maxLength: 12 }),
        fault,
        fc.nat(),
        async (changes, plan, seed) => {
          const disk = new FaultDirectory(plan);
          const machine = await open(disk).catch(() => null);
          if (machine === null) return;
          // Clients ask at once; what each of them is told must hold.
          const outcomes = await Promise.allSettled(
            changes.map((one) => machine.change((state) => decide(state, one))),
          );
          let expected = newClusterState(new SeededRandom(1));
          for (const [i, { status }] of outcomes.entries()) {
            if (status === 'fulfilled') expected = { ...expected, ...decide(expected, changes[i]) };
          }
          expect(contents(machine.state)).toEqual(contents(expected));
          // A disk that fails for good may have taken the change that was under way, or not.
          if (plan.forEver || plan.kind === 'power') return;
          expect(contents(await reread(disk.restart(seed)))).toEqual(contents(expected));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('applies changes of several indices as one', async () => {
    const disk = new FaultDirectory(null);
    const machine = await open(disk);
    const both = (value: string) => (state: ClusterState) =>
      withIndex(withIndex(state, index('a', value)), index('b', value));
    await machine.change(both('1'));
    const seen = new Set<string>();
    const reads: Promise<void>[] = [];
    disk.watch((call) => {
      for (let seed = 0; seed < 8; seed++) {
        const after = disk.restart(call * 8 + seed);
        reads.push(reread(after).then((state) => void seen.add([...contents(state).values()].join())));
      }
    });
    await machine.change(both('2'));
    await Promise.all(reads);
    expect([...seen].sort()).toEqual(['1 1,1 1', '2 2,2 2'].slice(0, seen.size));
  });

  it('keeps a deletion if it is unknown whether it was saved: later writes would be lost', async () => {
    const remove = async (plan: FaultPlan | null, options: { readonly holdsInDoubt: boolean }) => {
      const disk = new FaultDirectory(plan);
      const machine = await open(disk);
      await machine.change((state) => withIndex(state, index('a', '1')));
      const calls = disk.calls;
      const changing = machine.change((state) => withoutIndex(state, 'a'), options);
      const [{ status }] = await Promise.allSettled([changing]);
      const outcome = status === 'fulfilled' ? 'done' : 'failed';
      const left = [...machine.state.indices.keys()];
      const end = disk.calls;
      if (plan === null || plan.forEver) return { calls, end, outcome, left };
      // Whatever a power loss does to the name that could not be made durable.
      for (let seed = 0; seed < 16; seed++) {
        expect([...(await reread(disk.restart(seed))).indices.keys()]).toEqual(left);
      }
      return { calls, end, outcome, left };
    };
    const { calls, end } = await remove(null, { holdsInDoubt: true });
    // Counted from the end: the folder's fsync, then the deletion of the old file.
    const plan = { kind: 'eio', atCall: end - 2, forEver: true } as const;
    expect(end).toBeGreaterThan(calls + 2);
    expect(await remove(plan, { holdsInDoubt: true })).toMatchObject({ outcome: 'failed', left: [] });
    expect(await remove(plan, { holdsInDoubt: false })).toMatchObject({ outcome: 'failed', left: ['a'] });
    const once = { ...plan, forEver: false };
    expect(await remove(once, { holdsInDoubt: true })).toMatchObject({ outcome: 'done', left: [] });
    expect(await remove(once, { holdsInDoubt: false })).toMatchObject({ outcome: 'failed', left: ['a'] });
  });
});

async function reread(directory: FaultDirectory): Promise<ClusterState> {
  return (await new StateStore(directory).read()) ?? newClusterState(new SeededRandom(1));
}

describe('clients that change metadata concurrently', () => {
  const requests: readonly (readonly [method: string, path: string, body: object | null])[] = [
    ['PUT', '/_cluster/settings', { persistent: { 'plugins.query.size_limit': 150 } }],
    ['PUT', '/_cluster/settings', { persistent: { 'cluster.max_shards_per_node': 999 } }],
    ['PUT', '/_index_template/t', { index_patterns: ['t*'] }],
    ['PUT', '/_scripts/s', { script: { lang: 'painless', source: '1' } }],
    ['PUT', '/_ingest/pipeline/p', { processors: [] }],
    ['PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } }],
    ['PUT', '/i', {}],
    ['POST', '/_cluster/voting_config_exclusions?node_names=x', null],
  ];

  it('keep every acknowledged change, also after a power failure', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const disk = new FaultDirectory(null);
      const pool = await openPoolOver(disk);
      const random = new SeededRandom(seed);
      const inAnyOrder = [...requests].sort(() => random.next() - 0.5);
      const answers = await Promise.all(
        inAnyOrder.map(([method, path, body]) => pool.request(method, path, body)),
      );
      expect(answers.filter(({ ok }) => !ok).map(({ text }) => text)).toEqual([]);
      const again = await openPoolOver(disk.restart(seed));
      const get = async (path: string) => (await again.request('GET', path)).text;
      const settings = await get('/_cluster/settings?flat_settings=true');
      expect(JSON.parse(settings).persistent).toEqual({
        'plugins.query.size_limit': '150',
        'cluster.max_shards_per_node': '999',
      });
      for (const path of ['/_index_template/t', '/_scripts/s', '/_ingest/pipeline/p', '/_snapshot/r', '/i']) {
        expect([path, (await again.request('GET', path)).status]).toEqual([path, 200]);
      }
      expect(await get('/_cluster/state/metadata')).toContain('"node_name":"x"');
      await again.close();
      await pool.close();
    }
  });
});
