import { copyFile, type Directory } from '../directory/index.ts';
import { COMMIT_FORMAT, type Commit, writeCommit } from './commit.ts';
import type { ShardIdentity } from './identity.ts';
import { createTranslog } from './translog/openTranslog.ts';
import type { HeldCommit } from './types.ts';

/**
 * Creates a shard in an empty folder from the files of a commit: the same segments, and an empty translog.
 * `link` shares the immutable files if the file system can; `copy` does not. Durable when it resolves; after
 * an interruption the folder has no commit. `check` is called between files and throws to cancel.
 */
export async function fillFromCommit(
  source: Directory,
  { commit, files }: Pick<HeldCommit, 'commit' | 'files'>,
  target: Directory,
  options: { readonly how: 'link' | 'copy'; readonly shard: ShardIdentity; readonly check?: () => void },
): Promise<void> {
  for (const name of files) {
    options.check?.();
    if (options.how === 'link') await target.linkFrom(source, name);
    else await copyFile(source, target, name);
  }
  await target.sync(files);
  await target.syncFolder();
  options.check?.();
  const own: Commit = { ...commit, format: COMMIT_FORMAT, shard: options.shard };
  await createTranslog(target, options.shard, own, null);
  await writeCommit(target, own);
}
