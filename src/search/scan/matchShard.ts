import type { Turns } from '../../common/index.ts';
import { docArray, type LeafContext } from '../../query/index.ts';
import { bindSearch } from '../shard/bindSearch.ts';
import { matchLeaf } from '../shard/matchLeaf.ts';
import { SearchTimeout } from '../shard/queryPhase.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SearchSource } from '../source/searchSource.ts';

/** The matching documents of one segment, in order. */
export interface MatchedDocs {
  readonly leaf: LeafContext;
  readonly docs: Uint32Array;
}

/**
 * The result of a scan on one shard: document numbers only, so that millions of them take a few megabytes.
 */
export interface MatchedShard {
  readonly search: ShardSearch;
  readonly leaves: readonly MatchedDocs[];
  readonly wasSearched: boolean;
}

/** The first `limit` matching documents of a shard; on a timeout, those found so far. */
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
