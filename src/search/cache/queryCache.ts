import { clearFilterCache } from '../../query/index.ts';
import type { IndexShard } from '../../shard/index.ts';

/** Clears the filters cached with the segments of a shard copy. */
export function clearQueryCache(shard: IndexShard): void {
  const searcher = shard.acquireSearcher();
  try {
    for (const reader of searcher.leaves) clearFilterCache(reader);
  } finally {
    searcher.close();
  }
}
