import type { Steps } from '../common/index.ts';
import type { SegmentReader } from '../segment/index.ts';
import { SegmentCache } from './segmentCache.ts';
import type { DocSet } from './types.ts';

/** Caches repeated filters per segment. Segments never change, and deletions are applied elsewhere. */

const filters = new SegmentCache<DocSet>('query.filters');
/** Small segments answer fast enough without the cache. */
const MIN_DOCS = 1024;

/** Returns `compute()`, cached from the second request for `key` on this segment. */
export function cachedFilter(reader: SegmentReader, key: string, compute: () => DocSet): DocSet {
  return keptFilter(reader, key) ?? noted(reader, key, compute());
}

/** Like `cachedFilter`, for sets that take long to compute. */
export function* cachedInSteps(
  reader: SegmentReader,
  key: string,
  compute: () => Steps<DocSet>,
): Steps<DocSet> {
  return keptFilter(reader, key) ?? noted(reader, key, yield* compute());
}

/** Returns `docs`; caches them if this segment was asked for them before. */
function noted(reader: SegmentReader, key: string, docs: DocSet): DocSet {
  if (reader.maxDoc < MIN_DOCS) return docs;
  if (filters.isRepeated(reader, key)) filters.put(reader, key, docs);
  return docs;
}

/** The cached set for `key`; `null` if there is none. */
export function keptFilter(reader: SegmentReader, key: string): DocSet | null {
  return filters.get(reader, key);
}

/** Clears the cached filters of a segment (`_cache/clear`). */
export function clearFilterCache(reader: SegmentReader): void {
  filters.clear(reader);
}
