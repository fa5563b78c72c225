import { copyOrder, type Directory } from '../directory/index.ts';

/** Everything of a shard's folder but locks and what is half written. */
export async function copyFolder(source: Directory, target: Directory): Promise<void> {
  const files = (await source.list()).filter((name) => !name.endsWith('.lock') && !name.endsWith('.tmp'));
  const names = copyOrder(files);
  for (const name of names) {
    const output = await target.create(name);
    output.write(await source.read(name));
    await output.sync();
    await output.close();
  }
  if (names.length > 0) await target.syncFolder();
  for (const folder of await source.listFolders())
    await copyFolder(source.folder(folder), target.folder(folder));
}
