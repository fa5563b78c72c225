import { constants as bufferConstants } from 'node:buffer';
import {
  chmod,
  constants,
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bug } from '../common/index.ts';
import {
  CorruptFileError,
  type Directory,
  type DirectoryLock,
  type IndexOutput,
  NameTakenError,
  NoSuchFileError,
  type Slot,
} from './directory.ts';
import { FsOutput } from './fsOutput.ts';
import { FsSlot, writeAll } from './fsSlot.ts';
import { takeLock } from './lock/index.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './modes.ts';
import { checkFileName, checkSlotName } from './names.ts';
import { Ownership } from './ownership.ts';

/** Chunk size of a scan: large enough for the disk, small enough to stay in the processor's cache. */
const SCAN_BYTES = 1024 * 1024;
const LEAST_BYTES = 4096;
/** A single read of more than 2³¹ − 1 bytes crashes the process. */
const READ_BYTES = 1024 ** 3;

/** A folder of the file system, created on the first write. Refuses to write once its lock is released. */
export class FsDirectory implements Directory {
  readonly path: string;
  readonly isMemory = false;
  readonly #ownership: Ownership;
  #made: Promise<void> | null = null;

  constructor(path: string, ownership = new Ownership()) {
    this.path = resolve(path);
    this.#ownership = ownership;
  }

  list(): Promise<readonly string[]> {
    return this.#entries((entry) => entry.isFile());
  }

  listFolders(): Promise<readonly string[]> {
    return this.#entries((entry) => entry.isDirectory());
  }

  async exists(name: string): Promise<boolean> {
    return (await stat(this.#file(name)).catch(() => null))?.isFile() ?? false;
  }

  async isLink(name: string): Promise<boolean> {
    return (await lstat(this.#file(name)).catch(() => null))?.isSymbolicLink() ?? false;
  }

  async sizeBytes(name: string): Promise<number> {
    return named(name, async () => (await stat(this.#file(name))).size);
  }

  async read(name: string): Promise<Uint8Array> {
    return named(name, async () => {
      const handle = await open(this.#file(name), 'r');
      try {
        const { size } = await handle.stat();
        if (size > bufferConstants.MAX_LENGTH)
          throw new CorruptFileError(name, `${size} bytes do not fit into memory`);
        const bytes = Buffer.allocUnsafeSlow(size);
        let at = 0;
        while (at < bytes.length) {
          const length = Math.min(READ_BYTES, bytes.length - at);
          const { bytesRead } = await handle.read(bytes, at, length, at);
          if (bytesRead === 0) break;
          at += bytesRead;
        }
        return new Uint8Array(bytes.buffer, 0, at);
      } finally {
        await handle.close();
      }
    });
  }

  async scan(name: string, visit: (piece: Uint8Array) => unknown): Promise<number> {
    return named(name, async () => {
      const handle = await open(this.#file(name), 'r');
      try {
        const piece = await newPiece(handle, 0);
        for (let at = 0; ; ) {
          const { bytesRead } = await handle.read(piece, 0, piece.length, at);
          if (bytesRead === 0) return at;
          const visited = visit(piece.subarray(0, bytesRead));
          if (visited instanceof Promise) await visited;
          at += bytesRead;
        }
      } finally {
        await handle.close();
      }
    });
  }

  async create(name: string): Promise<IndexOutput> {
    return this.#ownership.write(async () => {
      await this.#make();
      return new FsOutput(await open(this.#file(name), 'w', PRIVATE_FILE), 0, this.#ownership);
    });
  }

  async append(name: string): Promise<IndexOutput> {
    return this.#ownership.write(async () => {
      await this.#make();
      const handle = await open(this.#file(name), 'a', PRIVATE_FILE);
      return new FsOutput(handle, (await handle.stat()).size, this.#ownership);
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#change(from, () => rename(this.#file(from), this.#file(to)));
  }

  async delete(name: string): Promise<void> {
    await this.#change(name, () => rm(this.#file(name), { force: true }));
  }

  async truncate(name: string, sizeBytes: number): Promise<void> {
    await this.#change(name, async () => {
      const handle = await open(this.#file(name), 'r+');
      try {
        await handle.truncate(sizeBytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  }

  async openSlot(name: string): Promise<Slot> {
    checkSlotName(name);
    return this.#ownership.write(async () => {
      await this.#make();
      const handle = await open(this.#file(name), constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
      return new FsSlot(handle, this.#ownership);
    });
  }

  async rewrite(name: string, fromByte: number): Promise<void> {
    await this.#change(name, async () => {
      const handle = await open(this.#file(name), 'r+');
      try {
        const piece = await newPiece(handle, fromByte);
        for (let at = fromByte; ; ) {
          const { bytesRead } = await handle.read(piece, 0, piece.length, at);
          if (bytesRead === 0) break;
          await writeAll(handle, piece.subarray(0, bytesRead), at);
          at += bytesRead;
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  }

  async sync(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => named(name, () => syncPath(this.#file(name), 'r+'))));
  }

  async syncFolder(): Promise<void> {
    await syncPath(this.path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  async makePrivate(): Promise<void> {
    await chmod(this.path, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
      // The folder does not exist yet, or another user owns it and shares it with us.
      if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw error;
    });
  }

  folder(name: string): FsDirectory {
    return new FsDirectory(this.#file(name), this.#ownership);
  }

  async move(name: string, to: Directory, as: string): Promise<void> {
    if (!(to instanceof FsDirectory)) throw bug(`cannot move ${name} from disk to another type of directory`);
    const target = to.#file(as);
    await this.#change(name, async () => {
      // Check first: a missing file must not leave a new, empty folder behind.
      await stat(this.#file(name));
      await to.#make();
      // rename() would silently replace files and empty folders.
      if ((await stat(target).catch(() => null)) !== null) throw new NameTakenError(as);
      await rename(this.#file(name), target);
      await to.syncFolder();
      await this.syncFolder();
    });
  }

  async linkFrom(source: Directory, name: string): Promise<void> {
    if (!(source instanceof FsDirectory))
      throw bug(`cannot link ${name} to disk from another type of directory`);
    await this.#change(name, async () => {
      await this.#make();
      await linkOrCopy(source.#file(name), this.#file(name)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new NameTakenError(name) : error;
      });
    });
  }

  async deleteAll(): Promise<void> {
    await this.#ownership.write(() => {
      this.#made = null;
      return rm(this.path, { recursive: true, force: true });
    });
  }

  async lock(name: string): Promise<DirectoryLock> {
    await this.#make();
    const lock = await takeLock(this.#file(name));
    this.#ownership.begin();
    return {
      release: async () => {
        await this.#ownership.end();
        await lock.release();
      },
      weakness: lock.weakness,
    };
  }

  #change(name: string, action: () => Promise<void>): Promise<void> {
    return this.#ownership.write(() => named(name, action));
  }

  #file(name: string): string {
    checkFileName(name);
    return join(this.path, name);
  }

  /** Creates the folder and makes its entry in each parent durable. */
  #make(): Promise<void> {
    this.#made ??= this.#makeFolders().catch((error) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  async #makeFolders(): Promise<void> {
    const first = await mkdir(this.path, { recursive: true, mode: PRIVATE_FOLDER });
    if (first === undefined) return;
    for (let path = this.path; path.length >= first.length; path = dirname(path)) {
      await syncPath(dirname(path), 'r');
    }
  }

  async #entries(keep: (entry: { isFile(): boolean; isDirectory(): boolean }) => boolean): Promise<string[]> {
    try {
      const entries = await readdir(this.path, { withFileTypes: true });
      return entries
        .filter(keep)
        .map((entry) => entry.name)
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

/**
 * Copies if the file system has no hard links, cannot link between these folders, or has reached the link
 * limit.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** A buffer of a suitable size for scanning a file: most are small, and many may be read at once. */
async function newPiece(handle: FileHandle, fromByte: number): Promise<Buffer> {
  const { size } = await handle.stat();
  return Buffer.allocUnsafeSlow(Math.max(LEAST_BYTES, Math.min(SCAN_BYTES, size - fromByte)));
}

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  // Windows cannot open folders for fsync; there, rename itself is assumed durable.
  if (flags === 'r' && process.platform === 'win32') return;
  const handle = await open(path, flags);
  try {
    // The native library creates its files readable by all users.
    if (flags === 'r+') await handle.chmod(PRIVATE_FILE);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function named<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new NoSuchFileError(name);
    throw error;
  }
}
