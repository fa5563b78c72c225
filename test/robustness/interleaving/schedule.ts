import type { Random } from '../../../src/common/index.ts';
import type { DiskScheduler } from '../../support/scheduledDirectory.ts';

/** Something that waits for its turn: an operation of the disk, a request to be sent, a move of the clock, a crash. */
interface Waiting {
  readonly label: string;
  readonly dueTick: number;
  readonly number: number;
  readonly isOfDisk: boolean;
  readonly run: () => Promise<unknown> | unknown;
}

/** Rounds of the event loop without news after which every promise has gone as far as it can. */
const QUIET_ROUNDS = 3;
/** A real wait, for what is loaded from the real disk (modules). */
const REAL_WAITS = 200;

/**
 * Decides what happens next. Whatever waits has a due tick drawn from the seed: most things are quick, some are slow,
 * a few very slow, and in each run one sort of operation may be slow altogether. Between two steps everything that can
 * go on goes on, so that nothing but the seed decides about the order.
 */
export class Schedule {
  readonly #random: Random;
  #waiting: Waiting[] = [];
  #tick = 0;
  #numbers = 0;
  #news = 0;
  /** The sort of operations that is slow in this run. */
  readonly #slow: string;
  /** What happened, a line each: two runs of a seed have the same. */
  readonly log: string[] = [];

  constructor(random: Random, sorts: readonly string[]) {
    this.#random = random;
    this.#slow = random.next() < 0.5 ? sorts[Math.floor(random.next() * sorts.length)] : '';
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Performs `action` when its turn has come, and resolves to its result. `sort` is the label's first word. */
  perform<T>(label: string, action: () => Promise<T> | T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const result = (async () => action())();
        result.then(resolve, reject);
        return result.catch(() => undefined);
      };
      this.#push(label, this.#latency(label), true, run);
    });
  }

  /** Runs `run` some `ticks` from now. */
  add(label: string, ticks: number, run: () => Promise<unknown> | unknown): void {
    this.#push(label, ticks, false, run);
  }

  /** A number of ticks below `limit`. */
  ticks(limit: number): number {
    return Math.floor(this.#random.next() * limit);
  }

  /** Something has happened that others may wait for: an answer. */
  tell(line: string): void {
    this.#news++;
    this.log.push(line);
  }

  /** Removes everything that waits; returns the operations of the disk among it. */
  clear(): readonly (() => Promise<unknown> | unknown)[] {
    const ofDisk = this.#waiting.filter(({ isOfDisk }) => isOfDisk);
    this.#waiting = [];
    return ofDisk.map(({ run }) => run);
  }

  /** Takes one step; false when nothing waits. */
  async step(): Promise<boolean> {
    await this.settle();
    if (this.#waiting.length === 0) return false;
    let next = this.#waiting[0];
    for (const one of this.#waiting) {
      if (one.dueTick < next.dueTick || (one.dueTick === next.dueTick && one.number < next.number))
        next = one;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#tick = Math.max(this.#tick, next.dueTick);
    this.log.push(next.label);
    await next.run();
    return true;
  }

  /** Resolves when nothing more happens by itself. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_ROUNDS; ) {
      const before = this.#news;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = before === this.#news ? quiet + 1 : 0;
    }
  }

  /** Steps until `isOver`; false when nothing waits any more, and it is not. */
  async runUntil(isOver: () => boolean): Promise<boolean> {
    for (let waits = 0; ; ) {
      await this.settle();
      if (isOver()) return true;
      if (await this.step()) waits = 0;
      else if (++waits > REAL_WAITS) return false;
      else await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  #push(label: string, ticks: number, isOfDisk: boolean, run: Waiting['run']): void {
    this.#news++;
    this.#waiting.push({ label, dueTick: this.#tick + ticks, number: this.#numbers++, isOfDisk, run });
  }

  #latency(label: string): number {
    const sort = label.slice(0, label.indexOf(' '));
    const draw = this.#random.next();
    const limit = draw < 0.7 ? 4 : draw < 0.95 ? 20 : 150;
    return this.ticks(sort === this.#slow ? limit * 8 : limit);
  }
}

/** The process that uses the disk. After its death its remaining operations run at once, outside of the schedule. */
export class DiskUser implements DiskScheduler {
  isGone = false;
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  perform<T>(label: string, action: () => Promise<T> | T): Promise<T> {
    return this.isGone ? (async () => action())() : this.#schedule.perform(label, action);
  }
}
