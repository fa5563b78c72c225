import { paced, type Steps, type Turns } from '../../common/index.ts';
import type { ShardSearch } from './shardContext.ts';

const FIRST_WINDOW = 256;
const SMALLEST_WINDOW = 32;
const LARGEST_WINDOW = 65_536;
/** A faster window is doubled in size, a slower one halved. */
const TOO_SHORT_NANOS = 1_500_000n;
const TOO_LONG_NANOS = 5_000_000n;

type Paced = Pick<ShardSearch, 'findingPacer' | 'nanoTime'> & {
  readonly context: Pick<ShardSearch['context'], 'checkCancelled'>;
};

/**
 * Processes many expensive documents in windows of positions that take a few milliseconds each. Between
 * windows, and between the steps of one, the search may be cancelled, and yields to the event loop. `look`
 * returns false to stop.
 */
export function* inWindows(
  { findingPacer: pacer, nanoTime, context }: Paced,
  count: number,
  look: (from: number, to: number) => boolean | Steps<boolean>,
): Turns<void> {
  let size = FIRST_WINDOW;
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + size);
    const start = nanoTime();
    const looked = look(from, to);
    if (!(typeof looked === 'boolean' ? looked : yield* paced(looked, pacer, 1))) return;
    const nanos = nanoTime() - start;
    if (nanos < TOO_SHORT_NANOS) size = Math.min(LARGEST_WINDOW, size * 2);
    else if (nanos > TOO_LONG_NANOS) size = Math.max(SMALLEST_WINDOW, size >>> 1);
    from = to;
    if (from === count) return;
    context.checkCancelled();
    if (pacer.isOver()) yield pacer.pause();
  }
}
