/**
 * Where bytes live. Each method states its durability; whatever is not promised here may be lost in a crash.
 * Implementations: FsDirectory (real files), RamDirectory (memory). The same tests run on both.
 */
export interface Directory {
  /**
   * The path on disk, for native libraries that only read files by path; `null` for a directory in memory.
   */
  readonly path: string | null;
  /** Sorted names of files (not folders). A folder that does not exist is empty. */
  list(): Promise<readonly string[]>;
  /** Sorted names of sub-folders. */
  listFolders(): Promise<readonly string[]>;
  exists(name: string): Promise<boolean>;
  /** Whether a file or folder is a symbolic link, whose target may be outside this directory. */
  isLink(name: string): Promise<boolean>;
  /** Throws NoSuchFileError. */
  sizeBytes(name: string): Promise<number>;
  /** Whether read() returns the directory's own bytes, so that caching them would save nothing. */
  readonly isMemory: boolean;
  /**
   * The whole file, at offset 0 of an aligned buffer that must not be modified. Throws NoSuchFileError, and
   * CorruptFileError for a file that does not fit into memory.
   */
  read(name: string): Promise<Uint8Array>;
  /**
   * Passes the file to `visit` in chunks, in order, without holding all of it: for checksums of large files.
   * A chunk is valid until the promise returned by `visit` settles. Resolves to the number of bytes. Throws
   * NoSuchFileError.
   */
  scan(name: string, visit: (piece: Uint8Array) => unknown): Promise<number>;
  /** Opens a new, empty file for writing; truncates an existing one. Nothing is durable before sync(). */
  create(name: string): Promise<IndexOutput>;
  /** Opens a file for appending; creates it if missing. */
  append(name: string): Promise<IndexOutput>;
  /** Atomic: readers see the old or the new file. Durable only after syncFolder(). */
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file; does nothing if it is missing. */
  delete(name: string): Promise<void>;
  /** Truncates a file to `sizeBytes` and syncs it (for a torn translog tail). */
  truncate(name: string, sizeBytes: number): Promise<void>;
  /**
   * Opens a file that is overwritten in place; creates it if missing. Its name must end with `.ckp`: when a
   * folder in use is copied, such files are copied first (see copyOrder).
   */
  openSlot(name: string): Promise<Slot>;
  /**
   * Rewrites the bytes from `fromByte` on in place and syncs the file. This makes data durable that was only
   * in the system's cache, even after an fsync has failed. Throws NoSuchFileError.
   */
  rewrite(name: string, fromByte: number): Promise<void>;
  /** Makes the content of closed files durable (fsync on each). */
  sync(names: readonly string[]): Promise<void>;
  /** Makes creations, renames and deletions durable (fsync on the folder). */
  syncFolder(): Promise<void>;
  /**
   * Removes other users' access to an existing folder on disk that we own. New folders and files are private
   * from the start.
   */
  makePrivate(): Promise<void>;
  /** A sub-folder of the same implementation, created on the first write. */
  folder(name: string): Directory;
  /**
   * Moves a file of this folder, or a sub-folder with everything in it, into another folder of the same root,
   * which is created if missing. Atomic, and durable once it resolves. Nothing in it may be open. Throws
   * NoSuchFileError, and NameTakenError if `to` already has that name.
   */
  move(name: string, to: Directory, as: string): Promise<void>;
  /**
   * Hard-links a file of another folder into this one under the same name, or copies it where links are not
   * supported. The file must not be written to any more. Durable after sync() and syncFolder(). Throws
   * NoSuchFileError and NameTakenError.
   */
  linkFrom(source: Directory, name: string): Promise<void>;
  /** Deletes this folder and everything in it. */
  deleteAll(): Promise<void>;
  /** Locks the file `name` until release() or the end of this process. Throws LockHeldError. */
  lock(name: string): Promise<DirectoryLock>;
}

export interface IndexOutput {
  /** Bytes written so far, including those present before append(). */
  readonly position: number;
  /** Buffers the bytes and never throws. The caller may reuse the array after the call. */
  write(bytes: Uint8Array): void;
  /** Passes buffered bytes to the operating system. */
  flush(): Promise<void>;
  /**
   * flush() and fsync: once it resolves, the bytes survive a crash. After a failure the output stays closed.
   */
  sync(): Promise<void>;
  /** flush() and close; does not sync. */
  close(): Promise<void>;
}

/** A file that is overwritten in place. One call at a time; after a failure it can only be closed. */
export interface Slot {
  /** Passes the bytes to the operating system. After a power failure any part of them may be missing. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Once it resolves, everything written before survives a power failure. */
  sync(): Promise<void>;
  /** Does not sync. */
  close(): Promise<void>;
}

export interface DirectoryLock {
  /** Waits for writes in progress; afterwards this directory and its sub-folders refuse to write. */
  release(): Promise<void>;
  /**
   * Why this is not a kernel lock, and so does not keep out other machines and containers; `null` for a
   * kernel lock.
   */
  readonly weakness: string | null;
}

export class NoSuchFileError extends Error {
  constructor(name: string) {
    super(`no such file: ${name}`);
    this.name = 'NoSuchFileError';
  }
}

/** The target name is taken; the file or folder would be overwritten. */
export class NameTakenError extends Error {
  constructor(name: string) {
    super(`a file or folder of that name already exists: ${name}`);
    this.name = 'NameTakenError';
  }
}

export class LockHeldError extends Error {
  constructor(path: string, holder: string) {
    super(`${path} is in use by another process (${holder})`);
    this.name = 'LockHeldError';
  }
}

/** A file with a wrong checksum, length or structure. Names the file; never thrown for a missing one. */
export class CorruptFileError extends Error {
  readonly file: string;
  constructor(file: string, what: string) {
    super(`${file}: ${what}`);
    this.name = 'CorruptFileError';
    this.file = file;
  }
}

/** A file in the format of a newer Rockpool: not damaged, and must not be changed. */
export class NewerFormatError extends CorruptFileError {
  constructor(file: string, found: string | number, known: number) {
    super(file, `written by a newer Rockpool (format ${found}, this one reads ${known})`);
    this.name = 'NewerFormatError';
  }
}
