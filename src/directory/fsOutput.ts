import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { datasync } from './datasync.ts';
import type { IndexOutput } from './directory.ts';
import { OutputBuffer } from './outputBuffer.ts';
import type { Ownership } from './ownership.ts';

/** Node refuses a single write of more than 2³¹ − 1 bytes. */
const WRITE_BYTES = 1024 ** 3;
/** The system copies this much into its cache faster than a pool thread could be scheduled. */
const SMALL_BYTES = 64 * 1024;

/**
 * A file open for appending. Operations run one at a time; callers of sync() that arrive while an fsync is in
 * progress share the next one (group commit).
 */
export class FsOutput implements IndexOutput {
  readonly #handle: FileHandle;
  readonly #ownership: Ownership;
  readonly #buffer = new OutputBuffer();
  #position: number;
  /** Number of operations waiting or running. */
  #waiting = 0;
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
    if (this.#waiting === 0) return this.#enqueue(() => this.#writeOutAndSync());
    this.#waitingSync ??= this.#enqueue(() => {
      this.#waitingSync = null;
      return this.#writeOutAndSync();
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

  /**
   * Closes the file for good after the first failure, since a later fsync may report success for data that is
   * lost.
   */
  #enqueue(task: () => Promise<void> | null): Promise<void> {
    this.#waiting++;
    const run = this.#waiting === 1 ? this.#run(task) : this.#last.then(() => this.#run(task));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #run(task: () => Promise<void> | null): Promise<void> {
    try {
      if (this.#failure !== null) throw this.#failure;
      await task();
    } catch (error) {
      if (this.#failure === null) {
        this.#failure = error as Error;
        await this.#handle.close().catch(() => undefined);
      }
      throw error;
    } finally {
      this.#waiting--;
    }
  }

  /** For small writes, the fsync has been started by the time this returns. */
  #writeOutAndSync(): Promise<void> {
    const writing = this.#writeOut();
    return writing === null ? datasync(this.#handle) : writing.then(() => datasync(this.#handle));
  }

  /** `null` when done synchronously. */
  #writeOut(): Promise<void> | null {
    if (this.#buffer.length === 0) return null;
    const bytes = this.#buffer.take();
    if (bytes.length > SMALL_BYTES) return this.#writeLarge(bytes);
    this.#ownership.check();
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle.fd, bytes, at);
    this.#buffer.recycle(bytes);
    return null;
  }

  async #writeLarge(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
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
