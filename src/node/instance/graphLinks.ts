import { type FsDirectory, linkFiles } from '../../directory/index.ts';
import { graphFolderName, isGraphFile } from '../../knn/index.ts';

const NODES_FOLDER = 'nodes';

/**
 * Links the graphs of a data folder, which are beside their segments, into the layout used by an in-memory
 * engine. Graphs deleted meanwhile are skipped.
 */
export function linkGraphsOf(data: FsDirectory, graphs: FsDirectory): Promise<void> {
  return eachShard(data, (folder, nodeId, uuid, shard) =>
    linkFiles(folder, graphs.folder(nodeId).folder(graphFolderName(uuid, shard)), isGraphFile),
  );
}

/** The reverse of `linkGraphsOf`; the segments must be there already. */
export function linkGraphsBack(graphs: FsDirectory, data: FsDirectory): Promise<void> {
  return eachShard(data, (folder, nodeId, uuid, shard) =>
    linkFiles(graphs.folder(nodeId).folder(graphFolderName(uuid, shard)), folder, isGraphFile),
  );
}

async function eachShard(
  data: FsDirectory,
  visit: (folder: FsDirectory, nodeId: string, uuid: string, shard: string) => Promise<void>,
): Promise<void> {
  const nodes = data.folder(NODES_FOLDER);
  for (const nodeId of await nodes.listFolders()) {
    for (const uuid of await nodes.folder(nodeId).listFolders()) {
      const index = nodes.folder(nodeId).folder(uuid);
      for (const shard of await index.listFolders()) await visit(index.folder(shard), nodeId, uuid, shard);
    }
  }
}
