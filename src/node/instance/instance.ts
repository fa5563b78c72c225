import { illegalArgument, type MovableClock, Mutex } from '../../common/index.ts';
import { type Directory, type FsDirectory, linkFolder } from '../../directory/index.ts';
import type { Isolation, KeptState, RestServices } from '../../rest/index.ts';
import { type Closers, opening } from '../closers.ts';
import { createHttp, type HttpFace, type HttpOptions } from '../http.ts';
import { makeTemporaryFolder } from '../temporaryFolder.ts';
import { EngineSlot, type EngineState, type SlotOptions } from './engineSlot.ts';
import { type ForkCount, Forks } from './forks.ts';
import { FIRST_STATE, KeptStates } from './keptStates.ts';

export interface InstanceOptions
  extends Omit<SlotOptions, 'http' | 'isolation'>,
    Pick<HttpOptions, 'allowedHosts' | 'allowedOrigins' | 'credentials' | 'tls'> {
  /** The host that the instance and its forks listen on. */
  readonly host: string;
}

/**
 * An engine behind an address that can be forked, and reset to an earlier state. Used by servers, forks from
 * `/_rockpool/forks` and the library's pools.
 */
export class Instance {
  readonly http: HttpFace;
  readonly isolation: Isolation;
  readonly #options: InstanceOptions;
  readonly #slot: EngineSlot;
  readonly #states: KeptStates;
  readonly #closers: Closers;
  /** Serialises copying and replacing the engine. */
  readonly #exchanges = new Mutex();
  #closing: Promise<void> | null = null;

  private constructor(
    parts: Pick<Instance, 'http' | 'isolation'>,
    options: InstanceOptions,
    slot: EngineSlot,
    closers: Closers,
  ) {
    this.http = parts.http;
    this.isolation = parts.isolation;
    this.#options = options;
    this.#slot = slot;
    this.#states = new KeptStates(options.clock);
    this.#closers = closers;
  }

  /** close() runs the closers. Throws corruption errors that name the file. */
  static async over(
    directory: Directory,
    graphs: FsDirectory | null,
    options: InstanceOptions,
    closers: Closers,
    count: ForkCount = { forks: 0 },
  ): Promise<Instance> {
    const { clock, random, log } = options;
    const http = createHttp({ ...options, services: () => slot.engine.services });
    const forks = new Forks({ clock, random, log, count, server: () => instance });
    const slot: EngineSlot = await EngineSlot.open(directory, graphs, { ...options, http, isolation: forks });
    const instance: Instance = new Instance({ http, isolation: forks }, options, slot, closers);
    closers.add(() => slot.close());
    closers.add(() => instance.#states.clear());
    closers.add(() => instance.#exchanges.close(() => illegalArgument('the server is closing')));
    closers.add(() => http.close());
    closers.add(() => forks.close());
    return instance;
  }

  get services(): RestServices {
    return this.#slot.engine.services;
  }

  /** Can be moved by hand; a reset returns to real time. */
  get clock(): MovableClock {
    return this.#slot.clock;
  }

  get states(): readonly KeptState[] {
    return this.#states.all;
  }

  findState(name: string): KeptState {
    return this.#states.find(name).kept;
  }

  /** 0 for any free port. */
  listen(port: number): Promise<void> {
    return this.http.listen(this.#options.host, port);
  }

  /** Creates a fork: an instance with the present state, or the named snapshot's. It does not listen yet. */
  fork(name: string | null, count: ForkCount = { forks: 0 }): Promise<Instance> {
    this.#mustBeAlone();
    return opening(async (closers) => {
      const state = await this.#exchanges.run(() =>
        name === null ? this.#copy() : sharedState(this.#states.find(name).state),
      );
      closers.add(() => state.remove());
      const fork = await Instance.over(state.files.fork(), state.graphs, this.#options, closers, count);
      await fork.#states.put(FIRST_STATE, state);
      return fork;
    });
  }

  /** Saves the current state, replacing an earlier one of that name. */
  async keep(name: string): Promise<KeptState> {
    this.#mustBeAlone();
    return this.#exchanges.run(async () => {
      this.#states.check(name);
      return this.#states.put(name, await this.#copy());
    });
  }

  forget(name: string): Promise<void> {
    return this.#exchanges.run(async () => this.#states.forget(name));
  }

  /** Restores a saved state. Earlier requests are finished first; later ones wait. */
  async reset(name: string): Promise<void> {
    this.#mustBeAlone();
    const { gate } = this.http;
    await this.#exchanges.run(async () => {
      const { state } = this.#states.find(name);
      await gate.whileQuiet(async () => {
        gate.cut();
        await this.#slot.replace(state);
      });
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#closers.run();
    return this.#closing;
  }

  /** Copying files on disk takes time, so requests are held back to prevent writes meanwhile. */
  #copy(): Promise<EngineState> {
    const copy = () => this.#slot.copy();
    return this.#slot.isMemory ? copy() : this.http.gate.whileQuiet(copy);
  }

  #mustBeAlone(): void {
    if (this.#options.upstream === null) return;
    throw illegalArgument(
      'this server serves the documents of another cluster (--engine), which cannot be forked, saved or reset',
    );
  }
}

/** A second handle on the same state, removed independently. */
async function sharedState({ files, graphs }: EngineState): Promise<EngineState> {
  const own = makeTemporaryFolder();
  await linkFolder(graphs, own.directory);
  return { files, graphs: own.directory, remove: () => own.remove() };
}
