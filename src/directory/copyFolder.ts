import { copyFile } from './copyFile.ts';
import { type Directory, NoSuchFileError } from './directory.ts';
import { copyOrder } from './names.ts';
import { RamDirectory } from './ramDirectory.ts';

/** Copies every file and sub-folder of it but those named, into an empty folder; durable when it resolves. */
export async function copyFolder(
  from: Directory,
  to: Directory,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const names = copyOrder((await from.list()).filter((name) => !except.has(name)));
  for (const name of names) await copyFile(from, to, name);
  await to.sync(names);
  await to.syncFolder();
  for (const name of await from.listFolders()) {
    if (!except.has(name)) await copyFolder(from.folder(name), to.folder(name));
  }
}

const ATTEMPTS = 5;

/**
 * A folder's files in memory: shared as of this moment where they are in memory already, else read. What is written
 * and deleted meanwhile on disk may be half there, as after a power cut; a file that went makes the copy begin again.
 */
export async function forkFolder(from: Directory, except: ReadonlySet<string>): Promise<RamDirectory> {
  if (from instanceof RamDirectory) return from.fork();
  for (let attempt = 1; ; attempt++) {
    const copy = new RamDirectory();
    try {
      await copyFolder(from, copy, except);
      return copy;
    } catch (error) {
      if (!(error instanceof NoSuchFileError) || attempt === ATTEMPTS) throw error;
    }
  }
}
