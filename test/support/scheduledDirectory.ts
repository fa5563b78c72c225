import type { Directory, DirectoryLock, IndexOutput, Slot } from '../../src/directory/index.ts';

/** The sorts of operations: the first words of their labels. */
export const diskSorts = [
  'read',
  'list',
  'create',
  'write',
  'sync',
  'rename',
  'delete',
  'truncate',
  'syncFolder',
] as const;

/** Decides when an operation of a disk is performed. */
export interface DiskScheduler {
  /** Performs the action when its turn has come. The label begins with one of `diskSorts`. */
  perform<T>(label: string, action: () => Promise<T>): Promise<T>;
}

/** A directory whose operations wait for their turn. Outputs buffer and group their syncs as FsOutput does. */
export class ScheduledDirectory implements Directory {
  readonly path = null;
  readonly #inner: Directory;
  readonly #scheduler: DiskScheduler;
  readonly #place: string;

  constructor(inner: Directory, scheduler: DiskScheduler, place = '') {
    this.#inner = inner;
    this.#scheduler = scheduler;
    this.#place = place;
  }

  get isMemory(): boolean {
    return this.#inner.isMemory;
  }

  list(): Promise<readonly string[]> {
    return this.#perform('list', '', () => this.#inner.list());
  }

  listFolders(): Promise<readonly string[]> {
    return this.#perform('list', '', () => this.#inner.listFolders());
  }

  exists(name: string): Promise<boolean> {
    return this.#perform('read', name, () => this.#inner.exists(name));
  }

  isLink(name: string): Promise<boolean> {
    return this.#perform('read', name, () => this.#inner.isLink(name));
  }

  makePrivate(): Promise<void> {
    return this.#inner.makePrivate();
  }

  sizeBytes(name: string): Promise<number> {
    return this.#perform('read', name, () => this.#inner.sizeBytes(name));
  }

  read(name: string): Promise<Uint8Array> {
    return this.#perform('read', name, () => this.#inner.read(name));
  }

  scan(name: string, visit: (piece: Uint8Array) => void): Promise<number> {
    return this.#perform('read', name, () => this.#inner.scan(name, visit));
  }

  create(name: string): Promise<IndexOutput> {
    return this.#perform('create', name, async () => this.#output(name, await this.#inner.create(name)));
  }

  append(name: string): Promise<IndexOutput> {
    return this.#perform('create', name, async () => this.#output(name, await this.#inner.append(name)));
  }

  rename(from: string, to: string): Promise<void> {
    return this.#perform('rename', `${from} ${to}`, () => this.#inner.rename(from, to));
  }

  delete(name: string): Promise<void> {
    return this.#perform('delete', name, () => this.#inner.delete(name));
  }

  truncate(name: string, sizeBytes: number): Promise<void> {
    return this.#perform('truncate', name, () => this.#inner.truncate(name, sizeBytes));
  }

  async openSlot(name: string): Promise<Slot> {
    const slot = await this.#perform('create', name, () => this.#inner.openSlot(name));
    return {
      write: (bytes, at) => {
        const copy = Uint8Array.from(bytes);
        return this.#perform('write', name, () => slot.write(copy, at));
      },
      sync: () => this.#perform('sync', name, () => slot.sync()),
      close: () => slot.close(),
    };
  }

  async rewrite(name: string, fromByte: number): Promise<void> {
    await this.#perform('sync', name, () => this.#inner.rewrite(name, fromByte));
  }

  sync(names: readonly string[]): Promise<void> {
    return this.#perform('sync', names.join(','), () => this.#inner.sync(names));
  }

  syncFolder(): Promise<void> {
    return this.#perform('syncFolder', '', () => this.#inner.syncFolder());
  }

  folder(name: string): ScheduledDirectory {
    return new ScheduledDirectory(this.#inner.folder(name), this.#scheduler, `${this.#place}${name}/`);
  }

  move(name: string, to: Directory, as: string): Promise<void> {
    return this.#perform('rename', name, () => this.#inner.move(name, ScheduledDirectory.inner(to), as));
  }

  linkFrom(source: Directory, name: string): Promise<void> {
    return this.#perform('create', name, () => this.#inner.linkFrom(ScheduledDirectory.inner(source), name));
  }

  /** The directory below, of whatever kind. */
  static inner(directory: Directory): Directory {
    return directory instanceof ScheduledDirectory ? directory.#inner : directory;
  }

  deleteAll(): Promise<void> {
    return this.#perform('delete', '*', () => this.#inner.deleteAll());
  }

  lock(name: string): Promise<DirectoryLock> {
    return this.#inner.lock(name);
  }

  #output(name: string, inner: IndexOutput): IndexOutput {
    return new ScheduledOutput(inner, (sort, action) => this.#perform(sort, name, action));
  }

  #perform<T>(sort: (typeof diskSorts)[number], name: string, action: () => Promise<T>): Promise<T> {
    return this.#scheduler.perform(`${sort} ${this.#place}${name}`, action);
  }
}

type Perform = (sort: 'write' | 'sync', action: () => Promise<void>) => Promise<void>;

/** Bytes reach the system in one step and the disk in another; what is written meanwhile belongs to neither. */
class ScheduledOutput implements IndexOutput {
  readonly #inner: IndexOutput;
  readonly #perform: Perform;
  #pending: Uint8Array[] = [];
  #position: number;
  #last: Promise<void> = Promise.resolve();
  #waitingSync: Promise<void> | null = null;
  #failure: Error | null = null;
  #closed = false;

  constructor(inner: IndexOutput, perform: Perform) {
    this.#inner = inner;
    this.#perform = perform;
    this.#position = inner.position;
  }

  get position(): number {
    return this.#position;
  }

  write(bytes: Uint8Array): void {
    // Of a Buffer, slice() would be a view.
    this.#pending.push(Uint8Array.from(bytes));
    this.#position += bytes.length;
  }

  flush(): Promise<void> {
    return this.#enqueue(() => this.#writeOut());
  }

  sync(): Promise<void> {
    this.#waitingSync ??= this.#enqueue(async () => {
      this.#waitingSync = null;
      await this.#writeOut();
      await this.#perform('sync', () => this.#inner.sync());
    });
    return this.#waitingSync;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#failure === null) await this.flush();
    await this.#inner.close();
  }

  async #writeOut(): Promise<void> {
    const pieces = this.#pending;
    this.#pending = [];
    if (pieces.length === 0) return;
    await this.#perform('write', () => {
      for (const piece of pieces) this.#inner.write(piece);
      return this.#inner.flush();
    });
  }

  /** One after the other; the first failure closes the file for good. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#last.then(async () => {
      if (this.#failure !== null) throw this.#failure;
      try {
        await task();
      } catch (error) {
        this.#failure = error as Error;
        throw error;
      }
    });
    this.#last = run.catch(() => undefined);
    return run;
  }
}
