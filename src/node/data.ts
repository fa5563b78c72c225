import { QUARANTINE } from '../cluster/index.ts';
import type { Logger } from '../common/index.ts';
import { type Directory, FsDirectory, RamDirectory } from '../directory/index.ts';
import type { Closers } from './closers.ts';
import { finishReplacement } from './replacement.ts';

export const LOCK_FILE = 'node.lock';
/** Temporary files of statements, deleted at the next start. */
export const SPILL_FOLDER = 'spill';
/** The content of a server, which a reset replaces. */
export const CONTENT_FOLDERS: readonly string[] = ['state', 'nodes', 'repositories'];
/** Folders made by earlier versions may be readable by all users. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([...CONTENT_FOLDERS, QUARANTINE]);

/** Opens a data folder and locks it until it is closed; `null` opens one in memory. Throws LockHeldError. */
export async function openData(dataPath: string | null, closers: Closers, log: Logger): Promise<Directory> {
  if (dataPath === null) return new RamDirectory();
  const directory = new FsDirectory(dataPath);
  const lock = await directory.lock(LOCK_FILE);
  closers.add(() => lock.release());
  await finishReplacement(directory, CONTENT_FOLDERS);
  // The data folder itself is left as is, since it may hold other files of the user.
  for (const name of await directory.listFolders())
    if (OWN_FOLDERS.has(name)) await directory.folder(name).makePrivate();
  if (lock.weakness !== null) {
    log.warn(
      'the data folder is locked by process id only: do not share it with containers or other machines',
      {
        reason: lock.weakness,
      },
    );
  }
  return directory;
}
