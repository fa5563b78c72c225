import { fdatasync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** fdatasync by the callback interface, which costs less than the one of promises: each write waits for one. */
export function datasync({ fd }: FileHandle): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error === null ? resolve() : reject(error)));
  });
}
