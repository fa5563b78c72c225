import { copyFolder, type Directory } from '../directory/index.ts';

/** The new content while it is copied: nothing of it holds yet. */
const COPYING = 'reset-copying';
/** It is whole: what was there before goes. */
const WHOLE = 'reset-whole';
/** What was there before is gone: the folders move to their places. */
const MOVING = 'reset-moving';

/**
 * Puts other content in the place of those folders of a data folder. If the process is killed meanwhile, the next
 * `finishReplacement` goes back or on: the folder never has a part of the one and a part of the other. There is content.
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

/** Nothing to do for a folder in which no replacement was interrupted. */
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
