import type { IndexService, ShardHandle } from '../../cluster/index.ts';
import type { JsonObject, OpenSearchError } from '../../common/index.ts';
import type { EngineSearcher, IndexShard } from '../../shard/index.ts';

/** One shard copy that a search asks. */
export interface ShardTarget {
  readonly index: IndexService;
  readonly handle: ShardHandle;
  readonly shardId: number;
  /** Which of the shards of its index that the request goes to it is, and how many they are. */
  readonly among: { readonly place: number; readonly count: number };
  /** Filters of the aliases through which the index was reached; null: unfiltered. */
  readonly aliasFilters: readonly JsonObject[] | null;
  /** `indices_boost`. */
  readonly boost: number;
}

/** A target with a searcher that the search owns. */
export interface OpenShard {
  readonly target: ShardTarget;
  readonly searcher: EngineSearcher;
  /** Place among the targets: breaks ties between shards. */
  readonly ord: number;
}

/** A shard that could not answer. */
export interface ShardFailure {
  readonly target: ShardTarget;
  readonly error: OpenSearchError;
}

/** The shards that are here. */
export function shardsOf(open: readonly OpenShard[]): readonly IndexShard[] {
  const shards: IndexShard[] = [];
  for (const { target } of open) if (target.handle.shard !== null) shards.push(target.handle.shard);
  return shards;
}
