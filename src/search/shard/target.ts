import type { IndexService, ShardHandle } from '../../cluster/index.ts';
import type { JsonObject, OpenSearchError } from '../../common/index.ts';
import type { EngineSearcher, IndexShard } from '../../shard/index.ts';

/** A shard copy queried by a search. */
export interface ShardTarget {
  readonly index: IndexService;
  readonly handle: ShardHandle;
  readonly shardId: number;
  /** Its position among the shards of its index that the request goes to, and their number. */
  readonly among: { readonly place: number; readonly count: number };
  /** Filters of the aliases through which the index was reached; `null` if unfiltered. */
  readonly aliasFilters: readonly JsonObject[] | null;
  /** `indices_boost`. */
  readonly boost: number;
}

/** A target with a searcher owned by the search. */
export interface OpenShard {
  readonly target: ShardTarget;
  readonly searcher: EngineSearcher;
  /** Position among the targets, which breaks ties between shards. */
  readonly ord: number;
}

/** A shard that failed. */
export interface ShardFailure {
  readonly target: ShardTarget;
  readonly error: OpenSearchError;
}

/** The shards that are open here. */
export function shardsOf(open: readonly OpenShard[]): readonly IndexShard[] {
  const shards: IndexShard[] = [];
  for (const { target } of open) if (target.handle.shard !== null) shards.push(target.handle.shard);
  return shards;
}
