import { QUARANTINE } from '../../cluster/index.ts';
import { type Clock, illegalArgument, limits, MovableClock } from '../../common/index.ts';
import {
  type Directory,
  FsDirectory,
  forkFolder,
  linkFolder,
  type RamDirectory,
} from '../../directory/index.ts';
import { isGraphFile } from '../../knn/index.ts';
import { opening } from '../closers.ts';
import { CONTENT_FOLDERS, LOCK_FILE, SPILL_FOLDER } from '../data.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine.ts';
import { replaceFolders } from '../replacement.ts';
import { makeTemporaryFolder } from '../temporaryFolder.ts';
import { linkGraphsBack, linkGraphsOf } from './graphLinks.ts';

export interface SlotOptions extends Omit<EngineOptions, 'directory' | 'graphs' | 'clock'> {
  readonly clock: Clock;
}

/** An immutable copy of everything in an engine at one moment. */
export interface EngineState {
  readonly files: RamDirectory;
  readonly graphs: FsDirectory;
  remove(): Promise<void>;
}

interface Opened {
  readonly directory: Directory;
  readonly clock: MovableClock;
  readonly engine: Engine;
}

const NOT_COPIED = new Set([LOCK_FILE, SPILL_FOLDER, QUARANTINE]);
/** Files of a data folder that are not read into memory; graphs are linked instead. */
const staysOnDisk = (name: string): boolean => NOT_COPIED.has(name) || isGraphFile(name);

/** A running engine that can be replaced by one with another state. */
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

  /** Whether everything is in memory, so that it can be copied instantly. */
  get isMemory(): boolean {
    return this.#opened.directory.isMemory;
  }

  /**
   * A copy of the current state, including everything acknowledged. The caller must remove it. Throws if it
   * is too large.
   */
  async copy(): Promise<EngineState> {
    const { directory, engine } = this.#opened;
    await engine.commit();
    return opening(async (closers) => {
      const graphs = makeTemporaryFolder();
      closers.add(() => graphs.remove());
      if (directory instanceof FsDirectory) await linkGraphsOf(directory, graphs.directory);
      else await linkFolder(engine.graphs, graphs.directory);
      const files = await forkFolder(directory, staysOnDisk, newCharge);
      return { files, graphs: graphs.directory, remove: () => graphs.remove() };
    });
  }

  /** Closes the engine and opens one over a copy of a state; clock, caches and statistics start afresh. */
  async replace({ files, graphs }: EngineState): Promise<void> {
    const { directory, engine } = this.#opened;
    await engine.close();
    if (!(directory instanceof FsDirectory)) {
      this.#opened = await openOver(files.fork(), graphs, this.#options);
      return;
    }
    await replaceFolders(directory, files, CONTENT_FOLDERS);
    await linkGraphsBack(graphs, directory);
    this.#opened = await openOver(directory, null, this.#options);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** Counts the bytes of one copy, and throws when they exceed the limit. */
function newCharge(): (bytes: number) => void {
  const most = limits.copiedBytes.value;
  let copied = 0;
  return (bytes) => {
    copied += bytes;
    if (copied > most) {
      throw illegalArgument(
        `the data folder exceeds ${most} bytes, the maximum that can be copied into memory`,
      );
    }
  };
}

async function openOver(
  directory: Directory,
  graphs: FsDirectory | null,
  options: SlotOptions,
): Promise<Opened> {
  const clock = new MovableClock(options.clock);
  const engine = await openEngine({ ...options, directory, graphs, clock });
  return { directory, clock, engine };
}
