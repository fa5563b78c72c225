import { copyFile } from './copyFile.ts';
import { type Directory, NoSuchFileError } from './directory.ts';
import { copyOrder } from './names.ts';
import { RamDirectory } from './ramDirectory.ts';

/**
 * Copies all files and sub-folders, except those left out, into an empty folder. Durable when it resolves.
 */
export async function copyFolder(
  from: Directory,
  to: Directory,
  leavesOut: (name: string) => boolean = () => false,
): Promise<void> {
  const names = copyOrder((await from.list()).filter((name) => !leavesOut(name)));
  for (const name of names) await copyFile(from, to, name);
  await to.sync(names);
  await to.syncFolder();
  for (const name of await from.listFolders()) {
    if (!leavesOut(name)) await copyFolder(from.folder(name), to.folder(name), leavesOut);
  }
}

/** The total size of all files, except those left out. Files deleted meanwhile count as 0. */
export async function folderBytes(from: Directory, leavesOut: (name: string) => boolean): Promise<number> {
  let bytes = 0;
  for (const name of await from.list()) {
    if (!leavesOut(name)) bytes += await from.sizeBytes(name).catch(ignoreMissing);
  }
  for (const name of await from.listFolders()) {
    if (!leavesOut(name)) bytes += await folderBytes(from.folder(name), leavesOut);
  }
  return bytes;
}

function ignoreMissing(error: unknown): number {
  if (error instanceof NoSuchFileError) return 0;
  throw error;
}

const ATTEMPTS = 5;

/**
 * An in-memory copy of a folder's files: shared as of this moment if they are in memory already, else read.
 * Files on disk that are written meanwhile may be incomplete, as after a power failure; if a file is deleted,
 * the copy starts again.
 */
export async function forkFolder(
  from: Directory,
  leavesOut: (name: string) => boolean,
): Promise<RamDirectory> {
  if (from instanceof RamDirectory) return from.fork();
  for (let attempt = 1; ; attempt++) {
    const copy = new RamDirectory();
    try {
      await copyFolder(from, copy, leavesOut);
      return copy;
    } catch (error) {
      if (!(error instanceof NoSuchFileError) || attempt === ATTEMPTS) throw error;
    }
  }
}
