import type { Directory } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import type { MergedSource, SegmentReader, VectorBuffer } from '../segment/index.ts';

/** What a segment was created from. */
export type SegmentOrigin =
  /** `buffer` is absent if the documents have been reordered. */
  | { readonly cause: 'refresh'; readonly buffer?: VectorBuffer }
  | { readonly cause: 'merge'; readonly sources?: readonly MergedSource[] }
  | { readonly cause: 'recovery' };

export type SegmentEvent = SegmentOrigin & {
  readonly segment: SegmentReader;
  readonly directory: Directory;
  readonly mapper: MapperService;
};

/**
 * Builds files that accompany a new segment (graphs) before it becomes searchable, and is notified when
 * segments are removed. Implemented by the knn room. A failure fails the refresh or merge and leaves the old
 * segments. The files are only a cache: a shard opens without them. With the cause `recovery` (a segment of
 * the last commit) nothing is built, and the returned files need not exist.
 */
export interface SegmentListener {
  segmentCreated(event: SegmentEvent): Promise<readonly string[]>;
  /**
   * The buffer has received documents, so work on its vectors can begin. Not called if an index sort will
   * move them.
   */
  bufferGrew?(buffer: VectorBuffer, mapper: MapperService): void;
  /** Nothing in the buffer was live: it does not become a segment. */
  bufferDropped?(buffer: VectorBuffer): void;
  /**
   * The segment is unreferenced, and its files are about to be deleted. May be called twice for a segment.
   */
  segmentRemoved(segmentName: string): void;
}
