import { copyFile } from './copyFile.ts';
import { type Directory, NoSuchFileError } from './directory.ts';
import { copyOrder } from './names.ts';
import { RamDirectory } from './ramDirectory.ts';

/** Copies every file and sub-folder of it but those that are left out, into an empty folder; durable when it resolves. */
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
 * A folder's files in memory: shared as of this moment where they are in memory already, else read. What is written
 * and deleted meanwhile on disk may be half there, as after a power cut; a file that went makes the copy begin again.
 * `charge` is told the size of each file before it is read, and throws where that is too much.
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

/** Folders are read at the same time: most of the time goes into waiting for the disk. */
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
  await Promise.all([files(), ...below]);
}
