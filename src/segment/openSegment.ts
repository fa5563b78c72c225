import type { Pacer } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { liveDocsFileName, readLiveDocs } from './file/liveDocsFile.ts';
import { readSegmentFile } from './file/segmentFile.ts';
import { SegmentCore } from './read/segmentCore.ts';
import { LeafReader } from './read/segmentReader.ts';

/**
 * Reads a segment into memory as views over its file. `liveGeneration` names its live-docs file; `null` if
 * nothing is deleted. With a pacer, yields to the event loop. Throws NoSuchFileError, CorruptFileError.
 */
export async function openSegment(
  directory: Directory,
  name: string,
  liveGeneration: number | null = null,
  pacer: Pacer | null = null,
): Promise<LeafReader> {
  const { data, sizeBytes, checksum } = await readSegmentFile(directory, name, { pacer });
  const liveDocs =
    liveGeneration === null
      ? null
      : await readLiveDocs(directory, liveDocsFileName(name, liveGeneration), data.maxDoc);
  return new LeafReader(new SegmentCore(name, data, sizeBytes, checksum), liveDocs);
}
