import type { JsonObject, JsonValue } from '../../common/index.ts';
import { FetchPhase } from '../fetch/fetchPhase.ts';
import { fetchInnerHits } from '../fetch/hitList.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { SuggestContext } from './suggester.ts';

/** `suggest` of an answer. */
export function runSuggest(
  source: SearchSource,
  results: readonly ShardQueryResult[],
  typedKeys: boolean,
): JsonObject {
  const spec = { ...source, highlight: null, collapseField: null, fetchInnerHits };
  const context: SuggestContext = {
    shards: results.map((result) => result.search),
    fetch: (shard, hit) => new FetchPhase(shard, spec).fetch(hit, { sortKeys: [], showScore: true }),
  };
  return Object.fromEntries(
    [...(source.suggest ?? [])].map(([name, suggestion]) => [
      typedKeys ? `${suggestion.kind}#${name}` : name,
      (results.length === 0 ? [] : [...suggestion.entries(context)]) as JsonValue,
    ]),
  );
}
