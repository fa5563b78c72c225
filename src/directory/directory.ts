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
  /** Whether a file or folder is a symbolic link: what it leads to is elsewhere. */
  isLink(name: string): Promise<boolean>;
  /** Throws NoSuchFileError. */
  sizeBytes(name: string): Promise<number>;
  /** Reading a file gives the very bytes that the directory keeps: what was read need not be kept as well. */
  readonly isMemory: boolean;
  /**
   * The whole file. Throws NoSuchFileError, and CorruptFileError for one that does not fit into memory. The bytes start
   * at offset 0 of an aligned buffer; they are not to be written to.
   */
  read(name: string): Promise<Uint8Array>;
  /**
   * Shows the file to `visit` piece by piece, in order, without holding all of it: for checksums of large files.
   * A piece is valid until the promise that `visit` returns is settled. Resolves to the number of bytes. Throws
   * NoSuchFileError.
   */
  scan(name: string, visit: (piece: Uint8Array) => unknown): Promise<number>;
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
  /**
   * Opens a file that is written in place; creates it when it is missing. Its name ends with `.ckp`: when a folder in use
   * is copied, such files are copied first (see copyOrder).
   */
  openSlot(name: string): Promise<Slot>;
  /**
   * Writes the bytes from `fromByte` on again, in place, and syncs the file. What is in the system's cache only becomes
   * durable, even after an fsync that has failed. Throws NoSuchFileError.
   */
  rewrite(name: string, fromByte: number): Promise<void>;
  /** Makes the content of closed files durable (fsync each). */
  sync(names: readonly string[]): Promise<void>;
  /** Makes creations, renames and deletions durable (fsync of the folder). */
  syncFolder(): Promise<void>;
  /** Closes an existing folder to other users, where it is on disk and ours. New folders and files always are. */
  makePrivate(): Promise<void>;
  /** A sub-folder, created on first write. Same implementation. */
  folder(name: string): Directory;
  /**
   * Moves a file of this folder, or a sub-folder with everything in it, into another folder of the same root, which is
   * created when it is missing. Atomic, and durable once it resolves. Nothing that is moved may be open. Throws
   * NoSuchFileError, and NameTakenError when `to` has that name already.
   */
  move(name: string, to: Directory, as: string): Promise<void>;
  /**
   * Links a file of another folder into this one under the same name, or copies it where there are no links. The file
   * must not be written to any more. Durable after sync() and syncFolder(). Throws NoSuchFileError and NameTakenError.
   */
  linkFrom(source: Directory, name: string): Promise<void>;
  /** Deletes this folder and everything in it. */
  deleteAll(): Promise<void>;
  /** Locks the file `name` until release() or the end of this process. Throws LockHeldError. */
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

/** A file that is written in place. One call at a time; after a failed one it can only be closed. */
export interface Slot {
  /** Hands the bytes to the operating system. After a loss of power any part of them may be missing. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** After it resolves, what was written survives a loss of power. */
  sync(): Promise<void>;
  /** Does not sync. */
  close(): Promise<void>;
}

export interface DirectoryLock {
  /** Waits for writes in progress; afterwards the directory and those below it refuse to write. */
  release(): Promise<void>;
  /** Why the lock is not the kernel's, and does not keep out other machines and containers; null: it is. */
  readonly weakness: string | null;
}

export class NoSuchFileError extends Error {
  constructor(name: string) {
    super(`no such file: ${name}`);
    this.name = 'NoSuchFileError';
  }
}

/** There is a file or folder of that name, which would be overwritten. */
export class NameTakenError extends Error {
  constructor(name: string) {
    super(`there is a file or folder of that name already: ${name}`);
    this.name = 'NameTakenError';
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

/** A file in a format of a newer Rockpool. It is not damaged and must not be changed. */
export class NewerFormatError extends CorruptFileError {
  constructor(file: string, found: string | number, known: number) {
    super(file, `written by a newer Rockpool (format ${found}, this one reads ${known})`);
    this.name = 'NewerFormatError';
  }
}
