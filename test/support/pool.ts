import { ManualClock, SystemRandom, silentLogger } from '../../src/common/index.ts';
import type { Directory } from '../../src/directory/index.ts';
import { Rockpool } from '../../src/library/index.ts';
import { opening } from '../../src/node/index.ts';

/** An engine over any folder, a simulated one too; its time is the clock's, or stands still. Throws what opening throws. */
export function openPoolOver(
  directory: Directory,
  nodeCount = 1,
  clock = new ManualClock(),
): Promise<Rockpool> {
  const options = {
    nodeCount,
    clock,
    random: new SystemRandom(),
    log: silentLogger,
  };
  return opening((closers) => Rockpool.over(directory, null, options, closers));
}
