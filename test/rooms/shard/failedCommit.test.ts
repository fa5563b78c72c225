import { expect, it } from 'vitest';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import { index, openShard } from './shards.ts';

/** A shard with one acknowledged document, whose disk fails one fsync; null when that was needed for the document. */
async function shardWith(disk: FaultDirectory) {
  try {
    const shard = await openShard({ directory: disk });
    const [result] = await shard.write([index('a', { t: 'a' })]);
    if (result instanceof Error) return null;
    await shard.refresh();
    return shard;
  } catch {
    return null;
  }
}

it('a flush that waits for one whose fsync has failed does not commit', async () => {
  let count = 0;
  for (let atCall = 0; atCall < 60; atCall++) {
    for (let steps = 0; steps < 120; steps += 4) {
      const disk = new FaultDirectory({ kind: 'failedSync', atCall, forEver: false });
      const shard = await shardWith(disk);
      if (shard === null) continue;
      const flushes = [shard.flush()];
      // The second one is asked for while the first runs: it is not shared.
      for (let step = 0; step < steps; step++) await Promise.resolve();
      flushes.push((async () => shard.flush())());
      await Promise.allSettled(flushes);
      for (let seed = 0; seed < 2; seed++) {
        const again = await openShard({ directory: disk.restart(seed), primaryTerm: 2 });
        expect(await again.get('a', true), `call ${atCall}, ${steps} steps, seed ${seed}`).not.toBeNull();
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(100);
});
