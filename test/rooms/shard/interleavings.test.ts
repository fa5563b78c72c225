import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { IndexShard } from '../../../src/shard/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import { Turns } from '../../support/diskTurns.ts';
import { ScheduledDirectory } from '../../support/scheduledDirectory.ts';
import { History } from './history.ts';
import { index, openLastingShard, openShard, remove } from './shards.ts';

/** Every few operations the log goes on in another file. */
const config = { 'index.translog.generation_threshold_size': '300b' };

/**
 * Several clients of one shard at once. The calls of the disk are answered in an order that a seed decides, so that
 * writes, deletions and searches fall between any two steps of a refresh, a flush or a merge.
 * INTERLEAVINGS=5000 tries more orders.
 */
const runs = Number(process.env.INTERLEAVINGS ?? 40);
const IDS = ['a', 'b', 'c', 'd'];

interface Subject {
  readonly shard: IndexShard;
  readonly history: History;
  readonly random: SeededRandom;
  /** Requests may fail: the disk does. */
  readonly mayFail: boolean;
}

/** Updates documents, deletes some, now and then with a refresh. */
async function writer(name: string, { shard, history, random, mayFail }: Subject): Promise<void> {
  for (let i = 0; i < 8; i++) {
    const id = IDS[Math.floor(random.next() * IDS.length)];
    const content = random.next() < 0.2 ? null : `${name}${i}`;
    const isRefreshed = random.next() < 0.4;
    history.ask(id, content);
    try {
      const [result] = await shard.write([content === null ? remove(id) : index(id, { t: content })]);
      if (result instanceof Error) throw result;
      history.wrote(id, content, result);
      if (isRefreshed) {
        await shard.refresh();
        history.refreshed(result.seqNo);
      }
    } catch (error) {
      if (!mayFail) throw error;
    }
  }
}

async function maintainer({ shard, random, mayFail }: Subject): Promise<void> {
  for (let i = 0; i < 6; i++) {
    const chance = random.next();
    try {
      if (chance < 0.5) await shard.refresh();
      else if (chance < 0.75) await shard.flush();
      else await shard.forceMerge({ maxNumSegments: 1, onlyExpungeDeletes: chance < 0.8 });
    } catch (error) {
      if (!mayFail) throw error;
    }
  }
}

/** Reads in realtime what may not be durable yet, until the others have ended. */
async function reader({ shard, history, random }: Subject, turns: Turns): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await turns.wait();
    await history.get(shard, IDS[Math.floor(random.next() * IDS.length)]).catch(() => undefined);
  }
}

function clients(subject: Subject, names: readonly string[], turns: Turns): Promise<void>[] {
  return [...names.map((name) => writer(name, subject)), maintainer(subject), reader(subject, turns)];
}

/** What is wrong with what the clients of a shard saw. */
async function searchesOf(seed: number): Promise<readonly string[]> {
  const random = new SeededRandom(seed);
  const turns = new Turns(random);
  const history = new History();
  const opening = openShard({ directory: new ScheduledDirectory(new RamDirectory(), turns) });
  await turns.run([opening]);
  const shard = await opening;
  const subject = { shard, history, random, mayFail: false };
  await turns.run(clients(subject, ['v', 'w'], turns), () => {
    history.search(shard);
    return false;
  });
  return history.problems();
}

/** The same while an fsync fails and the shard opens itself again. */
async function failureOf(seed: number): Promise<readonly string[]> {
  const random = new SeededRandom(seed);
  const turns = new Turns(random);
  const history = new History();
  const plan = { kind: 'failedSync', atCall: 30 + Math.floor(random.next() * 60), forEver: false } as const;
  const opening = openLastingShard({
    directory: new ScheduledDirectory(new FaultDirectory(plan), turns),
    config,
  });
  await turns.run([opening]);
  const shard = await opening;
  await turns.run(clients({ shard, history, random, mayFail: true }, ['v', 'w'], turns));
  await turns.run([history.checkSurvival(shard)]);
  return history.problems();
}

/** Clients in several lives of a shard, each of which ends at any moment with a loss of power. */
async function livesOf(seed: number): Promise<readonly string[]> {
  const random = new SeededRandom(seed);
  const history = new History();
  let disk = new FaultDirectory(null);
  for (let life = 1; life <= 3; life++) {
    const turns = new Turns(random);
    const opening = openShard({ directory: new ScheduledDirectory(disk, turns), primaryTerm: life, config });
    await turns.run([opening]);
    const shard = await opening;
    await turns.run([history.checkSurvival(shard)]);
    let turnsLeft = 20 + random.next() * 300;
    const subject = { shard, history, random, mayFail: false };
    await turns.run(clients(subject, [`${life}v`, `${life}w`], turns), () => --turnsLeft < 0);
    disk = disk.restart(Math.floor(random.next() * 2 ** 31));
  }
  await history.checkSurvival(await openShard({ directory: disk, primaryTerm: 4 }));
  return history.problems();
}

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });

async function isClean(run: (seed: number) => Promise<readonly string[]>, seed: number): Promise<void> {
  expect(await run(seed)).toEqual([]);
}

describe('clients of one shard', () => {
  it('each search sees one moment, never an earlier one, and what was acknowledged with a refresh', async () => {
    const property = fc.asyncProperty(seeds, (seed) => isClean(searchesOf, seed));
    await fc.assert(property, { numRuns: runs });
  });

  it('no term and number stand for two values, though a failed fsync loses what was read', async () => {
    const property = fc.asyncProperty(seeds, (seed) => isClean(failureOf, seed));
    await fc.assert(property, { numRuns: runs });
  });

  it('what was acknowledged is there after each loss of power, and no number stands for two values', async () => {
    const property = fc.asyncProperty(seeds, (seed) => isClean(livesOf, seed));
    await fc.assert(property, { numRuns: runs });
  });

  /** What once went wrong. */
  const found: readonly [string, (seed: number) => Promise<readonly string[]>, number][] = [
    ['deletions were searchable before what replaced them', searchesOf, 1],
    ['a sequence number was given again in the same term', failureOf, 1],
  ];
  it.each(found)('%s', async (_what, run, seed) => {
    expect(await run(seed)).toEqual([]);
  });
});
