import type { FileHandle } from 'node:fs/promises';
import type { Slot } from './directory.ts';
import type { Ownership } from './ownership.ts';

/** A file that is written in place. */
export class FsSlot implements Slot {
  readonly #handle: FileHandle;
  readonly #ownership: Ownership;

  constructor(handle: FileHandle, ownership: Ownership) {
    this.#handle = handle;
    this.#ownership = ownership;
  }

  write(bytes: Uint8Array, at: number): Promise<void> {
    return this.#ownership.write(() => writeAll(this.#handle, bytes, at));
  }

  sync(): Promise<void> {
    return this.#handle.datasync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** A write may take fewer bytes than it is given. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
