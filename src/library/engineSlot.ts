import { type Clock, MovableClock } from '../common/index.ts';
import {
  copyFolder,
  type Directory,
  type FsDirectory,
  forkFolder,
  linkFolder,
  RamDirectory,
} from '../directory/index.ts';
import {
  type Engine,
  type EngineOptions,
  LOCK_FILE,
  makeTemporaryFolder,
  openEngine,
  SPILL_FOLDER,
} from '../node/index.ts';

export interface SlotOptions extends Pick<EngineOptions, 'nodeCount' | 'random' | 'log' | 'http'> {
  readonly clock: Clock;
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

const NOT_COPIED = new Set([LOCK_FILE, SPILL_FOLDER]);

/** An engine over its folder, that another state can be put in the place of. */
export class EngineSlot {
  readonly #options: SlotOptions;
  #opened: Opened;

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
    return new EngineSlot(options, await openOver(directory, graphs, options));
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
    this.#opened = await openOver(next, graphs, this.#options);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

async function openOver(
  directory: Directory,
  graphs: FsDirectory | null,
  options: SlotOptions,
): Promise<Opened> {
  const clock = new MovableClock(options.clock);
  const engine = await openEngine({ ...options, directory, graphs, clock, upstream: null });
  return { directory, clock, engine };
}

async function refill(directory: Directory, files: RamDirectory): Promise<Directory> {
  for (const name of await directory.listFolders()) await directory.folder(name).deleteAll();
  await copyFolder(files, directory);
  return directory;
}
