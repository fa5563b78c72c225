import type { DataCheck } from '../cli/index.ts';
import { checkRepository, checkState, type IndexMetadata, QUARANTINE } from '../cluster/index.ts';
import { appendAll, silentLogger } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { checkGraphs } from '../knn/index.ts';
import { openSegment } from '../segment/index.ts';
import { checkShard, DAMAGE_MARKER, readDamage } from '../shard/index.ts';
import { Closers } from './closers.ts';
import { LOCK_FILE, openData, SPILL_FOLDER } from './data.ts';

/** The expected content of a data folder. */
const FOLDERS = new Set(['state', 'nodes', 'repositories', QUARANTINE, SPILL_FOLDER]);

/** Locks and checks a data folder. Throws LockHeldError while a process has it open. */
export async function checkDataFolder(dataPath: string): Promise<DataCheck> {
  const closers = new Closers();
  try {
    return await checkData(await openData(dataPath, closers, silentLogger));
  } finally {
    await closers.run();
  }
}

/**
 * Verifies every file of a data folder that no process has open: the cluster state, each shard of each index
 * with its graphs, the snapshots. Writes nothing.
 */
export async function checkData(directory: Directory): Promise<DataCheck> {
  const check = new FolderWalk();
  const state = await checkState(directory.folder('state'));
  check.add('state', state);
  const nodes = directory.folder('nodes');
  if (state.files === 0 && (await nodes.listFolders()).length > 0) {
    check.problems.push('state: missing or empty, but nodes/ holds indices');
  }
  for (const index of state.indices) await checkIndex(check, nodes, index);
  await checkFoldersOfNodes(check, nodes, new Set(state.indices.map(({ uuid }) => uuid)));
  await checkRepositories(check, directory.folder('repositories'), 'repositories');
  for (const entry of await directory.folder(QUARANTINE).listFolders()) {
    check.setAside.push(`${QUARANTINE}/${entry}/`);
  }
  const strangeFiles = (await directory.list()).filter((name) => name !== LOCK_FILE);
  const strangeFolders = (await directory.listFolders()).filter((name) => !FOLDERS.has(name));
  appendAll(check.leftovers, [...strangeFiles, ...strangeFolders.map((name) => `${name}/`)]);
  return check;
}

/** Collects the findings. */
class FolderWalk implements DataCheck {
  files = 0;
  shards = 0;
  readonly problems: string[] = [];
  readonly graphs: string[] = [];
  readonly leftovers: string[] = [];
  readonly setAside: string[] = [];

  add(
    path: string,
    found: {
      readonly files: number;
      readonly problems: readonly string[];
      readonly leftovers: readonly string[];
    },
  ): void {
    this.files += found.files;
    for (const line of found.problems) this.problems.push(atPath(path, line));
    for (const name of found.leftovers) this.leftovers.push(`${path}/${name}`);
  }
}

/**
 * Prefixes a line with a path, extended by the file that the line begins with or that a message about the
 * translog names.
 */
function atPath(path: string, line: string): string {
  const file = /^([^\s:]+): /.exec(line)?.[1];
  if (file !== undefined) return `${path}/${line}`;
  const log = /^translog from source \[([^\]/]+)\]/.exec(line)?.[1];
  return log === undefined ? `${path}: ${line}` : `${path}/${log}: ${line}`;
}

async function checkIndex(check: FolderWalk, nodes: Directory, index: IndexMetadata): Promise<void> {
  for (const [shardId, copies] of index.copies.entries()) {
    for (const { nodeId, allocationId } of copies) {
      // A copy that is not in sync is rebuilt at the next start, so its content does not matter.
      if (nodeId === null || !index.inSyncAllocations.has(allocationId ?? '')) continue;
      const folder = nodes.folder(nodeId).folder(index.uuid).folder(String(shardId));
      const path = `nodes/${nodeId}/${index.uuid}/${shardId}`;
      await checkCopy(check, folder, path, { indexUuid: index.uuid, shardId }, index.name);
    }
  }
}

async function checkCopy(
  check: FolderWalk,
  folder: Directory,
  path: string,
  copy: { readonly indexUuid: string; readonly shardId: number },
  indexName: string,
): Promise<void> {
  const { files, segments, problems: found } = await checkShard(folder, copy);
  const damage = await readDamage(folder);
  const mark = damage === null ? [] : [`${DAMAGE_MARKER}: marked as damaged: ${damage}`];
  const problems = [...mark, ...found].map((line) => `${line} (index [${indexName}], shard ${copy.shardId})`);
  check.shards++;
  const known = new Set([...files, ...(damage === null ? [] : [DAMAGE_MARKER])]);
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

/** Folders of indices unknown to the cluster state: they are quarantined, or deleted, at the next start. */
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

/**
 * A folder with snapshots is a repository; its sub-folders hold the snapshots' data, or further repositories.
 */
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
        await checkCopy(check, folder, where, { indexUuid: metadata.uuid, shardId }, metadata.name);
      }
    }
  }
  for (const [uuid, { name, indices }] of own) {
    if (indices.length > 0 && !folders.includes(uuid)) {
      check.problems.push(`${path}/${uuid}/: the files of the snapshot [${name}] are missing`);
    }
  }
}
