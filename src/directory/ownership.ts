/** A write to a folder whose lock was released: it may belong to another process by now. */
export class FolderReleasedError extends Error {
  constructor() {
    super('the lock on the folder was released; it can no longer be written to');
    this.name = 'FolderReleasedError';
  }
}

/** Whether a folder may still be written to; shared by everything that writes to it or its sub-folders. */
export class Ownership {
  #isOver = false;
  readonly #writing = new Set<Promise<unknown>>();

  /** Call before a synchronous write. Throws FolderReleasedError. */
  check(): void {
    if (this.#isOver) throw new FolderReleasedError();
  }

  /** Throws FolderReleasedError. */
  async write<T>(task: () => Promise<T>): Promise<T> {
    this.check();
    const writing = task();
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  begin(): void {
    this.#isOver = false;
  }

  /** Refuses new writes; resolves when those in progress are done. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#writing);
  }
}
