import { copyFile, copyOrder, type Directory } from '../directory/index.ts';

/** Everything of a shard's folder but locks and what is half written. */
export async function copyFolder(source: Directory, target: Directory): Promise<void> {
  const files = (await source.list()).filter((name) => !name.endsWith('.lock') && !name.endsWith('.tmp'));
  const names = copyOrder(files);
  for (const name of names) await copyFile(source, target, name);
  await target.sync(names);
  if (names.length > 0) await target.syncFolder();
  for (const folder of await source.listFolders())
    await copyFolder(source.folder(folder), target.folder(folder));
}
