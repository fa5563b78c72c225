import type { Steps } from '../common/index.ts';
import type { SegmentReader } from '../segment/index.ts';
import type { DocSet } from './types.ts';

/** Caches repeated filters per segment. Segments never change, and deletions are applied elsewhere. */

const PREFIX = 'query:';
const MAX_FILTERS = 64;
/** Small segments answer fast enough without the cache. */
const MIN_DOCS = 1024;

interface CachedFilters {
  readonly seen: Set<string>;
  readonly sets: Map<string, DocSet>;
}

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
  const { seen, sets } = filtersOf(reader);
  if (!seen.has(key)) {
    if (seen.size >= MAX_FILTERS * 4) seen.clear();
    seen.add(key);
    return docs;
  }
  const oldest = sets.keys().next();
  if (sets.size >= MAX_FILTERS && !oldest.done) sets.delete(oldest.value);
  sets.set(key, docs);
  return docs;
}

/** The cached set for `key`; `null` if there is none. */
export function keptFilter(reader: SegmentReader, key: string): DocSet | null {
  return filtersOf(reader).sets.get(key) ?? null;
}

function filtersOf(reader: SegmentReader): CachedFilters {
  const known = reader.cache.get(PREFIX) as CachedFilters | undefined;
  if (known !== undefined) return known;
  const filters: CachedFilters = { seen: new Set(), sets: new Map() };
  reader.cache.set(PREFIX, filters);
  return filters;
}

/** Clears the cached filters of a segment (`_cache/clear`). */
export function clearFilterCache(reader: SegmentReader): void {
  reader.cache.delete(PREFIX);
}
