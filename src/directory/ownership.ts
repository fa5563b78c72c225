/** Something wanted to write to a folder whose lock was given back: it may be another process's by now. */
export class FolderReleasedError extends Error {
  constructor() {
    super('the folder was given back; nothing more is written to it');
    this.name = 'FolderReleasedError';
  }
}

/** Whether a folder may still be written to. All that writes to it or to the folders in it shares one. */
export class Ownership {
  #isOver = false;
  readonly #writing = new Set<Promise<unknown>>();

  /** To be called before something is written synchronously. Throws FolderReleasedError. */
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

  /** Resolves when what is being written is done. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#writing);
  }
}
