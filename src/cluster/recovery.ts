import type { Directory } from '../directory/index.ts';
import { NoSuchFileError } from '../directory/index.ts';
import type { IndexShard } from '../shard/index.ts';

const COPY_ATTEMPTS = 5;

/**
 * Fills a replica's folder with a committed copy of its primary: segment files and the graphs beside them.
 * Writes to the shard must wait meanwhile; the replica's shard is closed. What a merge deletes meanwhile makes it begin
 * again.
 */
export async function recoverReplica(primary: IndexShard, target: Directory): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await primary.flush();
      await target.deleteAll();
      return await copyFolder(primary.directory, target);
    } catch (error) {
      if (!(error instanceof NoSuchFileError) || attempt === COPY_ATTEMPTS) throw error;
    }
  }
}

/** Everything of a shard's folder but locks and what is half written. */
export async function copyFolder(source: Directory, target: Directory): Promise<void> {
  const names = (await source.list()).filter((name) => !name.endsWith('.lock') && !name.endsWith('.tmp'));
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
