import { type Clock, MovableClock, type Random } from '../common/index.ts';
import {
  copyFolder,
  type Directory,
  type FsDirectory,
  forkFolder,
  linkFolder,
  RamDirectory,
} from '../directory/index.ts';
import { type Engine, LOCK_FILE, makeTemporaryFolder, openEngine } from '../node/index.ts';

export interface SlotOptions {
  readonly nodeCount: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Everything that an engine held at one moment; it never changes. */
export interface PoolState {
  readonly files: RamDirectory;
  /** Graphs of indices in memory. */
  readonly graphs: FsDirectory;
  remove(): void;
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
  static async open(
    directory: Directory,
    graphs: FsDirectory | null,
    options: SlotOptions,
  ): Promise<EngineSlot> {
    const slot: { current: EngineSlot | null } = { current: null };
    const address = (): string => slot.current?.address ?? 'localhost';
    slot.current = new EngineSlot(options, await openOver(directory, graphs, options, address));
    return slot.current;
  }

  get engine(): Engine {
    return this.#opened.engine;
  }

  get clock(): MovableClock {
    return this.#opened.clock;
  }

  /** Everything as it is now; what has been answered is in it. The caller removes it. */
  async copy(): Promise<PoolState> {
    const { directory, engine } = this.#opened;
    await engine.commit();
    const graphs = makeTemporaryFolder();
    await linkFolder(engine.graphs, graphs.directory);
    return {
      files: await forkFolder(directory, NOT_COPIED),
      graphs: graphs.directory,
      remove: () => graphs.remove(),
    };
  }

  /** Ends the engine and opens one over a copy of a state; clock, caches and statistics begin anew. */
  async replace({ files, graphs }: PoolState): Promise<void> {
    const { directory, engine } = this.#opened;
    await engine.close();
    const next = directory instanceof RamDirectory ? files.fork() : await refill(directory, files);
    this.#opened = await openOver(next, graphs, this.#options, () => this.address);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

async function openOver(
  directory: Directory,
  graphs: FsDirectory | null,
  options: SlotOptions,
  httpAddress: () => string,
): Promise<Opened> {
  const clock = new MovableClock(options.clock);
  const engine = await openEngine({ ...options, directory, graphs, clock, upstream: null, httpAddress });
  return { directory, clock, engine };
}

async function refill(directory: Directory, files: RamDirectory): Promise<Directory> {
  for (const name of await directory.listFolders()) await directory.folder(name).deleteAll();
  await copyFolder(files, directory);
  return directory;
}
