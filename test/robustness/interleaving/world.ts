import { ManualClock, type Random, silentLogger } from '../../../src/common/index.ts';
import { Rockpool } from '../../../src/library/index.ts';
import { opening } from '../../../src/node/index.ts';
import { ScheduledDirectory } from '../../support/scheduledDirectory.ts';
import type { Death, Disk } from './disks.ts';
import { History } from './history.ts';
import type { Operation } from './operations.ts';
import type { Program } from './programs.ts';
import { DiskUser, type Schedule } from './schedule.ts';

/** A leap of the clock, in milliseconds. */
const LEAPS_MS = [50, 500, 1000, 1000, 5000];
/** Leaps without an answer after which a request hangs. */
const PATIENCE = 300;
const TICKS_BETWEEN_LEAPS = 60;
/** Rounds of the event loop in which the remains of a dead process end. */
const REMAINS_ROUNDS = 100;

/** What cannot go on: a server that does not open, a request that never ends. */
export class Stuck extends Error {}

/** One life of the server. */
interface Life {
  readonly pool: Rockpool;
  readonly user: DiskUser;
  readonly clock: ManualClock;
}

/** A whole engine on a scheduled disk with a clock that moves by steps; it dies and comes back. */
export class World {
  readonly history = new History();
  readonly schedule: Schedule;
  readonly #random: Random;
  readonly #program: Program;
  #disk: Disk;
  #life: Life | null = null;
  #lives = 0;
  #underWay = 0;
  #leaps = 0;
  #isClosing = false;

  constructor(program: Program, schedule: Schedule, disk: Disk, random: Random) {
    this.#program = program;
    this.schedule = schedule;
    this.#disk = disk;
    this.#random = random;
  }

  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Throws Stuck when it does not open. */
  async open(): Promise<void> {
    const { schedule } = this;
    const user = new DiskUser(schedule);
    const clock = new ManualClock(1_700_000_000_000 + this.#lives++ * 3_600_000);
    const directory = new ScheduledDirectory(this.#disk.directory, user);
    const { nodes: nodeCount } = this.#program;
    const options = { nodeCount, clock, random: this.#random, log: silentLogger };
    let opened: Rockpool | Error | null = null;
    opening((closers) => Rockpool.over(directory, null, options, closers)).then(
      (pool) => {
        opened = pool;
      },
      (error: Error) => {
        opened = error;
      },
    );
    const isOver = await schedule.runUntil(() => opened !== null);
    const result = opened as Rockpool | Error | null;
    if (!isOver) throw new Stuck('opening hangs');
    if (!(result instanceof Rockpool)) {
      if (this.#disk.hasFailed) throw new Stuck('');
      throw new Stuck(`does not open: ${(result as Error).message}`);
    }
    this.#life = { pool: result, user, clock };
    this.#isClosing = false;
    // The first request of a server loads modules from the real disk.
    await result.request('GET', '/_rockpool/clock');
    this.history.opened();
    this.#leapLater();
  }

  /** Sends a request; `then` hears its answer, unless the server dies before. */
  send(name: string, operation: Operation, then: (answered: ReturnType<Operation['read']>) => void): void {
    const { pool } = this.#life as Life;
    const life = this.#lives;
    const { asked, method, path, body } = operation;
    const number = this.history.begin({ ...asked, label: `${name} ${asked.label}` });
    this.#underWay++;
    pool.request(method, path, body).then(
      ({ status, text }) => {
        if (life !== this.#lives || this.#life === null) return;
        this.#underWay--;
        this.#leaps = 0;
        const answered = this.#read(operation, status, text);
        this.history.end(number, answered);
        this.schedule.tell(`${name} ${status} ${text}`);
        then(answered);
      },
      (error: Error) => this.schedule.tell(`${name} ${error.stack}`),
    );
  }

  /** Sends requests one after the other. */
  async sendAll(operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) {
      let isAnswered = false;
      this.send('last', operation, () => {
        isAnswered = true;
      });
      await this.runUntil(() => isAnswered);
    }
  }

  /** Throws Stuck when nothing more happens. */
  async runUntil(isOver: () => boolean): Promise<void> {
    if (await this.schedule.runUntil(() => isOver() || this.#leaps > PATIENCE)) {
      if (isOver()) return;
    }
    throw new Stuck(`never answered: ${this.history.openRequests.join(', ')}`);
  }

  /** The server ends, and what it has not answered is never answered; then it is opened again. */
  async die(wanted: Death): Promise<void> {
    const { pool, user } = this.#life as Life;
    const death = this.#disk.deaths.includes(wanted) ? wanted : 'kill';
    this.schedule.tell(`death by ${death}`);
    if (death === 'close') await this.#close(pool);
    this.#life = null;
    const disk = this.#disk.after(death, this.schedule.ticks(2 ** 30));
    user.isGone = true;
    for (const run of this.schedule.clear()) void run();
    this.history.crash();
    this.#underWay = 0;
    await bury(pool);
    this.#disk = disk;
    await this.open();
  }

  async end(): Promise<void> {
    if (this.#life === null) return;
    this.#life.user.isGone = true;
    for (const run of this.schedule.clear()) void run();
    await bury(this.#life.pool);
    this.#life = null;
  }

  async #close(pool: Rockpool): Promise<void> {
    this.#isClosing = true;
    let isClosed = false;
    const closed = () => {
      isClosed = true;
    };
    pool.close().then(closed, closed);
    await this.runUntil(() => isClosed);
  }

  #read(operation: Operation, status: number, text: string): ReturnType<Operation['read']> {
    try {
      const answered = { ...operation.read({ status, text }), isError: status >= 500 };
      const isExpected =
        status < 500 ||
        this.#isClosing ||
        this.#disk.hasFailed ||
        (status === 503 && this.#program.nodes > 1);
      return isExpected ? answered : { ...answered, problem: `${status} ${text}` };
    } catch (error) {
      return { verdict: 'unknown', problem: `${status} ${text}: ${(error as Error).message}` };
    }
  }

  #leapLater(): void {
    const life = this.#life as Life;
    this.schedule.add('clock', this.schedule.ticks(TICKS_BETWEEN_LEAPS), () => {
      this.#leaps++;
      life.clock.advance(LEAPS_MS[this.schedule.ticks(LEAPS_MS.length)]);
      this.#leapLater();
    });
  }
}

/** Lets a dead process end its work on a disk that nobody reads. */
async function bury(pool: Rockpool): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  pool.close().then(over, over);
  for (let round = 0; round < REMAINS_ROUNDS && !isOver; round++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
