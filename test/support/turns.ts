import { ManualClock, TURN_NANOS } from '../../src/common/index.ts';

/** Every look at it takes a whole turn: a loop gives its turn away as often as it looks, on any machine. */
export class SteppingClock extends ManualClock {
  #nanos = 0n;

  /** How often it was looked at. */
  get looks(): number {
    return Number(this.#nanos / TURN_NANOS);
  }

  override nanoTime(): bigint {
    this.#nanos += TURN_NANOS;
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
