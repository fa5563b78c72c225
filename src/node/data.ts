import { QUARANTINE } from '../cluster/index.ts';
import type { Logger } from '../common/index.ts';
import { type Directory, FsDirectory, RamDirectory } from '../directory/index.ts';
import type { Closers } from './closers.ts';
import { finishReplacement } from './replacement.ts';

export const LOCK_FILE = 'node.lock';
/** What statements hold in files: nothing of it is needed after them. */
export const SPILL_FOLDER = 'spill';
/** What a server holds: what a reset puts other content in the place of. */
export const CONTENT_FOLDERS: readonly string[] = ['state', 'nodes', 'repositories'];
/** The folders of a data folder. Those of earlier versions are readable to all users. */
const OWN_FOLDERS: ReadonlySet<string> = new Set([...CONTENT_FOLDERS, QUARANTINE]);

/** A data folder, locked against a second process until it is closed; null: one in memory. Throws LockHeldError. */
export async function openData(dataPath: string | null, closers: Closers, log: Logger): Promise<Directory> {
  if (dataPath === null) return new RamDirectory();
  const directory = new FsDirectory(dataPath);
  const lock = await directory.lock(LOCK_FILE);
  closers.add(() => lock.release());
  await finishReplacement(directory, CONTENT_FOLDERS);
  // Not the data folder itself, which may hold other files of the user.
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
