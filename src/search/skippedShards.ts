import type { QueryOutcome } from './runner.ts';
import { canMatchNothing } from './shard/canMatch.ts';
import type { SearchSource } from './source/searchSource.ts';
import type { SearchRequest } from './types.ts';

const DEFAULT_PRE_FILTER_SIZE = 128;

/**
 * The number of shards that the original would have skipped: it checks first whether they can match if there
 * are many, the request asks for it, or hits are sorted by a field. One shard is always searched.
 */
export function skippedShards(request: SearchRequest, source: SearchSource, outcome: QueryOutcome): number {
  const byField = source.sort[0]?.kind === 'field';
  const from = request.preFilterShardSize ?? (byField ? 1 : DEFAULT_PRE_FILTER_SIZE);
  const filters = byField || canMatchNothing(source);
  if (!filters || request.scrollMs !== null || outcome.shardCount <= from) return 0;
  const skipped = outcome.results.filter(({ canMatch }) => !canMatch).length;
  return Math.min(skipped, outcome.shardCount - 1);
}
