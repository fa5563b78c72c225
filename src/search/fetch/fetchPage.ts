import type { QueryOutcome } from '../runner.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { SearchHit } from '../types.ts';
import { FetchPhase } from './fetchPhase.ts';
import { fetchInnerHits } from './hitList.ts';

/** The content of a page's hits, shard by shard, in the order of the page. */
export function fetchPage(outcome: QueryOutcome, source: SearchSource): SearchHit[] {
  const phases = new Map<ShardQueryResult, FetchPhase>();
  const spec = { ...source, collapseField: source.collapse?.field ?? null, fetchInnerHits };
  const sortKeys = outcome.results[0]?.sortKeys ?? [];
  const showScore = sortKeys.length === 0 || source.trackScores || sortsByScore(source);
  return outcome.page.map(({ shard, hit }) => {
    let phase = phases.get(shard);
    if (phase === undefined) {
      phase = new FetchPhase(shard.search, spec);
      phases.set(shard, phase);
      countKnnScripts(outcome, shard);
    }
    return phase.fetch(hit, { showSort: true, showScore });
  });
}

function sortsByScore(source: SearchSource): boolean {
  return source.sort.some((spec) => spec.kind === 'score');
}

/** With several shards the original makes the scripts of a query once more to fetch. */
function countKnnScripts(outcome: QueryOutcome, shard: ShardQueryResult): void {
  if (outcome.shardCount === 1) return;
  for (let i = 0; i < shard.search.knnScripts(); i++) shard.search.context.knn?.scriptQuery('request');
}
