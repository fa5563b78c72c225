import { SeededRandom } from '../../../src/common/index.ts';
import { diskSorts } from '../../support/scheduledDirectory.ts';
import { type Death, FaultDisk, RamDisk } from './disks.ts';
import type { Promises } from './history.ts';
import { FIELDS, readAllMetadata } from './metadata.ts';
import { get, refresh, search, setRegister } from './operations.ts';
import { Client, type Program } from './programs.ts';
import { Schedule } from './schedule.ts';
import { Stuck, World } from './world.ts';

export interface Played {
  /** What is wrong; empty: nothing. */
  readonly violations: readonly string[];
  /** Every step and every answer, a line each. */
  readonly log: readonly string[];
  readonly requests: number;
}

/** Requests of a run, all clients together. */
export const STEPS = 60;
const DEATHS: readonly Death[] = ['kill', 'power', 'close'];
const THINKING_TICKS = 12;
/** A crash comes while something is under way. */
const TICKS_TO_DEATH = 60;

export const promises: Promises = { hasOneShard: () => true, readsSurvive: false };

/** Plays a program: `seed` decides about everything, `steps` only about how long. */
export async function play(program: Program, seed: number, steps = STEPS): Promise<Played> {
  const schedule = new Schedule(new SeededRandom(seed * 2 + 1), diskSorts);
  const world = new World(program, schedule, diskOf(program, schedule), new SeededRandom(seed));
  const stuck: string[] = [];
  try {
    await world.open();
    await prepare(world, program);
    await new Players(world, program, seed, steps).run();
    await world.die(DEATHS[schedule.ticks(DEATHS.length)]);
    await readAll(world, program);
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    if (error.message !== '') stuck.push(error.message);
  }
  await world.end();
  return {
    violations: [...stuck, ...world.history.violations(promises)],
    log: schedule.log,
    requests: world.history.entries.length,
  };
}

function diskOf({ faults, crashes }: Program, schedule: Schedule) {
  if (crashes === 0) return new RamDisk();
  const plan = { kind: 'eio', atCall: 60 + schedule.ticks(300), forEver: false } as const;
  return new FaultDisk(faults ? plan : null);
}

async function prepare(world: World, { replicas }: Program): Promise<void> {
  const settings = { number_of_shards: 1, number_of_replicas: replicas, refresh_interval: '1s' };
  const mappings = { properties: { v: { type: 'keyword' } } };
  await world.sendAll([setRegister('PUT', '/docs', { settings, mappings }, [])]);
}

/** All that can be read is read, when nothing else goes on. */
async function readAll(world: World, { ids, weights }: Program): Promise<void> {
  const all = Array.from({ length: ids }, (_, id) => get('docs', String(id)));
  const fields =
    weights.dynamicField === undefined ? [] : FIELDS.dynamic.map((name) => search('docs', [name, name]));
  await world.sendAll([search('docs'), refresh('docs'), ...all, search('docs'), ...fields]);
  await world.sendAll(readAllMetadata(FIELDS));
}

class Players {
  readonly #world: World;
  readonly #clients: readonly Client[];
  readonly #steps: number;
  /** The steps after which the server dies. */
  readonly #deaths: Set<number>;
  #started = 0;
  #dying: Death | null = null;

  constructor(world: World, program: Program, seed: number, steps: number) {
    this.#world = world;
    this.#steps = steps;
    let numbers = 0;
    const nextNumber = () => ++numbers;
    this.#clients = Array.from(
      { length: program.clients },
      (_, i) => new Client(String.fromCharCode(97 + i), program, new SeededRandom(seed * 31 + i), nextNumber),
    );
    this.#deaths = new Set(
      Array.from({ length: program.crashes }, () => 5 + world.schedule.ticks(STEPS - 10)),
    );
  }

  async run(): Promise<void> {
    const { schedule } = this.#world;
    for (;;) {
      for (const client of this.#clients) this.#nextOf(client);
      await this.#world.runUntil(() => this.#dying !== null || this.#isOver);
      if (this.#dying === null) return;
      await this.#world.die(this.#dying);
      this.#dying = null;
      schedule.log.push('reopened');
    }
  }

  get #isOver(): boolean {
    return this.#started >= this.#steps && this.#world.isIdle;
  }

  #nextOf(client: Client): void {
    const { schedule } = this.#world;
    schedule.add(`${client.name} thinks`, schedule.ticks(THINKING_TICKS), () => {
      if (this.#started >= this.#steps) return;
      this.#started++;
      if (this.#deaths.delete(this.#started)) this.#dieLater();
      const operation = client.next();
      schedule.log.push(`${client.name} ${operation.asked.label} ${JSON.stringify(operation.body)}`);
      this.#world.send(client.name, operation, (answered) => {
        client.hear(answered);
        this.#nextOf(client);
      });
    });
  }

  #dieLater(): void {
    const { schedule } = this.#world;
    schedule.add('death', schedule.ticks(TICKS_TO_DEATH), () => {
      this.#dying = DEATHS[schedule.ticks(DEATHS.length)];
    });
  }
}
