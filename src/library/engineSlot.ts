import { type Clock, MovableClock, type Random } from '../common/index.ts';
import { copyFolder, type Directory, forkFolder, RamDirectory } from '../directory/index.ts';
import { type Engine, LOCK_FILE, openEngine } from '../node/index.ts';

export interface SlotOptions {
  readonly nodeCount: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: (line: string) => void;
}

interface Opened {
  readonly directory: Directory;
  readonly clock: MovableClock;
  readonly engine: Engine;
}

const NOT_COPIED = new Set([LOCK_FILE]);

/** An engine over its folder, that another state can be put in the place of. */
export class EngineSlot {
  readonly #options: SlotOptions;
  #opened: Opened;
  /** `127.0.0.1:9200`, once there is a socket. */
  address = 'localhost';

  private constructor(options: SlotOptions, opened: Opened) {
    this.#options = options;
    this.#opened = opened;
  }

  /** Throws corruption errors that name the file. */
  static async open(directory: Directory, options: SlotOptions): Promise<EngineSlot> {
    const slot: { current: EngineSlot | null } = { current: null };
    const opened = await openOver(directory, options, () => slot.current?.address ?? 'localhost');
    slot.current = new EngineSlot(options, opened);
    return slot.current;
  }

  get engine(): Engine {
    return this.#opened.engine;
  }

  get clock(): MovableClock {
    return this.#opened.clock;
  }

  /** Everything as it is now, in memory; what has been answered is in it. */
  async copy(): Promise<RamDirectory> {
    await this.engine.commit();
    return forkFolder(this.#opened.directory, NOT_COPIED);
  }

  /** Ends the engine and opens one over a copy of `state`; clock, caches and statistics begin anew. */
  async replace(state: RamDirectory): Promise<void> {
    const { directory, engine } = this.#opened;
    await engine.close();
    const next = directory instanceof RamDirectory ? state.fork() : await refill(directory, state);
    this.#opened = await openOver(next, this.#options, () => this.address);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

async function openOver(
  directory: Directory,
  options: SlotOptions,
  httpAddress: () => string,
): Promise<Opened> {
  const clock = new MovableClock(options.clock);
  const engine = await openEngine({ ...options, directory, clock, upstream: null, httpAddress });
  return { directory, clock, engine };
}

async function refill(directory: Directory, state: RamDirectory): Promise<Directory> {
  for (const name of await directory.listFolders()) await directory.folder(name).deleteAll();
  await copyFolder(state, directory);
  return directory;
}
