import { ManualClock } from '../../src/common/index.ts';

/** Every look at it takes a millisecond: when a loop gives its turn away depends on its steps, not on the machine. */
export class SteppingClock extends ManualClock {
  #nanos = 0n;

  override nanoTime(): bigint {
    this.#nanos += 1_000_000n;
    return this.#nanos;
  }
}

/** How often others had a turn of the event loop until `work` was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let counter: NodeJS.Immediate;
  const count = (): void => {
    turns++;
    counter = setImmediate(count);
  };
  counter = setImmediate(count);
  try {
    await work();
  } finally {
    clearImmediate(counter);
  }
  return turns;
}
