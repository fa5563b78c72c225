import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { datasync } from './datasync.ts';
import type { Slot } from './directory.ts';
import type { Ownership } from './ownership.ts';

export class FsSlot implements Slot {
  readonly #handle: FileHandle;
  readonly #ownership: Ownership;

  constructor(handle: FileHandle, ownership: Ownership) {
    this.#handle = handle;
    this.#ownership = ownership;
  }

  /** Slots are small: the system takes them faster than a pool thread could be scheduled. */
  async write(bytes: Uint8Array, at: number): Promise<void> {
    this.#ownership.check();
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#handle.fd, bytes, done, bytes.length - done, at + done);
    }
  }

  sync(): Promise<void> {
    return datasync(this.#handle);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Retries until everything is written: one write may take fewer bytes than it is given. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
