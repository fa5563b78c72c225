import { clearFilterCache } from '../../query/index.ts';
import type { IndexShard } from '../../shard/index.ts';

/** Forgets the filters that are kept with the segments of a shard copy. */
export function clearQueryCache(shard: IndexShard): void {
  const searcher = shard.acquireSearcher();
  try {
    for (const reader of searcher.leaves) clearFilterCache(reader);
  } finally {
    searcher.close();
  }
}
