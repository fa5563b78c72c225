import { type Clock, jsonFloat, paced, type Turns } from '../common/index.ts';
import { collapseInnerHits } from './collapseInnerHits.ts';
import { failureJson, reducing } from './failures.ts';
import { fetchPage } from './fetch/fetchPage.ts';
import { fetchedShards, type QueryOutcome, type QueryRun, shardsJson } from './runner.ts';
import { skippedShards } from './skippedShards.ts';
import type { SearchSource } from './source/searchSource.ts';
import { runSuggest } from './suggest/runSuggest.ts';
import { maxScore, totalHits } from './totals.ts';
import type { SearchRequest, SearchResponse, SearchService } from './types.ts';

export interface RespondServices {
  readonly search: Pick<SearchService, 'search'>;
  readonly clock: Clock;
  readonly maxBuckets: number;
}

/** A search after its query phase. */
export interface FoundSearch {
  readonly request: SearchRequest;
  readonly run: QueryRun;
  readonly outcome: QueryOutcome;
  readonly startNanos: bigint;
}

/** Fetches the page's hits, reduces the aggregations, and builds the response. */
export function* respond(
  { search, clock, maxBuckets }: RespondServices,
  { request, run, outcome, startNanos }: FoundSearch,
): Turns<SearchResponse> {
  const { source } = run;
  if (outcome.shardCount === 0) return withoutShards(source, clock, startNanos);
  const { pacer } = run.environment;
  const page = fetchPage(outcome, source, request.plainNumbers === true, pacer);
  const hits = yield* run.recorder.fetch(fetchedShards(run, outcome), page);
  if (source.collapse !== null && source.collapse.innerHits.length > 0) {
    yield collapseInnerHits(search, request, source, outcome, hits);
  }
  const total = totalHits(outcome.total, source);
  const parts = outcome.results.map((result) => result.aggregation).filter((part) => part !== null);
  if (pacer.isOver()) yield pacer.pause();
  const options = { typedKeys: request.typedKeys, maxBuckets };
  const { aggregations: builders } = source;
  const aggregations = builders && (yield* paced(reducing(builders.reduce(parts, options)), pacer, 1));
  const suggests = source.suggest !== null && source.suggest.size > 0;
  // Undefined members are not printed; all responses have the same shape.
  return {
    pit_id: source.pit?.id,
    took: tookMs(clock, startNanos),
    timed_out: outcome.timedOut,
    terminated_early: source.terminateAfter === 0 ? undefined : outcome.terminatedEarly,
    _shards: shardsJson(outcome, failureJson, skippedShards(request, source, outcome)),
    hits: { total: total ?? undefined, max_score: maxScore(outcome, source), hits },
    aggregations: aggregations ?? undefined,
    suggest: suggests ? runSuggest(source, outcome.results, request.typedKeys) : undefined,
    profile: source.profile ? { shards: outcome.results.map(({ profile }) => profile) } : undefined,
  };
}

function tookMs(clock: Clock, startNanos: bigint): number {
  return Number((clock.nanoTime() - startNanos) / 1_000_000n);
}

/** The original's empty response: without aggregations, suggestions, or a profile. */
function withoutShards(source: SearchSource, clock: Clock, startNanos: bigint): SearchResponse {
  return {
    took: tookMs(clock, startNanos),
    timed_out: false,
    _shards: { total: 0, successful: 0, skipped: 0, failed: 0 },
    hits: { total: totalHits(0, source) ?? undefined, max_score: jsonFloat(0), hits: [] },
  };
}
