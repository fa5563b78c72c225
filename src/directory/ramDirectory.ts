import { bug } from '../common/index.ts';
import {
  type Directory,
  type DirectoryLock,
  type IndexOutput,
  LockHeldError,
  NameTakenError,
  NoSuchFileError,
  type Slot,
} from './directory.ts';
import { checkFileName, checkSlotName } from './names.ts';
import { OutputBuffer } from './outputBuffer.ts';

/** The content of a folder. */
class RamFolder {
  readonly files = new Map<string, RamFile>();
  readonly folders = new Map<string, RamFolder>();
  readonly locks = new Set<string>();

  get isEmpty(): boolean {
    return this.files.size === 0 && [...this.folders.values()].every((folder) => folder.isEmpty);
  }

  fork(): RamFolder {
    const copy = new RamFolder();
    for (const [name, file] of this.files) copy.files.set(name, file.fork());
    for (const [name, folder] of this.folders) copy.folders.set(name, folder.fork());
    return copy;
  }
}

/**
 * A folder in memory, for `--ephemeral` and tests. Durable as long as the process lives. As on disk, a
 * directory is a path that each call resolves: deleted folders leave nothing behind, and can be created
 * again.
 */
export class RamDirectory implements Directory {
  readonly path = null;
  readonly isMemory = true;
  readonly #root: RamFolder;
  readonly #names: readonly string[];

  constructor(root = new RamFolder(), names: readonly string[] = []) {
    this.#root = root;
    this.#names = names;
  }

  async list(): Promise<readonly string[]> {
    return [...(this.#found()?.files.keys() ?? [])].sort();
  }

  async listFolders(): Promise<readonly string[]> {
    return [...(this.#found()?.folders ?? [])]
      .filter(([, folder]) => !folder.isEmpty)
      .map(([name]) => name)
      .sort();
  }

  async exists(name: string): Promise<boolean> {
    return this.#found()?.files.has(name) ?? false;
  }

  async isLink(): Promise<boolean> {
    return false;
  }

  async makePrivate(): Promise<void> {}

  async sizeBytes(name: string): Promise<number> {
    return this.#file(name).sizeBytes;
  }

  async read(name: string): Promise<Uint8Array> {
    return this.#file(name).read();
  }

  async scan(name: string, visit: (piece: Uint8Array) => unknown): Promise<number> {
    const bytes = this.#file(name).read();
    await visit(bytes);
    return bytes.length;
  }

  async create(name: string): Promise<IndexOutput> {
    checkFileName(name);
    const file = new RamFile();
    this.#made().files.set(name, file);
    return new RamOutput(file);
  }

  /** Adds a file with these bytes, which must not be modified afterwards. */
  put(name: string, bytes: Uint8Array): void {
    checkFileName(name);
    const file = new RamFile();
    file.append(bytes);
    this.#made().files.set(name, file);
  }

  async append(name: string): Promise<IndexOutput> {
    const file = this.#found()?.files.get(name);
    return file ? new RamOutput(file) : this.create(name);
  }

  async rename(from: string, to: string): Promise<void> {
    checkFileName(to);
    const file = this.#file(from);
    const { files } = this.#made();
    files.set(to, file);
    files.delete(from);
  }

  async delete(name: string): Promise<void> {
    this.#found()?.files.delete(name);
  }

  async truncate(name: string, sizeBytes: number): Promise<void> {
    this.#file(name).truncate(sizeBytes);
  }

  async openSlot(name: string): Promise<Slot> {
    checkSlotName(name);
    if (!(await this.exists(name))) await this.create(name);
    const file = this.#file(name);
    return {
      write: async (bytes, at) => file.overwrite(bytes, at),
      sync: async () => undefined,
      close: async () => undefined,
    };
  }

  async rewrite(name: string): Promise<void> {
    this.#file(name);
  }

  async sync(names: readonly string[]): Promise<void> {
    for (const name of names) this.#file(name);
  }

  async syncFolder(): Promise<void> {}

  folder(name: string): RamDirectory {
    checkFileName(name);
    return new RamDirectory(this.#root, [...this.#names, name]);
  }

  async move(name: string, to: Directory, as: string): Promise<void> {
    if (!(to instanceof RamDirectory))
      throw bug(`cannot move ${name} from memory to another type of directory`);
    checkFileName(as);
    const from = this.#found();
    const folder = from?.folders.get(name);
    const file = from?.files.get(name);
    if (!from || (!folder && !file)) throw new NoSuchFileError(name);
    const target = to.#made();
    if (target.files.has(as) || target.folders.has(as)) throw new NameTakenError(as);
    if (file) target.files.set(as, file);
    if (folder) target.folders.set(as, folder);
    from.files.delete(name);
    from.folders.delete(name);
  }

  async linkFrom(source: Directory, name: string): Promise<void> {
    if (!(source instanceof RamDirectory))
      throw bug(`cannot link ${name} to memory from another type of directory`);
    const { files } = this.#made();
    if (files.has(name)) throw new NameTakenError(name);
    files.set(name, source.#file(name).fork());
  }

  async deleteAll(): Promise<void> {
    const last = this.#names.at(-1);
    if (last === undefined) {
      this.#root.files.clear();
      this.#root.folders.clear();
    } else this.#found(this.#names.slice(0, -1))?.folders.delete(last);
  }

  /**
   * A copy of all files as of this moment; later writes to one are not visible in the other. Shares the
   * bytes, but not the locks.
   */
  fork(): RamDirectory {
    return new RamDirectory(this.#found()?.fork());
  }

  async lock(name: string): Promise<DirectoryLock> {
    const { locks } = this.#made();
    if (locks.has(name)) throw new LockHeldError(name, `pid ${process.pid}, this process`);
    locks.add(name);
    return { release: async () => void locks.delete(name), weakness: null };
  }

  #file(name: string): RamFile {
    const file = this.#found()?.files.get(name);
    if (!file) throw new NoSuchFileError(name);
    return file;
  }

  #found(names = this.#names): RamFolder | undefined {
    let folder: RamFolder | undefined = this.#root;
    for (const name of names) folder = folder?.folders.get(name);
    return folder;
  }

  #made(): RamFolder {
    let folder = this.#root;
    for (const name of this.#names) {
      let next = folder.folders.get(name);
      if (next === undefined) {
        next = new RamFolder();
        folder.folders.set(name, next);
      }
      folder = next;
    }
    return folder;
  }
}

/** Stored in pieces as written; joined on the first read, and kept that way. */
class RamFile {
  #pieces: Uint8Array[] = [];
  sizeBytes = 0;

  append(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.sizeBytes += bytes.length;
  }

  read(): Uint8Array {
    if (this.#pieces.length === 1) return this.#pieces[0];
    const bytes = new Uint8Array(this.sizeBytes);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [bytes];
    return bytes;
  }

  fork(): RamFile {
    const copy = new RamFile();
    // Join first, so that both files share one array.
    copy.#pieces = this.#pieces.length > 1 ? [this.read()] : [...this.#pieces];
    copy.sizeBytes = this.sizeBytes;
    return copy;
  }

  /** Copies on write: the bytes may be shared with a fork or a reader. */
  overwrite(bytes: Uint8Array, at: number): void {
    const all = new Uint8Array(Math.max(this.sizeBytes, at + bytes.length));
    all.set(this.read());
    all.set(bytes, at);
    this.#pieces = [all];
    this.sizeBytes = all.length;
  }

  truncate(sizeBytes: number): void {
    this.#pieces = [this.read().slice(0, sizeBytes)];
    this.sizeBytes = sizeBytes;
  }
}

class RamOutput implements IndexOutput {
  readonly #file: RamFile;
  readonly #buffer = new OutputBuffer();

  constructor(file: RamFile) {
    this.#file = file;
  }

  get position(): number {
    return this.#file.sizeBytes + this.#buffer.length;
  }

  write(bytes: Uint8Array): void {
    this.#buffer.append(bytes);
  }

  async flush(): Promise<void> {
    if (this.#buffer.length === 0) return;
    const bytes = this.#buffer.take();
    this.#file.append(bytes.slice());
    this.#buffer.recycle(bytes);
  }

  sync(): Promise<void> {
    return this.flush();
  }

  close(): Promise<void> {
    return this.flush();
  }
}
