import { CorruptFileError, type Directory, NewerFormatError } from '../directory/index.ts';
import { isUnused } from '../shard/index.ts';
import type { ClusterState } from './metadata/clusterState.ts';
import type { Quarantine } from './quarantine.ts';

/** Throws if a data folder has no state but holds indices: it is not new, but has lost its state. */
export async function checkIsNew(directory: Directory): Promise<void> {
  if ((await directory.folder('nodes').listFolders()).length === 0) return;
  throw new Error(`the folder state/ is missing or empty, but nodes/ holds indices; ${wayOut(directory)}`);
}

/** Reads the state; an error for a damaged file also says what can be done. */
export async function readable<T>(directory: Directory, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    const what = `the cluster state cannot be read: state/${error.message}`;
    // A newer format is not damaged, so a repair would not help.
    throw error instanceof NewerFormatError ? error : new Error(`${what}; ${wayOut(directory)}`);
  }
}

/** Advice for a data folder that cannot be opened. */
export function wayOut({ path }: Directory): string {
  const where = path === null ? '' : ` ${path}`;
  return (
    'restore state/ from a backup, or run `rockpool check' +
    `${where} --repair\` to set aside damaged files and rebuild the rest`
  );
}

/**
 * Clears folders of indices that the state does not know. Folders of deleted indices are deleted, because
 * their deletion was interrupted, and so are unused ones, because their creation was. All others are
 * quarantined. Resolves to their paths.
 */
export async function clearStrayFolders(
  directory: Directory,
  { indices, graveyard }: Pick<ClusterState, 'indices' | 'graveyard'>,
  quarantine: Quarantine,
): Promise<readonly string[]> {
  const nodes = directory.folder('nodes');
  const deleted = new Set(graveyard);
  const unknown = new Map<string, string[]>();
  for (const node of await nodes.listFolders()) {
    for (const uuid of await nodes.folder(node).listFolders()) {
      if (indices.has(uuid)) continue;
      const folder = nodes.folder(node).folder(uuid);
      if (deleted.has(uuid) || (await isUnusedIndex(folder))) await folder.deleteAll();
      else unknown.set(uuid, [...(unknown.get(uuid) ?? []), node]);
    }
  }
  const entries: string[] = [];
  for (const [uuid, nodeIds] of unknown) {
    const reason = `the uuid ${uuid} belongs to no index in the cluster state, nor to a deleted one`;
    const things = nodeIds.map((node) => ({ path: ['nodes', node, uuid], reason }));
    const entry = await quarantine.setAside(uuid, things);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

async function isUnusedIndex(folder: Directory): Promise<boolean> {
  if ((await folder.list()).length > 0) return false;
  for (const shard of await folder.listFolders()) if (!(await isUnused(folder.folder(shard)))) return false;
  return true;
}
