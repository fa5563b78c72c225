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

const ATTEMPTS = 5;

/**
 * An in-memory copy of a folder's files: shared as of this moment if they are in memory already, else read.
 * Files on disk that are written meanwhile may be incomplete, as after a power failure; if a file is deleted,
 * the copy starts again. Calls `charge` with the size of each file before reading it; it throws to refuse the copy.
 */
export async function forkFolder(
  from: Directory,
  leavesOut: (name: string) => boolean,
  newCharge: () => (bytes: number) => void,
): Promise<RamDirectory> {
  if (from instanceof RamDirectory) return from.fork();
  for (let attempt = 1; ; attempt++) {
    const copy = new RamDirectory();
    try {
      await readFolder(from, copy, leavesOut, newCharge());
      return copy;
    } catch (error) {
      if (!(error instanceof NoSuchFileError) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Folders are read concurrently, since most of the time is spent waiting for the disk. When it rejects, nothing
 * is being read any more.
 */
async function readFolder(
  from: Directory,
  to: RamDirectory,
  leavesOut: (name: string) => boolean,
  charge: (bytes: number) => void,
): Promise<void> {
  const folders = (await from.listFolders()).filter((name) => !leavesOut(name));
  const below = folders.map((name) => readFolder(from.folder(name), to.folder(name), leavesOut, charge));
  const files = async (): Promise<void> => {
    for (const name of copyOrder((await from.list()).filter((name) => !leavesOut(name)))) {
      charge(await from.sizeBytes(name));
      to.put(name, await from.read(name));
    }
  };
  const failed = (await Promise.allSettled([files(), ...below])).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}
