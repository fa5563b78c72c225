import type { ShardAggregator } from '../../aggregation/index.ts';
import { type JsonObject, OpenSearchError, settled, type Turns } from '../../common/index.ts';
import {
  docArray,
  docBits,
  docSetOfArray,
  type LeafContext,
  parseQuery,
  type Query,
  type ScoredDocs,
  type TopDocs,
} from '../../query/index.ts';
import type { SearchCache } from '../cache/cachedShard.ts';
import { fetchTopHits } from '../fetch/topHits.ts';
import { shardProfile } from '../profile/shardProfile.ts';
import { Stopwatch } from '../profile/stopwatch.ts';
import type { SortKey } from '../sort/sortKey.ts';
import type { SearchSource } from '../source/searchSource.ts';
import { type BoundSearch, bindSearch } from './bindSearch.ts';
import { bindCollapse, CollapseCollector } from './collapse.ts';
import { type ShardHit, TopHitsCollector } from './collector.ts';
import type { FoundOnShard } from './foundOnShard.ts';
import { checkLimits } from './limits.ts';
import { filterHits, matchLeaf } from './matchLeaf.ts';
import { rescoreHits } from './rescore.ts';
import { countOf, maxScoreOf, pieceOf, rootDocs } from './scoredPieces.ts';
import type { ShardSearch } from './shardContext.ts';
import { inWindows } from './windows.ts';

/** What one shard answers to the query phase. */
export interface ShardQueryResult extends FoundOnShard {
  readonly search: ShardSearch;
  readonly sortKeys: readonly SortKey[];
  /** null: not asked for. */
  readonly profile: JsonObject | null;
  /** False: the bounds of the segments alone tell that nothing matches. */
  readonly canMatch: boolean;
  /** What was searched for, as bound and prepared: highlighting looks into it. null: a kept answer without hits. */
  readonly query: Query | null;
  /** False: the original would not have searched the shard at all. */
  readonly wasSearched: boolean;
}

/** Thrown by `checkCancelled` when the time of a search is over: what was found so far is answered. */
export class SearchTimeout extends Error {}

/** What the query phase needs beside the source. */
export interface QueryPhaseOptions {
  /** Hits to keep: from + size, or the page of a scroll. */
  readonly windowSize: number;
  /** The last hit of the page before (scrolls): only what comes after it. */
  readonly after: ShardHit | null;
  readonly scroll: boolean;
  /** The shard is searched even if the bounds of its segments tell that nothing matches. */
  readonly mustRun: boolean;
  /** null: the search does not use it. */
  readonly cache: SearchCache | null;
  /** False: a shard that ran out of time has failed. */
  readonly allowPartial: boolean;
}

/** Runs a search on one shard: match, score, collect, aggregate. */
export function* runQueryPhase(
  search: ShardSearch,
  source: SearchSource,
  options: QueryPhaseOptions,
): Turns<ShardQueryResult> {
  const kept = options.cache?.findUnbound(search, options.mustRun) ?? null;
  if (kept !== null) {
    checkLimits(search.context.settings, source, options.scroll);
    const { found, canMatch } = kept;
    return { search, ...found, profile: null, canMatch, wasSearched: true, sortKeys: [], query: null };
  }
  const watch = new Stopwatch(source.profile ? search.nanoTime : null);
  const bound = yield* watch.timeAll(
    'rewrite',
    search.bindInTurns(() => bindSearch(search, source)),
  );
  checkLimits(search.context.settings, source, options.scroll);
  const aggregator = source.aggregations?.createShardAggregator({
    ...search.context,
    pacer: search.pacer,
    buckets: search.buckets,
    checkGone: search.checkGone,
    nanoTime: source.profile ? search.nanoTime : undefined,
    parseQuery,
    fetchTopHits: (request) => fetchTopHits(search, request, source.query),
  });
  const canMatch = !search.leaves.every((leaf) => bound.query.disjoint(leaf));
  const wasSearched = canMatch || options.mustRun;
  const cache = wasSearched ? options.cache : null;
  const parts: ShardParts = { search, source, options, bound, aggregator, watch };
  let found = cache?.find(search) ?? null;
  if (found === null) {
    found = yield* findInTime(parts);
    if (cache !== null) yield cache.keep(search, found, canMatch);
  } else if (found.hits.length > 0) yield* search.runPreparations();
  const profile = source.profile
    ? yield* settled(
        shardProfile(search, source, { ...bound, watch, aggregations: aggregator?.profile() ?? [] }),
      )
    : null;
  const { query, sortKeys } = bound;
  return { search, ...found, profile, canMatch, wasSearched, sortKeys, query };
}

interface ShardParts {
  readonly search: ShardSearch;
  readonly source: SearchSource;
  readonly options: QueryPhaseOptions;
  readonly bound: BoundSearch;
  readonly aggregator: ShardAggregator | undefined;
  readonly watch: Stopwatch;
}

/** What is found before the time of the search is over. */
function* findInTime(parts: ShardParts): Turns<FoundOnShard> {
  const { search, options } = parts;
  let found = NOTHING_IN_TIME;
  try {
    yield* search.runPreparations();
    found = yield* findOnShard(parts);
  } catch (error) {
    if (!(error instanceof SearchTimeout)) throw error;
  }
  if (!found.timedOut || options.allowPartial) return found;
  throw new OpenSearchError('query_phase_execution_exception', 'Time exceeded');
}

const NOTHING_IN_TIME: FoundOnShard = {
  hits: [],
  total: 0,
  maxScore: Number.NaN,
  aggregation: null,
  terminatedEarly: false,
  timedOut: true,
};

/** Matches, scores, collects and aggregates. */
function* findOnShard(parts: ShardParts): Turns<FoundOnShard> {
  const { search, source, options, bound, aggregator } = parts;
  const collapse = source.collapse === null ? null : bindCollapse(source.collapse, search.context);
  const topHits = {
    limit: options.windowSize,
    sortKeys: bound.sortKeys,
    searchAfter: source.searchAfter,
    after: options.after,
  };
  const collector =
    collapse === null ? new TopHitsCollector(topHits) : new CollapseCollector(topHits, collapse);
  const state = yield* collectLeaves({ ...parts, collector });
  if (search.pacer.isOver()) yield search.pacer.pause();
  const hits = yield* rescoreHits(search, source.rescore, collector.hits());
  const aggregation = aggregator === undefined ? null : yield* settled(aggregator.result());
  return { hits, ...state, maxScore: topScore(state.maxScore, hits, source), aggregation };
}

interface LeafRun extends ShardParts {
  readonly collector: TopHitsCollector | CollapseCollector;
}

interface Collected {
  total: number;
  maxScore: number;
  terminatedEarly: boolean;
  timedOut: boolean;
}

/** Goes over the segments until they, the time or the documents asked for are over. */
function* collectLeaves(run: LeafRun): Turns<Collected> {
  const { pacer } = run.search;
  const state = { total: 0, maxScore: Number.NaN, terminatedEarly: false, timedOut: false };
  try {
    for (const leaf of run.search.leaves) {
      if (state.terminatedEarly) break;
      run.search.context.checkCancelled();
      if (!collectTopOfLeaf(run, leaf, state)) yield* collectLeaf(run, leaf, state);
      if (pacer.isOver()) yield pacer.pause();
    }
  } catch (error) {
    if (!(error instanceof SearchTimeout)) throw error;
    state.timedOut = true;
  }
  return state;
}

/** False: the query has no way to its best hits but through all. */
function collectTopOfLeaf(run: LeafRun, leaf: LeafContext, state: Collected): boolean {
  const { source, bound, collector, options, watch } = run;
  if (!bound.topOnly || !(collector instanceof TopHitsCollector)) return false;
  const top = topOfLeaf(leaf, bound.query, source, { collector, ...options, total: state.total });
  if (top === null) return false;
  state.total += top.count;
  watch.time('hits', () => collector.collect(leaf, top.best));
  return true;
}

function* collectLeaf(run: LeafRun, leaf: LeafContext, state: Collected): Turns<void> {
  const { search, source, bound, aggregator, options, watch } = run;
  const { terminateAfter } = source;
  const left = terminateAfter === 0 ? Number.POSITIVE_INFINITY : Math.max(0, terminateAfter - state.total);
  const { scored, terminatedEarly } = yield* matchLeaf(search, leaf, bound, source, left);
  state.terminatedEarly = terminatedEarly;
  if (aggregator !== undefined) {
    yield* watch.timeAll('aggregations', collectAggregation(aggregator, leaf, scored));
  }
  const { postFilter } = bound;
  const hits = postFilter === null ? scored : yield* filterHits(search, scored, postFilter.matcher(leaf));
  state.total += countOf(hits);
  if (bound.tracksMaxScore) state.maxScore = maxScoreOf(hits, state.maxScore);
  if (options.windowSize === 0) return;
  yield* watch.timeAll('hits', collectHits(run, leaf, hits));
}

/** In windows, where the keys of the order take long to find. */
function* collectHits({ search, collector }: LeafRun, leaf: LeafContext, hits: ScoredDocs): Turns<void> {
  if (!collector.isCostly) return collector.collect(leaf, hits);
  const all = { ...hits, docs: docSetOfArray(docArray(hits.docs)) };
  yield* inWindows(search, countOf(all), (from, to) => {
    collector.collect(leaf, pieceOf(all, from, to));
    return true;
  });
}

interface TopSoFar {
  readonly collector: TopHitsCollector;
  readonly windowSize: number;
  readonly after: ShardHit | null;
  readonly total: number;
}

/** The best hits of a segment, where its query can find them without scoring all; null: it cannot. */
function topOfLeaf(
  leaf: LeafContext,
  query: Query,
  source: SearchSource,
  { collector, windowSize, after, total }: TopSoFar,
): TopDocs | null {
  if (windowSize === 0 || after !== null) return null;
  const accepted = rootDocs(leaf);
  return query.top(leaf, {
    limit: windowSize,
    above: collector.worstScore(),
    countUpTo: (source.trackTotalHitsUpTo ?? 0) - total,
    accept: accepted === null ? null : docBits(accepted, leaf.reader.maxDoc),
  });
}

/** Hits in order of relevance begin with the best one; a rescored search is as good as its best rescored hit. */
function topScore(maxScore: number, hits: readonly ShardHit[], source: SearchSource): number {
  if (hits.length === 0 || source.sort.some((spec) => spec.kind !== 'score')) return maxScore;
  if (source.rescore.length > 0) return hits[0].score;
  return Number.isNaN(maxScore) ? hits[0].score : maxScore;
}

function* collectAggregation(
  aggregator: ShardAggregator,
  leaf: LeafContext,
  scored: ScoredDocs,
): Turns<void> {
  const { docs } = scored;
  if (docs.kind === 'none') return;
  const constant = scored.constant === 0 ? null : scored.constant;
  yield aggregator.collect(leaf, docs, scored.scores ?? constant);
}
