import type { Steps } from '../common/index.ts';
import type { SegmentReader } from '../segment/index.ts';
import type { DocSet } from './types.ts';

/** Filters that a segment is asked again are kept with it: segments never change, deletions are applied elsewhere. */

const PREFIX = 'query:';
const MAX_FILTERS = 64;
/** Small segments answer faster than the cache is worth. */
const MIN_DOCS = 1024;

interface CachedFilters {
  readonly seen: Set<string>;
  readonly sets: Map<string, DocSet>;
}

/** The set of `compute`, kept from the second time on that this segment is asked for `key`. */
export function cachedFilter(reader: SegmentReader, key: string, compute: () => DocSet): DocSet {
  return keptFilter(reader, key) ?? noted(reader, key, compute());
}

/** The same, where the set takes long to compute. */
export function* cachedInSteps(
  reader: SegmentReader,
  key: string,
  compute: () => Steps<DocSet>,
): Steps<DocSet> {
  return keptFilter(reader, key) ?? noted(reader, key, yield* compute());
}

/** `docs`, which are kept if this segment was asked for them before. */
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

/** The set that is kept for `key`; null: none is. */
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

/** Empties the filters of a segment (`_cache/clear`). */
export function clearFilterCache(reader: SegmentReader): void {
  reader.cache.delete(PREFIX);
}
