import type { SeededRandom } from '../../src/common/index.ts';
import type { DiskScheduler } from './scheduledDirectory.ts';

/** Turns of the event loop without an operation of a disk, after which there is none that is still to come. */
const QUIET_TURNS = 20;

/** Operations of disks that wait for their turn; a seed decides whose turn is next. */
export class Turns implements DiskScheduler {
  readonly #random: SeededRandom;
  readonly #waiting: (() => void)[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Resolves when it is this caller's turn. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Waits before the operation and after it: the caller may hear late of what was done early. */
  async perform<T>(_label: string, action: () => Promise<T>): Promise<T> {
    await this.wait();
    const result = await action();
    await this.wait();
    return result;
  }

  /**
   * Runs the tasks to their end, one operation at a time. `isOver`, asked before each turn, ends it earlier: the
   * process was killed, and no waiting call will ever have its turn.
   */
  async run(tasks: readonly Promise<unknown>[], isOver: () => boolean = () => false): Promise<void> {
    let isDone = false;
    const all = Promise.all(tasks).finally(() => {
      isDone = true;
    });
    // A failure is thrown by the last line.
    all.catch(() => undefined);
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver()) return;
      this.#next();
    }
    await all;
  }

  /** Runs what nobody waits for, too, such as a shard that opens itself again: until no operation waits for its turn. */
  async runBackground(isOver: () => boolean = () => false): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver()) return;
      if (this.#next()) quiet = 0;
    }
  }

  #next(): boolean {
    const [next] = this.#waiting.splice(Math.floor(this.#random.next() * this.#waiting.length), 1);
    next?.();
    return next !== undefined;
  }
}
