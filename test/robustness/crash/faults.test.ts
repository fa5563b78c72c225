import { describe, expect, it } from 'vitest';
import { checkShard, type IndexShard, type ShardOperation } from '../../../src/shard/index.ts';
import { index, openLastingShard, openShard, remove } from '../../rooms/shard/shards.ts';
import { FaultDirectory, type FaultKind, type FaultPlan, faultKinds } from './faultDirectory.ts';
import { Ledger } from './ledger.ts';
import { contents, writeAfter } from './shardContents.ts';

/**
 * Every call of the disk fails once, in every way, for once and for ever; then the power goes. What was acknowledged
 * must be there. FAULT_SEEDS=20 damages the unsynced bytes in as many ways each; FAULT_STEP=1 leaves no call out.
 */
const seeds = Number(process.env.FAULT_SEEDS ?? 1);
const step = Number(process.env.FAULT_STEP ?? 13);

async function send(
  shard: IndexShard,
  ledger: Ledger,
  changes: readonly (readonly [string, string | null])[],
) {
  const entries = changes.map(([id, content]) => ledger.ask(id, content));
  const operations = changes.map(
    ([id, content]): ShardOperation => (content === null ? remove(id) : index(id, { t: content })),
  );
  const results = await shard.write(operations);
  for (const [i, result] of results.entries()) entries[i].acknowledged = !(result instanceof Error);
}

/** Writes, updates and deletions with refreshes, commits, merges and a restart between them. */
async function workload(
  directory: FaultDirectory,
  ledger: Ledger,
  open: (directory: FaultDirectory) => Promise<IndexShard> = openOnce,
): Promise<IndexShard> {
  let shard = await open(directory);
  const attempt = async (task: () => Promise<unknown>) => {
    try {
      await task();
    } catch {
      // The shard may go on, or have closed itself; then the operations that follow fail.
    }
  };
  for (let round = 0; round < 6; round++) {
    const text = `round ${round} ${'x'.repeat(round * 30)}`;
    await attempt(() =>
      send(shard, ledger, [
        [`a${round}`, text],
        ['b', text],
        [`c${round % 2}`, text],
      ]),
    );
    await attempt(() =>
      send(shard, ledger, [
        [`a${round - 1}`, null],
        ['never', null],
      ]),
    );
    await attempt(() => shard.refresh());
    const late = attempt(() => sendWhile(shard, ledger, text));
    if (round % 2 === 1) await attempt(() => shard.flush());
    await late;
    if (round === 3) await attempt(() => shard.forceMerge({ maxNumSegments: 1, onlyExpungeDeletes: false }));
    if (round === 4) {
      await attempt(() => shard.close());
      shard = await open(directory);
    }
  }
  await attempt(() => shard.flush());
  // What no commit holds yet, one after the other: a frame that is lost must not take the next one with it.
  for (const id of ['b', 'last']) await attempt(() => send(shard, ledger, [[id, 'at the end']]));
  return shard;
}

const openLasting = (directory: FaultDirectory): Promise<IndexShard> => openLastingShard({ directory });
const openOnce = (directory: FaultDirectory): Promise<IndexShard> => openShard({ directory });

/** Writes one after the other, while something else goes on: at each moment the newest is not durable yet. */
async function sendWhile(shard: IndexShard, ledger: Ledger, text: string): Promise<void> {
  for (const id of ['late', 'a0', 'a1', 'late', 'a2', 'b']) await send(shard, ledger, [[id, `${text} late`]]);
}

/** Opens what the power loss left, possibly with a fault in recovery itself, until it opens without one. */
async function verify(
  files: Map<string, Uint8Array>,
  ledger: Ledger,
  seed: number,
  name: string,
): Promise<void> {
  const recovering = new FaultDirectory({ kind: 'power', atCall: seed % 7, forEver: true }, files);
  await openShard({ directory: recovering }).catch(() => undefined);
  const directory = new FaultDirectory(null, recovering.afterPowerLoss(seed + 1));
  const shard = await openShard({ directory }).catch((error: Error) => {
    throw new Error(`${name}: does not open: ${error.message}`);
  });
  expect(ledger.violations(await contents(shard, ledger.ids)), name).toEqual([]);
  expect(await writeAfter(shard), name).toBe('created');
  await shard.close();
  expect((await checkShard(directory)).problems, name).toEqual([]);
}

async function trial(plan: FaultPlan, seed: number): Promise<boolean> {
  const directory = new FaultDirectory(plan);
  const ledger = new Ledger();
  await workload(directory, ledger).catch(() => undefined);
  const name = `${plan.kind} at call ${plan.atCall}${plan.forEver ? ' for ever' : ''}, seed ${seed}`;
  await verify(directory.afterPowerLoss(seed), ledger, seed, name);
  return directory.struck;
}

describe('a fault at each call of the disk', () => {
  it.each(faultKinds)('%s: nothing acknowledged is lost', async (kind: FaultKind) => {
    const probe = new FaultDirectory(null);
    await workload(probe, new Ledger());
    let struck = 0;
    for (let atCall = 0; atCall < probe.calls; atCall += step) {
      for (const forEver of [false, true]) {
        for (let seed = 0; seed < seeds; seed++) {
          if (await trial({ kind, atCall, forEver }, atCall * 31 + seed * 7 + Number(forEver))) struck++;
        }
      }
    }
    expect(struck).toBeGreaterThan(probe.calls / step);
  });

  it.each(faultKinds.filter((kind) => kind !== 'power'))(
    '%s, once: the shard opens itself again and goes on',
    async (kind: FaultKind) => {
      const probe = new FaultDirectory(null);
      await workload(probe, new Ledger());
      let struck = 0;
      for (let atCall = 0; atCall < probe.calls; atCall += step) {
        const name = `${kind} at call ${atCall}`;
        const directory = new FaultDirectory({ kind, atCall, forEver: false });
        const ledger = new Ledger();
        // A fault while the folder is opened for the first time is the opener's to handle.
        const shard = await workload(directory, ledger, openLasting).catch(() => null);
        if (shard === null) continue;
        await shard.refresh().catch(() => undefined);
        await shard.refresh();
        expect(shard.failure, name).toBeNull();
        expect(ledger.violations(await contents(shard, ledger.ids)), name).toEqual([]);
        // The last calls are none of its sort: the fault would wait for the write that follows, and be its error.
        if (!directory.struck) continue;
        struck++;
        expect(await writeAfter(shard), name).toBe('created');
        await shard.close();
        expect((await checkShard(directory)).problems, name).toEqual([]);
      }
      expect(struck).toBeGreaterThan(probe.calls / step / 2);
    },
  );

  it('without a fault everything is there', async () => {
    const directory = new FaultDirectory(null);
    const ledger = new Ledger();
    await workload(directory, ledger);
    expect(ledger.acknowledged).toBeGreaterThan(35);
    for (let seed = 0; seed < 20; seed++)
      await verify(directory.afterPowerLoss(seed), ledger, seed, `seed ${seed}`);
  });
});
