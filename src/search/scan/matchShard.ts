import type { Turns } from '../../common/index.ts';
import { docArray, type LeafContext } from '../../query/index.ts';
import { bindSearch } from '../shard/bindSearch.ts';
import { matchLeaf } from '../shard/matchLeaf.ts';
import { SearchTimeout } from '../shard/queryPhase.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SearchSource } from '../source/searchSource.ts';

/** The documents of one segment that match, in its order. */
export interface MatchedDocs {
  readonly leaf: LeafContext;
  readonly docs: Uint32Array;
}

/** What a scan finds on one shard: numbers of documents only, so that millions of them are some megabytes. */
export interface MatchedShard {
  readonly search: ShardSearch;
  readonly leaves: readonly MatchedDocs[];
  readonly wasSearched: boolean;
}

/** The first `limit` documents of a shard that match; when the time of the search is over, those found by then. */
export function* matchShard(search: ShardSearch, source: SearchSource, limit: number): Turns<MatchedShard> {
  const bound = yield* search.bindInTurns(() => bindSearch(search, source));
  const leaves: MatchedDocs[] = [];
  let left = limit;
  try {
    yield* search.runPreparations();
    for (const leaf of search.leaves) {
      if (left <= 0) break;
      search.context.checkCancelled();
      const { scored } = yield* matchLeaf(search, leaf, bound, source, left);
      const docs = docArray(scored.docs);
      left -= docs.length;
      if (docs.length > 0) leaves.push({ leaf, docs });
      if (search.pacer.isOver()) yield search.pacer.pause();
    }
  } catch (error) {
    if (!(error instanceof SearchTimeout)) throw error;
  }
  return { search, leaves, wasSearched: true };
}
