import type { DataCheck } from '../cli/index.ts';
import { checkRepository, checkState, type IndexMetadata } from '../cluster/index.ts';
import { appendAll } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { checkGraphs } from '../knn/index.ts';
import { openSegment } from '../segment/index.ts';
import { checkShard } from '../shard/index.ts';
import { Closers } from './closers.ts';
import { LOCK_FILE, openData } from './data.ts';

/** Takes the folder's lock and checks it. Throws LockHeldError while a process has it open. */
export async function checkDataFolder(dataPath: string): Promise<DataCheck> {
  const closers = new Closers();
  try {
    return await checkData(await openData(dataPath, closers));
  } finally {
    await closers.run();
  }
}

/**
 * Verifies every file of a data folder that no process has open: the cluster state, each shard of each index with its
 * graphs, the snapshots. Writes nothing.
 */
export async function checkData(directory: Directory): Promise<DataCheck> {
  const check = new FolderWalk();
  const stateFolder = directory.folder('state');
  const state = await checkState(stateFolder);
  check.add('state', state);
  if (state.indices.length > 0 && !(await stateFolder.exists('global'))) {
    check.problems.push('state/global: no such file');
  }
  const nodes = directory.folder('nodes');
  for (const index of state.indices) await checkIndex(check, nodes, index);
  await checkFoldersOfNodes(check, nodes, new Set(state.indices.map(({ uuid }) => uuid)));
  await checkRepositories(check, directory.folder('repositories'), 'repositories');
  const strange = (await directory.list()).filter((name) => name !== LOCK_FILE);
  appendAll(check.leftovers, strange);
  return check;
}

/** What was found so far. */
class FolderWalk implements DataCheck {
  files = 0;
  shards = 0;
  readonly problems: string[] = [];
  readonly graphs: string[] = [];
  readonly leftovers: string[] = [];

  add(
    path: string,
    found: {
      readonly files: number;
      readonly problems: readonly string[];
      readonly leftovers: readonly string[];
    },
  ): void {
    this.files += found.files;
    for (const line of found.problems) this.problems.push(`${path}/${line}`);
    for (const name of found.leftovers) this.leftovers.push(`${path}/${name}`);
  }
}

async function checkIndex(check: FolderWalk, nodes: Directory, index: IndexMetadata): Promise<void> {
  for (const [shardId, copies] of index.copies.entries()) {
    for (const { nodeId, allocationId } of copies) {
      // A copy that is not in sync is filled anew at the next start, whatever is there.
      if (nodeId === null || !index.inSyncAllocations.has(allocationId ?? '')) continue;
      const folder = nodes.folder(nodeId).folder(index.uuid).folder(String(shardId));
      const path = `nodes/${nodeId}/${index.uuid}/${shardId}`;
      await checkCopy(check, folder, path, { indexUuid: index.uuid, shardId });
    }
  }
}

async function checkCopy(
  check: FolderWalk,
  folder: Directory,
  path: string,
  copy: { readonly indexUuid: string; readonly shardId: number },
): Promise<void> {
  const { files, segments, problems } = await checkShard(folder, copy);
  check.shards++;
  const known = new Set(files);
  if (problems.length === 0) {
    for (const name of segments) {
      const segment = await openSegment(folder, name);
      const fields = segment.core.data.fields.filter(({ vectors }) => vectors !== null);
      const found = await checkGraphs(
        folder,
        copy,
        segment,
        fields.map((field) => field.name),
      );
      for (const file of found.files) known.add(file);
      for (const line of found.problems) check.graphs.push(`${path}/${line}`);
    }
  }
  const leftovers = (await folder.list()).filter((name) => !known.has(name));
  check.add(path, { files: known.size, problems, leftovers: problems.length === 0 ? leftovers : [] });
}

/** Folders of indices that the state does not know: they are deleted at the next start. */
async function checkFoldersOfNodes(
  check: FolderWalk,
  nodes: Directory,
  known: ReadonlySet<string>,
): Promise<void> {
  for (const node of await nodes.listFolders()) {
    for (const uuid of await nodes.folder(node).listFolders()) {
      if (!known.has(uuid)) check.leftovers.push(`nodes/${node}/${uuid}/`);
    }
  }
}

/** A folder with snapshots is a repository; its other folders hold what they are made of, or further repositories. */
async function checkRepositories(check: FolderWalk, directory: Directory, path: string): Promise<void> {
  const found = await checkRepository(directory);
  check.add(path, found);
  const own = new Map(found.snapshots.map((snapshot) => [snapshot.uuid, snapshot]));
  const folders = await directory.listFolders();
  for (const name of folders) {
    const snapshot = own.get(name);
    if (snapshot === undefined) {
      await checkRepositories(check, directory.folder(name), `${path}/${name}`);
      continue;
    }
    for (const { metadata, files } of snapshot.indices) {
      for (const shardId of files.keys()) {
        const folder = directory.folder(name).folder(metadata.uuid).folder(String(shardId));
        const where = `${path}/${name}/${metadata.uuid}/${shardId}`;
        await checkCopy(check, folder, where, { indexUuid: metadata.uuid, shardId });
      }
    }
  }
  for (const [uuid, { name, indices }] of own) {
    if (indices.length > 0 && !folders.includes(uuid)) {
      check.problems.push(`${path}/${uuid}/: the files of the snapshot [${name}] are missing`);
    }
  }
}
