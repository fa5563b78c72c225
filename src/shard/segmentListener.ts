import type { Directory } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import type { MergedSource, SegmentReader, VectorBuffer } from '../segment/index.ts';

/** What a segment is made of. */
export type SegmentOrigin =
  /** `buffer`: left out where the documents have not kept its order. */
  | { readonly cause: 'refresh'; readonly buffer?: VectorBuffer }
  | { readonly cause: 'merge'; readonly sources?: readonly MergedSource[] }
  | { readonly cause: 'recovery' };

export type SegmentEvent = SegmentOrigin & {
  readonly segment: SegmentReader;
  readonly directory: Directory;
  readonly mapper: MapperService;
};

/**
 * Builds what lies beside a new segment (graphs) before it becomes searchable, and hears when segments are gone.
 * The knn room implements it; a failure fails the refresh or merge and leaves the old segments. The files are a cache: a
 * shard opens without them. With the cause `recovery` (a segment of the last commit) nothing is built, and the files that
 * are named need not exist.
 */
export interface SegmentListener {
  segmentCreated(event: SegmentEvent): Promise<readonly string[]>;
  /** The index buffer has taken documents: work on its vectors can begin. Not called where an index sort moves them. */
  bufferGrew?(buffer: VectorBuffer, mapper: MapperService): void;
  /** Nothing in the buffer was live: it does not become a segment. */
  bufferDropped?(buffer: VectorBuffer): void;
  /** Nothing holds the segment any more; its files are about to be deleted. May come twice for a segment. */
  segmentRemoved(segmentName: string): void;
}
