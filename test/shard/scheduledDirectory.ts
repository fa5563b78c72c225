import type { SeededRandom } from '../../src/common/index.ts';
import type { Directory, DirectoryLock, IndexOutput, Slot } from '../../src/directory/index.ts';

/** Calls of a disk that wait for their turn; a seed decides whose turn is next. */
export class Turns {
  readonly #random: SeededRandom;
  readonly #waiting: (() => void)[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Resolves when it is this caller's turn. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Runs the tasks to their end, one call of the disk at a time. `isOver`, asked before each turn, ends it earlier: the
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
      const [next] = this.#waiting.splice(Math.floor(this.#random.next() * this.#waiting.length), 1);
      next?.();
    }
    await all;
  }
}

/** A directory every call of which waits for its turn, before and after it does its work. */
export class ScheduledDirectory implements Directory {
  readonly path = null;
  readonly isMemory: boolean;
  readonly #inner: Directory;
  readonly #turns: Turns;

  constructor(inner: Directory, turns: Turns) {
    this.#inner = inner;
    this.#turns = turns;
    this.isMemory = inner.isMemory;
  }

  list(): Promise<readonly string[]> {
    return this.#inner.list();
  }

  listFolders(): Promise<readonly string[]> {
    return this.#inner.listFolders();
  }

  exists(name: string): Promise<boolean> {
    return this.#inner.exists(name);
  }

  isLink(name: string): Promise<boolean> {
    return this.#inner.isLink(name);
  }

  makePrivate(): Promise<void> {
    return this.#inner.makePrivate();
  }

  sizeBytes(name: string): Promise<number> {
    return this.#inner.sizeBytes(name);
  }

  read(name: string): Promise<Uint8Array> {
    return this.#turn(() => this.#inner.read(name));
  }

  scan(name: string, visit: (piece: Uint8Array) => void): Promise<number> {
    return this.#turn(() => this.#inner.scan(name, visit));
  }

  create(name: string): Promise<IndexOutput> {
    return this.#turn(async () => this.#output(await this.#inner.create(name)));
  }

  append(name: string): Promise<IndexOutput> {
    return this.#turn(async () => this.#output(await this.#inner.append(name)));
  }

  rename(from: string, to: string): Promise<void> {
    return this.#turn(() => this.#inner.rename(from, to));
  }

  delete(name: string): Promise<void> {
    return this.#turn(() => this.#inner.delete(name));
  }

  truncate(name: string, sizeBytes: number): Promise<void> {
    return this.#turn(() => this.#inner.truncate(name, sizeBytes));
  }

  openSlot(name: string): Promise<Slot> {
    return this.#turn(async () => {
      const slot = await this.#inner.openSlot(name);
      return {
        write: (bytes, at) => this.#turn(() => slot.write(bytes, at)),
        sync: () => this.#turn(() => slot.sync()),
        close: () => this.#turn(() => slot.close()),
      };
    });
  }

  rewrite(name: string, fromByte: number): Promise<void> {
    return this.#turn(() => this.#inner.rewrite(name, fromByte));
  }

  sync(names: readonly string[]): Promise<void> {
    return this.#turn(() => this.#inner.sync(names));
  }

  syncFolder(): Promise<void> {
    return this.#turn(() => this.#inner.syncFolder());
  }

  folder(name: string): Directory {
    return new ScheduledDirectory(this.#inner.folder(name), this.#turns);
  }

  move(name: string, to: Directory, as: string): Promise<void> {
    return this.#turn(() => this.#inner.move(name, ScheduledDirectory.inner(to), as));
  }

  linkFrom(source: Directory, name: string): Promise<void> {
    return this.#turn(() => this.#inner.linkFrom(ScheduledDirectory.inner(source), name));
  }

  deleteAll(): Promise<void> {
    return this.#turn(() => this.#inner.deleteAll());
  }

  lock(name: string): Promise<DirectoryLock> {
    return this.#inner.lock(name);
  }

  static inner(directory: Directory): Directory {
    return directory instanceof ScheduledDirectory ? directory.#inner : directory;
  }

  #output(output: IndexOutput): IndexOutput {
    return {
      get position() {
        return output.position;
      },
      write: (bytes) => output.write(bytes),
      flush: () => this.#turn(() => output.flush()),
      sync: () => this.#turn(() => output.sync()),
      close: () => this.#turn(() => output.close()),
    };
  }

  async #turn<T>(task: () => Promise<T>): Promise<T> {
    await this.#turns.wait();
    const result = await task();
    await this.#turns.wait();
    return result;
  }
}
