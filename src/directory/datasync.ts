import { fdatasync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** fdatasync through the callback API, which is cheaper than the promise API: every write waits for one. */
export function datasync({ fd }: FileHandle): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error === null ? resolve() : reject(error)));
  });
}
