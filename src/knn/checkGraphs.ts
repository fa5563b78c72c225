import { CorruptFileError, type Directory } from '../directory/index.ts';
import type { SegmentReader } from '../segment/index.ts';
import {
  buildOf,
  graphFiles,
  inspectLibraryFile,
  isUnusableFile,
  readHeader,
  verifyGraph,
} from './graphFile.ts';
import { graphIdentity } from './graphStore.ts';
import { spaceTypes } from './spaceTypes.ts';
import type { ShardCopy } from './types.ts';

export interface GraphCheck {
  /** Names of the graph files found. */
  readonly files: readonly string[];
  /** Problems by file. A missing graph is not a problem, as it is built on demand. */
  readonly problems: readonly string[];
}

/**
 * Checks whether the graphs of a segment are intact and belong to its vectors; `fields` are those that may
 * have graphs.
 */
export async function checkGraphs(
  directory: Directory,
  copy: Pick<ShardCopy, 'indexUuid' | 'shardId'>,
  segment: SegmentReader,
  fields: readonly string[],
): Promise<GraphCheck> {
  const files: string[] = [];
  const problems: string[] = [];
  for (const field of fields) {
    const { graph, header } = graphFiles(segment.name, field);
    if (!(await directory.exists(graph)) && !(await directory.exists(header))) continue;
    files.push(graph, header);
    try {
      await checkGraph(directory, copy, segment, field);
    } catch (error) {
      if (!isUnusableFile(error)) throw error;
      problems.push((error as Error).message);
    }
  }
  return { files, problems };
}

async function checkGraph(
  directory: Directory,
  copy: Pick<ShardCopy, 'indexUuid' | 'shardId'>,
  segment: SegmentReader,
  field: string,
): Promise<void> {
  const files = graphFiles(segment.name, field);
  const vectors = segment.vectors(field);
  if (vectors === null) throw new CorruptFileError(files.graph, 'a graph of a field without vectors');
  const { hnswSpace, ...build } = buildOf(files.header, await readHeader(directory, files, vectors.count));
  const space = [...spaceTypes.values()].find((type) => type.hnswSpace === hnswSpace);
  if (!space || hnswSpace === null) throw new CorruptFileError(files.header, 'unknown space');
  const shape = { ...build, space, dimension: vectors.dimension, count: vectors.count };
  const identity = graphIdentity(copy, segment.name, field, vectors);
  const { labels } = await verifyGraph(directory, files, shape, identity);
  inspectLibraryFile(files.graph, await directory.read(files.graph), shape, labels);
}
