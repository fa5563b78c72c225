/**
 * Where bytes live. Durability is promised call by call; what is not promised here may be lost at a crash.
 * Implementations: FsDirectory (real files), RamDirectory (memory). One suite runs on each of them.
 */
export interface Directory {
  /** The folder on disk, for native libraries that only read paths; null where there is none. */
  readonly path: string | null;
  /** Names of files (not folders), sorted. A folder that does not exist is empty. */
  list(): Promise<readonly string[]>;
  /** Names of sub-folders, sorted. */
  listFolders(): Promise<readonly string[]>;
  exists(name: string): Promise<boolean>;
  /** Throws NoSuchFileError. */
  sizeBytes(name: string): Promise<number>;
  /** Reading a file gives the very bytes that the directory keeps: what was read need not be kept as well. */
  readonly isMemory: boolean;
  /**
   * The whole file. Throws NoSuchFileError. The bytes start at offset 0 of an aligned buffer; they are not to be
   * written to.
   */
  read(name: string): Promise<Uint8Array>;
  /**
   * Shows the file to `visit` piece by piece, in order, without holding all of it: for checksums of large files.
   * A piece is valid during the call only. Resolves to the number of bytes. Throws NoSuchFileError.
   */
  scan(name: string, visit: (piece: Uint8Array) => void): Promise<number>;
  /** A new, empty file, open for writing; an existing one is truncated. Nothing is durable before sync(). */
  create(name: string): Promise<IndexOutput>;
  /** Opens for writing at the end, creating the file where it is missing. */
  append(name: string): Promise<IndexOutput>;
  /** Atomic: readers see the old or the new file. Durable only after syncFolder(). */
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file; a missing one is no error. */
  delete(name: string): Promise<void>;
  /** Cuts a file to `sizeBytes` and syncs it (a torn translog tail). */
  truncate(name: string, sizeBytes: number): Promise<void>;
  /** Makes the content of closed files durable (fsync each). */
  sync(names: readonly string[]): Promise<void>;
  /** Makes creations, renames and deletions durable (fsync of the folder). */
  syncFolder(): Promise<void>;
  /** A sub-folder, created on first write. Same implementation. */
  folder(name: string): Directory;
  /** Deletes this folder and everything in it. */
  deleteAll(): Promise<void>;
  /** Takes the lock file `name` for this process. Throws LockHeldError while another holder lives. */
  lock(name: string): Promise<DirectoryLock>;
}

export interface IndexOutput {
  /** Bytes written so far, those that were there before append() included. */
  readonly position: number;
  /** Buffers; throws nothing. The bytes may be reused by the caller after the call. */
  write(bytes: Uint8Array): void;
  /** Hands buffered bytes to the operating system. */
  flush(): Promise<void>;
  /** flush() and fsync: after it resolves the bytes survive a crash. Once it has failed the output is closed for ever. */
  sync(): Promise<void>;
  /** flush() and close; does not sync. */
  close(): Promise<void>;
}

export interface DirectoryLock {
  /** What is being written is waited for; after it, the directory and those below it write nothing. */
  release(): Promise<void>;
}

export class NoSuchFileError extends Error {
  constructor(name: string) {
    super(`no such file: ${name}`);
    this.name = 'NoSuchFileError';
  }
}

export class LockHeldError extends Error {
  constructor(path: string, holder: string) {
    super(`${path} is in use by another process (${holder})`);
    this.name = 'LockHeldError';
  }
}

/** A file whose checksum, length or form is wrong. Names the file; never thrown for a missing one. */
export class CorruptFileError extends Error {
  readonly file: string;
  constructor(file: string, what: string) {
    super(`${file}: ${what}`);
    this.name = 'CorruptFileError';
    this.file = file;
  }
}
