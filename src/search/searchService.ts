import type { IndexResolver } from '../cluster/index.ts';
import {
  type Clock,
  type JsonDouble,
  type JsonObject,
  jsonFloat,
  type LimitName,
  limits,
  OpenSearchError,
  Pacer,
  parseTimeMs,
  type Random,
} from '../common/index.ts';
import { collapseInnerHits } from './collapseInnerHits.ts';
import { createPitStore, createScrollStore, type PitContext, type ScrollContext } from './contexts/kinds.ts';
import { type ContextStore, contextMissing, contextNumber } from './contexts/readerContexts.ts';
import { deadlineCheck } from './deadline.ts';
import { failureJson, reducing } from './failures.ts';
import { fetchPage } from './fetch/fetchPage.ts';
import {
  bindOnShards,
  closeShards,
  openShards,
  type QueryOutcome,
  type QueryRun,
  runQuery,
  shardsJson,
} from './runner.ts';
import type { ShardHit } from './shard/collector.ts';
import type { OpenShard } from './shard/target.ts';
import { skippedShards } from './skippedShards.ts';
import { DEFAULT_SIZE, parseSearchSource, type SearchSource } from './source/searchSource.ts';
import { withStoredScripts } from './source/storedScripts.ts';
import { runSuggest } from './suggest/runSuggest.ts';
import { shardTargets } from './targets.ts';
import type { OpenPitRequest, PitResponse, SearchRequest, SearchResponse, SearchService } from './types.ts';
import { checkKeepAlive, checkShardCount, validateRequest } from './validateRequest.ts';

export interface SearchServiceOptions {
  readonly resolver: IndexResolver;
  readonly clock: Clock;
  readonly random: Random;
  /** A knn clause was parsed: statistics count it on the node that takes the request. */
  readonly onKnnClause?: (withFilter: boolean) => void;
  /** A cluster setting in force, its default included; by default none is known. */
  readonly clusterSetting?: (key: string) => string | null;
  /** Scripts by id; by default there are none. */
  readonly storedScripts?: () => ReadonlyMap<string, JsonObject>;
}

const NO_SCRIPTS: ReadonlyMap<string, JsonObject> = new Map();

export function createSearchService(options: SearchServiceOptions): SearchService {
  return new LocalSearchService(options);
}

class LocalSearchService implements SearchService {
  readonly #options: SearchServiceOptions;
  readonly #scrolls: ContextStore<ScrollContext>;
  readonly #pits: ContextStore<PitContext>;

  constructor(options: SearchServiceOptions) {
    this.#options = options;
    this.#scrolls = createScrollStore(options);
    this.#pits = createPitStore(options);
  }

  async search(request: SearchRequest): Promise<SearchResponse> {
    const startNanos = this.#options.clock.nanoTime();
    const source = this.#parse(request);
    validateRequest(request, source, this.#maxKeepAliveMs());
    const { run, release } = this.#open(request, source);
    let kept = false;
    try {
      const outcome = await runQuery(run);
      const response = await this.#respond(request, run, outcome, startNanos);
      if (request.scrollMs === null) return response;
      kept = true;
      const context = scrollContext(request, run, release, outcome);
      return { _scroll_id: this.#scrolls.add(context, request.scrollMs), ...response };
    } finally {
      if (!kept) release();
    }
  }

  async count(request: SearchRequest): ReturnType<SearchService['count']> {
    const body: JsonObject = { ...request.source, size: 0, track_total_hits: true };
    const stored = this.#options.storedScripts?.() ?? NO_SCRIPTS;
    const source = parseSearchSource(withStoredScripts(body, stored), {
      onKnnClause: this.#options.onKnnClause ?? (() => undefined),
    });
    const { run, release } = this.#open(request, source);
    try {
      const outcome = await runQuery(run);
      const shards = shardsJson(outcome, failureJson);
      return { count: outcome.total, shards, terminatedEarly: outcome.terminatedEarly };
    } finally {
      release();
    }
  }

  validate(request: SearchRequest): string {
    const { run, release } = this.#open(request, this.#parse(request));
    try {
      return bindOnShards(run);
    } finally {
      release();
    }
  }

  async scroll(scrollId: string, keepAliveMs: number | null): Promise<SearchResponse> {
    const startNanos = this.#options.clock.nanoTime();
    const found = this.#scrolls.touch(scrollId, keepAliveMs);
    if (found === null) throw missingScroll(scrollId);
    const { context } = found;
    if (keepAliveMs !== null) checkKeepAlive(keepAliveMs, this.#maxKeepAliveMs());
    const environment = this.#environment(context.request, context.run.source);
    const run = { ...context.run, environment, after: context.after };
    const outcome = await runQuery(run);
    for (const { shard, hit } of outcome.page) context.after.set(shard.search.open.ord, hit);
    const first = { ...outcome, total: context.total, maxScore: context.maxScore };
    const response = await this.#respond(context.request, run, first, startNanos);
    return { _scroll_id: scrollId, ...response, aggregations: undefined };
  }

  clearScroll(scrollIds: readonly string[] | 'all'): number {
    if (scrollIds === 'all') return this.#scrolls.removeIf(() => true);
    for (const id of scrollIds) {
      if (contextNumber(id) === null) throw badScrollId(id);
    }
    return scrollIds.filter((id) => this.#scrolls.remove(id)).length;
  }

  openPit(request: OpenPitRequest): PitResponse {
    const { indices, indicesOptions, routing, preference, keepAliveMs } = request;
    const resolved = this.#options.resolver.resolve(indices, indicesOptions);
    const targets = shardTargets(resolved, { routing, preference, indicesBoost: new Map() });
    const { open, failures } = openShards(targets);
    const creationMs = this.#options.clock.nowMs();
    const context: PitContext = { open, failures, creationMs, close: () => closeShards(open) };
    const id = this.#pits.add(context, keepAliveMs);
    return { id, creationMs, shards: shardsJson({ shardCount: targets.length, failures }, failureJson) };
  }

  closePits(
    ids: readonly string[] | 'all',
  ): readonly { readonly id: string; readonly successful: boolean }[] {
    const wanted = ids === 'all' ? this.#pits.entries().map(({ id }) => id) : ids;
    return wanted.map((id) => ({ id, successful: this.#pits.remove(id) || contextNumber(id) !== null }));
  }

  pits(): ReturnType<SearchService['pits']> {
    return this.#pits.entries().map(({ id, keepAliveMs }) => {
      const creationMs = this.#pits.touch(id, null)?.context.creationMs ?? 0;
      return { id, keepAliveMs, creationMs };
    });
  }

  indexRemoved(indexUuid: string): void {
    const holds = (open: readonly OpenShard[]): boolean =>
      open.some(({ target }) => target.index.uuid === indexUuid);
    this.#scrolls.removeIf((context) => holds(context.run.open));
    this.#pits.removeIf((context) => holds(context.open));
  }

  close(): void {
    this.#scrolls.close();
    this.#pits.close();
  }

  #maxBuckets(): number {
    return this.#limit('buckets');
  }

  #maxKeepAliveMs(): number {
    const text = this.#options.clusterSetting?.('search.max_keep_alive');
    return text ? parseTimeMs(text, 'search.max_keep_alive') : limits.keepAliveMs.value;
  }

  /** What the cluster says of one of its limits. */
  #limit(name: LimitName): number {
    const { setting, value } = limits[name];
    return Number(this.#options.clusterSetting?.(setting ?? '') ?? value);
  }

  #parse(request: SearchRequest): SearchSource {
    const stored = this.#options.storedScripts?.() ?? NO_SCRIPTS;
    return parseSearchSource(withStoredScripts(request.source, stored), {
      onKnnClause: this.#options.onKnnClause ?? (() => undefined),
    });
  }

  #environment(request: SearchRequest, source: SearchSource) {
    const { resolver, random, clock } = this.#options;
    const checkCancelled = deadlineCheck(clock, request.signal, source.timeoutMs);
    const allows = (key: string): boolean => this.#options.clusterSetting?.(key) !== 'false';
    return {
      resolver,
      random,
      nowMs: clock.nowMs(),
      nanoTime: () => clock.nanoTime(),
      allowExpensiveQueries: allows('search.allow_expensive_queries'),
      allowIdFieldData: allows('indices.id_field_data.enabled'),
      checkCancelled,
      pacer: new Pacer(clock),
      explains: request.explains,
    };
  }

  #open(
    request: SearchRequest,
    source: SearchSource,
  ): { readonly run: QueryRun; readonly release: () => void } {
    const shared = {
      source,
      environment: this.#environment(request, source),
      allowPartial: request.allowPartialSearchResults,
      after: null,
      scroll: request.scrollMs !== null,
    };
    if (source.pit !== null) {
      const found = this.#pits.touch(source.pit.id, source.pit.keepAliveMs);
      if (found === null) throw contextMissing(contextNumber(source.pit.id) ?? 0);
      const { open, failures } = found.context;
      return { run: { ...shared, open, failures }, release: () => {} };
    }
    const { routing, preference } = request;
    const resolved = this.#options.resolver.resolve(request.indices, request.indicesOptions);
    const targets = shardTargets(resolved, {
      routing,
      preference,
      indicesBoost: this.#boosts(source, request),
    });
    checkShardCount(targets.length, this.#limit('searchedShards'));
    const { open, failures } = openShards(targets);
    return { run: { ...shared, open, failures }, release: () => closeShards(open) };
  }

  /** `indices_boost` by index: names, patterns and aliases are resolved, the first to name an index counts. */
  #boosts(source: SearchSource, request: SearchRequest): ReadonlyMap<string, number> {
    const boosts = new Map<string, number>();
    for (const [expression, boost] of source.indicesBoost) {
      for (const { index } of this.#options.resolver.resolve(expression, request.indicesOptions)) {
        if (!boosts.has(index.name)) boosts.set(index.name, boost);
      }
    }
    return boosts;
  }

  async #respond(
    request: SearchRequest,
    run: QueryRun,
    outcome: QueryOutcome,
    startNanos: bigint,
  ): Promise<SearchResponse> {
    const { source } = run;
    const { pacer } = run.environment;
    const hits = await fetchPage(outcome, source, request.plainNumbers === true, pacer);
    if (source.collapse !== null && source.collapse.innerHits.length > 0) {
      await collapseInnerHits(this, request, source, outcome, hits);
    }
    const total = totalHits(outcome.total, source);
    const parts = outcome.results.map((result) => result.aggregation).filter((part) => part !== null);
    await pacer.pause();
    const options = { typedKeys: request.typedKeys, maxBuckets: this.#maxBuckets() };
    const { aggregations: builders } = source;
    const aggregations = builders && reducing(() => builders.reduce(parts, options));
    const took = Number((this.#options.clock.nanoTime() - startNanos) / 1_000_000n);
    return {
      ...(source.pit === null ? {} : { pit_id: source.pit.id }),
      took,
      timed_out: outcome.timedOut,
      ...(source.terminateAfter === 0 ? {} : { terminated_early: outcome.terminatedEarly }),
      _shards: shardsJson({ ...outcome, skipped: skippedShards(request, source, outcome) }, failureJson),
      hits: { ...(total === null ? {} : { total }), max_score: maxScore(outcome, source), hits },
      ...(aggregations === null ? {} : { aggregations }),
      ...(source.suggest === null || source.suggest.size === 0
        ? {}
        : { suggest: runSuggest(source, outcome.results, request.typedKeys) }),
      ...(source.profile ? { profile: { shards: outcome.results.map(({ profile }) => profile) } } : {}),
    };
  }
}

function totalHits(total: number, source: SearchSource): NonNullable<SearchResponse['hits']['total']> | null {
  const upTo = source.trackTotalHitsUpTo;
  if (upTo === null) return null;
  return total > upTo ? { value: upTo, relation: 'gte' } : { value: total, relation: 'eq' };
}

/** Known when hits are ordered by relevance, or scores were asked for. */
function maxScore(outcome: QueryOutcome, source: SearchSource): number | JsonDouble | null {
  // The answer of no shard at all is the original's empty answer: its best score is 0.
  if (outcome.shardCount === 0) return jsonFloat(0);
  const byRelevance = outcome.results.every((result) => result.sortKeys.length === 0);
  const shown = (source.size ?? DEFAULT_SIZE) > 0 && (byRelevance || source.trackScores);
  return shown && !Number.isNaN(outcome.maxScore) ? jsonFloat(outcome.maxScore) : null;
}

function scrollContext(
  request: SearchRequest,
  run: QueryRun,
  release: () => void,
  outcome: QueryOutcome,
): ScrollContext {
  const after = new Map<number, ShardHit>();
  for (const { shard, hit } of outcome.page) after.set(shard.search.open.ord, hit);
  const source = { ...run.source, aggregations: null, suggest: null };
  const { total, maxScore: best } = outcome;
  return { request, run: { ...run, source }, after, total, maxScore: best, close: release };
}

function missingScroll(id: string): OpenSearchError {
  const number = contextNumber(id);
  return number === null ? badScrollId(id) : contextMissing(number);
}

function badScrollId(id: string): OpenSearchError {
  return new OpenSearchError('illegal_argument_exception', `Cannot parse scroll id`, {
    causedBy: new OpenSearchError(
      'illegal_argument_exception',
      `Illegal base64 character in [${id.slice(0, 100)}]`,
    ),
  });
}
