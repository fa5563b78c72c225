import { copyFolder, type Directory } from '../directory/index.ts';

/** The new content while it is being copied; discarded if interrupted. */
const COPYING = 'reset-copying';
/** The new content is complete; the old content is being deleted. */
const WHOLE = 'reset-whole';
/** The old content is deleted; the new folders are being moved to their places. */
const MOVING = 'reset-moving';

/**
 * Replaces the given folders of a data folder with others. If the process is killed meanwhile, the next
 * `finishReplacement` rolls back or forward, so that old and new content never mix. `content` must not be
 * empty.
 */
export async function replaceFolders(
  directory: Directory,
  content: Directory,
  folders: readonly string[],
): Promise<void> {
  await directory.folder(COPYING).deleteAll();
  await copyFolder(content, directory.folder(COPYING));
  await directory.move(COPYING, directory, WHOLE);
  await finishReplacement(directory, folders);
}

/** Does nothing unless a replacement was interrupted. */
export async function finishReplacement(directory: Directory, folders: readonly string[]): Promise<void> {
  const names = new Set(await directory.listFolders());
  if (names.has(COPYING)) await directory.folder(COPYING).deleteAll();
  if (names.has(WHOLE)) {
    for (const name of folders) await directory.folder(name).deleteAll();
    await directory.move(WHOLE, directory, MOVING);
  }
  if (!names.has(WHOLE) && !names.has(MOVING)) return;
  const moving = directory.folder(MOVING);
  for (const name of await moving.listFolders()) {
    if (folders.includes(name)) await moving.move(name, directory, name);
  }
  await moving.deleteAll();
}
