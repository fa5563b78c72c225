import { OpenSearchError, type Pacer, paced, type Steps, type Turns } from '../../common/index.ts';
import { allShardsFailed } from '../failures.ts';
import { isFatal, type QueryOutcome } from '../runner.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { SearchHit } from '../types.ts';
import { FetchPhase } from './fetchPhase.ts';
import { fetchInnerHits } from './hitList.ts';

/** Pages may have up to 10,000 hits. */
const HITS_BETWEEN_PAUSES = 250;

/** Fetches the hits of a page shard by shard; returns them in page order. */
export function* fetchPage(
  outcome: QueryOutcome,
  source: SearchSource,
  plainNumbers: boolean,
  pacer: Pacer,
): Turns<SearchHit[]> {
  const phases = new Map<ShardQueryResult, FetchPhase>();
  const sortKeys = outcome.results[0]?.sortKeys ?? [];
  const showScore = sortKeys.length === 0 || source.trackScores || sortsByScore(source);
  const { page } = outcome;
  const hits: SearchHit[] = [];
  const phaseOf = (shard: ShardQueryResult): FetchPhase => {
    let phase = phases.get(shard);
    if (phase === undefined) {
      phase = failing(outcome, shard, () => {
        // Alias filters are neither highlighted nor explained.
        const filtered = shard.search.open.target.aliasFilters !== null;
        return new FetchPhase(shard.search, {
          source,
          highlight: source.highlight,
          boundQuery: filtered ? undefined : (shard.query ?? undefined),
          isSearchHit: !filtered,
          collapseField: source.collapse?.field ?? null,
          plainNumbers,
          fetchInnerHits,
        });
      });
      phases.set(shard, phase);
      // A single shard is fetched as it was bound; of several, the original binds each one again.
      if (outcome.shardCount > 1) for (const task of shard.search.fetchTasks) task();
    }
    return phase;
  };
  const options = { sortKeys, showScore };
  const fetch = ({ shard, hit }: (typeof page)[number]): SearchHit => {
    const phase = phaseOf(shard);
    return failing(outcome, shard, () => phase.fetch(hit, options));
  };
  if (source.highlight !== null) {
    for (const { shard, hit } of page) {
      const steps = failingInSteps(outcome, shard, phaseOf(shard).fetchInSteps(hit, options));
      hits.push(yield* paced(steps, pacer, 1));
    }
    return hits;
  }
  for (const ranked of page) {
    hits.push(fetch(ranked));
    if (hits.length % HITS_BETWEEN_PAUSES === 0 && pacer.isOver()) yield pacer.pause();
  }
  return hits;
}

/** A shard that cannot fetch a hit has failed. A single shard fetches within its query phase. */
function failing<T>(outcome: QueryOutcome, shard: ShardQueryResult, fetch: () => T): T {
  try {
    return fetch();
  } catch (error) {
    throw failureOf(outcome, shard, error);
  }
}

function* failingInSteps<T>(outcome: QueryOutcome, shard: ShardQueryResult, fetch: Steps<T>): Steps<T> {
  try {
    return yield* fetch;
  } catch (error) {
    throw failureOf(outcome, shard, error);
  }
}

function failureOf(outcome: QueryOutcome, shard: ShardQueryResult, error: unknown): unknown {
  if (!(error instanceof OpenSearchError) || isFatal(error)) return error;
  const phase = outcome.shardCount === 1 ? 'query' : 'fetch';
  return allShardsFailed(phase, [{ target: shard.search.open.target, error }]);
}

function sortsByScore(source: SearchSource): boolean {
  return source.sort.some((spec) => spec.kind === 'score');
}
