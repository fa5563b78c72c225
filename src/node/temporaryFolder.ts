import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsDirectory } from '../directory/index.ts';

/** A folder created with its first file and deleted by its owner. */
export interface TemporaryFolder {
  readonly directory: FsDirectory;
  remove(): Promise<void>;
  /** Like `remove`, but blocks: an engine waits for nothing that a simulated clock and disk do not control. */
  removeSync(): void;
}

export function makeTemporaryFolder(): TemporaryFolder {
  const path = join(tmpdir(), `rockpool-${randomUUID()}`);
  return {
    directory: new FsDirectory(path),
    remove: () => rm(path, { recursive: true, force: true }),
    removeSync: () => rmSync(path, { recursive: true, force: true }),
  };
}
