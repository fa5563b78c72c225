import { type Directory, FsDirectory, RamDirectory } from '../directory/index.ts';
import type { Closers } from './closers.ts';

export const LOCK_FILE = 'node.lock';

/** A data folder, locked against a second process until it is closed; null: one in memory. Throws LockHeldError. */
export async function openData(dataPath: string | null, closers: Closers): Promise<Directory> {
  if (dataPath === null) return new RamDirectory();
  const directory = new FsDirectory(dataPath);
  const lock = await directory.lock(LOCK_FILE);
  closers.add(() => lock.release());
  return directory;
}
