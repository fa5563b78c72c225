import type { FileHandle } from 'node:fs/promises';
import type { IndexOutput } from './directory.ts';
import { OutputBuffer } from './outputBuffer.ts';
import type { Ownership } from './ownership.ts';

/** Node refuses a single write of more than 2³¹ − 1 bytes. */
const WRITE_BYTES = 1024 ** 3;

/**
 * A file open for writing at its end. Operations run one after the other; callers of sync() that meet while one is
 * under way share the next fsync (group commit).
 */
export class FsOutput implements IndexOutput {
  readonly #handle: FileHandle;
  readonly #ownership: Ownership;
  readonly #buffer = new OutputBuffer();
  #position: number;
  #last: Promise<void> = Promise.resolve();
  #waitingSync: Promise<void> | null = null;
  #failure: Error | null = null;
  #closed = false;

  constructor(handle: FileHandle, position: number, ownership: Ownership) {
    this.#handle = handle;
    this.#position = position;
    this.#ownership = ownership;
  }

  get position(): number {
    return this.#position;
  }

  write(bytes: Uint8Array): void {
    this.#buffer.append(bytes);
    this.#position += bytes.length;
  }

  flush(): Promise<void> {
    return this.#enqueue(() => this.#writeOut());
  }

  sync(): Promise<void> {
    this.#waitingSync ??= this.#enqueue(async () => {
      this.#waitingSync = null;
      await this.#writeOut();
      await this.#handle.datasync();
    });
    return this.#waitingSync;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      if (this.#failure === null) await this.flush();
    } finally {
      if (this.#failure === null) await this.#handle.close();
    }
  }

  /** The first failure closes the file for good: what a second fsync would say is worth nothing. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#last.then(async () => {
      if (this.#failure !== null) throw this.#failure;
      try {
        await task();
      } catch (error) {
        this.#failure = error as Error;
        await this.#handle.close().catch(() => undefined);
        throw error;
      }
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #writeOut(): Promise<void> {
    if (this.#buffer.length === 0) return;
    const bytes = this.#buffer.take();
    await this.#ownership.write(async () => {
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(WRITE_BYTES, bytes.length - at);
        const { bytesWritten } = await this.#handle.write(bytes, at, length);
        at += bytesWritten;
      }
    });
    this.#buffer.recycle(bytes);
  }
}
