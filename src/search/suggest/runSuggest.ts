import { type ExactJsonObject, type ExactJsonValue, OpenSearchError } from '../../common/index.ts';
import { allShardsFailed } from '../failures.ts';
import { FetchPhase } from '../fetch/fetchPhase.ts';
import { fetchInnerHits } from '../fetch/hitList.ts';
import { isFatal } from '../runner.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { SuggestContext, Suggestion } from './suggester.ts';

/** The `suggest` member of a response. */
export function runSuggest(
  source: SearchSource,
  results: readonly ShardQueryResult[],
  typedKeys: boolean,
): ExactJsonObject {
  const spec = { source, highlight: null, collapseField: null, fetchInnerHits };
  const context: SuggestContext = {
    shards: results.map((result) => result.search),
    fetch: (shard, hit) => new FetchPhase(shard, spec).fetch(hit, { sortKeys: [], showScore: true }),
  };
  return Object.fromEntries(
    [...(source.suggest ?? [])].map(([name, suggestion]) => [
      typedKeys ? `${suggestion.kind}#${name}` : name,
      (results.length === 0 ? [] : entriesOf(suggestion, context)) as ExactJsonValue,
    ]),
  );
}

/** An error is a shard failure; here it affects all shards. */
function entriesOf(suggestion: Suggestion, context: SuggestContext): readonly ExactJsonValue[] {
  try {
    return suggestion.entries(context);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || isFatal(error)) throw error;
    throw allShardsFailed(
      'query',
      context.shards.map(({ open }) => ({ target: open.target, error })),
    );
  }
}
