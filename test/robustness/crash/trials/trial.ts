import { SeededRandom } from '../../../../src/common/index.ts';
import { checkShard } from '../../../../src/shard/index.ts';
import { openShard } from '../../../rooms/shard/shards.ts';
import {
  type CallSort,
  FaultDirectory,
  type FaultKind,
  type FaultPlan,
  failingSorts,
  faultKinds,
} from '../faultDirectory.ts';
import { Ledger } from '../ledger.ts';
import { contents, writeAfter } from '../shardContents.ts';
import { work } from './workload.ts';

/**
 * A trial: one random workload (`seed`), one fault at one call of the disk, a power loss with one way (`damage`) to lose
 * what was not durable, a fault while the shard recovers and another power loss; then all that was acknowledged must be
 * there, every file whole, and the shard writable.
 */
export interface Trial {
  readonly seed: number;
  readonly plan: FaultPlan;
  readonly damage: number;
}

/** What is wrong; null: nothing. */
export type Judged = { readonly trial: Trial; readonly problem: string | null };

/** Ways to lose what was not durable, of each fault. */
const DAMAGES = 2;
/** A power loss needs no workload of its own, so there may be more. */
const POWER_DAMAGES = 5;

/** `17 eio 31 once 1`: what runs a trial again. */
export function trialName({ seed, plan, damage }: Trial): string {
  return `${seed} ${plan.kind} ${plan.atCall} ${plan.forEver ? 'always' : 'once'} ${damage}`;
}

export function parseTrial(name: string): Trial {
  const [seed, kind, atCall, often, damage] = name.split(' ');
  const plan = { kind: kind as FaultKind, atCall: Number(atCall), forEver: often === 'always' };
  return { seed: Number(seed), plan, damage: Number(damage) };
}

interface Moment {
  readonly disk: FaultDirectory;
  readonly ledger: Ledger;
}

/** Every trial of a workload: each call of the disk, in each way that such a call fails, once and for ever. */
export async function* trialsOf(seed: number): AsyncGenerator<Judged> {
  const { sorts, moments } = await record(seed);
  for (const [atCall, moment] of moments.entries()) {
    const plan: FaultPlan = { kind: 'power', atCall, forEver: true };
    yield* judge(seed, plan, moment, POWER_DAMAGES);
  }
  for (const kind of faultKinds) {
    if (kind === 'power') continue;
    for (const [atCall, sort] of sorts.entries()) {
      if (!failingSorts[kind].includes(sort)) continue;
      for (const forEver of [false, true]) {
        const plan: FaultPlan = { kind, atCall, forEver };
        yield* judge(seed, plan, await afterFault(seed, plan), DAMAGES);
      }
    }
  }
}

/** Runs one trial by itself. */
export async function runTrial({ seed, plan, damage }: Trial): Promise<string | null> {
  return verify(await afterFault(seed, plan), recoverySeed(seed, plan, damage));
}

async function* judge(
  seed: number,
  plan: FaultPlan,
  moment: Moment,
  damages: number,
): AsyncGenerator<Judged> {
  for (let damage = 0; damage < damages; damage++) {
    const problem = await verify(moment, recoverySeed(seed, plan, damage));
    yield { trial: { seed, plan, damage }, problem };
  }
}

function recoverySeed(seed: number, { kind, atCall, forEver }: FaultPlan, damage: number): number {
  return ((seed * 31 + atCall) * 31 + faultKinds.indexOf(kind)) * 31 + Number(forEver) * 7 + damage;
}

/** The workload without a fault: what each call was, and how things stood just before it. */
async function record(
  seed: number,
): Promise<{ readonly sorts: readonly CallSort[]; readonly moments: readonly Moment[] }> {
  const disk = new FaultDirectory(null);
  const ledger = new Ledger();
  const sorts: CallSort[] = [];
  const moments: Moment[] = [];
  disk.watch((_call, sort) => {
    sorts.push(sort);
    moments.push({ disk: disk.copy(), ledger: ledger.copy() });
  });
  await work(disk, ledger, new SeededRandom(seed));
  return { sorts, moments };
}

async function afterFault(seed: number, plan: FaultPlan): Promise<Moment> {
  const disk = new FaultDirectory(plan);
  const ledger = new Ledger();
  await work(disk, ledger, new SeededRandom(seed)).catch(() => undefined);
  return { disk, ledger };
}

async function verify({ disk, ledger }: Moment, seed: number): Promise<string | null> {
  const random = new SeededRandom(seed);
  const within = (limit: number): number => Math.floor(random.next() * limit);
  const inRecovery = { kind: faultKinds[within(faultKinds.length)], atCall: within(14) };
  const recovering = disk.restart(within(2 ** 31), { ...inRecovery, forEver: random.next() < 0.5 });
  await openShard({ directory: recovering }).catch(() => undefined);
  const directory = recovering.restart(within(2 ** 31));
  try {
    const shard = await openShard({ directory });
    const [lost] = ledger.violations(await contents(shard, ledger.ids));
    if (lost !== undefined) return lost;
    const written = await writeAfter(shard);
    if (written !== 'created') return `does not take a write: ${written}`;
    await shard.close();
    return (await checkShard(directory)).problems[0] ?? null;
  } catch (error) {
    return (error as Error).message;
  }
}
