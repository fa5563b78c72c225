import type { IndexResolver, Task, TaskManager } from '../cluster/index.ts';
import {
  type CircuitBreakers,
  type Clock,
  formatTimeMs,
  type JsonObject,
  nothing,
  type OpenSearchError,
  type Random,
  type Soon,
  soon,
  type Turns,
} from '../common/index.ts';
import type { CountedClause } from '../query/index.ts';
import type { IndexShard } from '../shard/index.ts';
import { isSuggestOnly, searchCache } from './cache/cachedShard.ts';
import { cacheLimits } from './cache/cacheLimits.ts';
import { RequestCache, type RequestCacheStats } from './cache/requestCache.ts';
import { unreadableScrollId } from './contexts/foreignId.ts';
import {
  createPitStore,
  createScrollStore,
  type PitContext,
  pitContext,
  type ScrollContext,
  scrollContext,
} from './contexts/kinds.ts';
import { checkPitId, missingPit, missingScroll } from './contexts/missingContext.ts';
import { type ContextStore, idParts } from './contexts/readerContexts.ts';
import { ClientGone } from './deadline.ts';
import { withSummedStatistics } from './dfs.ts';
import { searchEnvironment } from './environment.ts';
import { explainDocument } from './explainDocument.ts';
import { failureJson } from './failures.ts';
import { respond } from './respond.ts';
import {
  bindOnShards,
  canMatchOnShards,
  closeShards,
  fetchedShards,
  openShards,
  type QueryOutcome,
  type QueryRun,
  runQuery,
  shardsJson,
} from './runner.ts';
import type { MatchedShard } from './scan/matchShard.ts';
import { documentBatches, documentsOf, matchShards } from './scan/scanShards.ts';
import { ScanSources } from './scan/scanSources.ts';
import { SearchLimits } from './searchLimits.ts';
import { describeSearch, SCROLL_ACTION, SEARCH_ACTION, SearchTasks } from './searchTasks.ts';
import { type OpenShard, type ShardTarget, shardsOf } from './shard/target.ts';
import { parseRequestSource } from './source/innerSource.ts';
import { ReadSearch } from './source/readSearch.ts';
import type { SearchSource } from './source/searchSource.ts';
import { withStoredScripts } from './source/storedScripts.ts';
import { type SearchRecorder, searchRecorder, silentRecorder } from './statistics/searchRecorder.ts';
import { type Phase, SearchStatistics, type ShardSearchCounts } from './statistics/searchStatistics.ts';
import { shardTargets } from './targets.ts';
import type {
  DocumentReader,
  DocumentWindow,
  HeldSegments,
  OpenPitRequest,
  PitResponse,
  ScanQuestion,
  SearchRequest,
  SearchResponse,
  SearchService,
} from './types.ts';
import { checkKeepAlive, checkShardCount, validateRequest } from './validateRequest.ts';

export interface SearchServiceOptions {
  readonly resolver: IndexResolver;
  readonly clock: Clock;
  readonly random: Random;
  /** Called for a parsed clause that statistics count on the coordinating node. */
  readonly onCountedClause?: (clause: CountedClause) => void;
  /** Returns an effective cluster setting, including defaults; by default none is known. */
  readonly clusterSetting?: (key: string) => string | null;
  /** Stored scripts by id; none by default. */
  readonly storedScripts?: () => ReadonlyMap<string, JsonObject>;
  /** The heap size that percentages refer to. */
  readonly heapBytes?: number;
  /** Lists and cancels searches; absent if they are not tasks. */
  readonly tasks?: TaskManager;
  /** Accounts for the memory of aggregations; absent if not accounted for. */
  readonly breakers?: CircuitBreakers;
}

const NO_SCRIPTS: ReadonlyMap<string, JsonObject> = new Map();

export function createSearchService(options: SearchServiceOptions): SearchService {
  return new LocalSearchService(options);
}

/** A search for the number of hits alone. */
function countedSource(source: JsonObject): JsonObject {
  return { ...source, size: 0, track_total_hits: true };
}

class LocalSearchService implements SearchService {
  readonly #options: SearchServiceOptions;
  readonly #scrolls: ContextStore<ScrollContext>;
  readonly #pits: ContextStore<PitContext>;
  readonly #cache: RequestCache;
  readonly #tasks: SearchTasks;
  readonly #limits: SearchLimits;
  readonly #statistics = new SearchStatistics();
  readonly #scans = new ScanSources();

  constructor(options: SearchServiceOptions) {
    this.#options = options;
    this.#limits = new SearchLimits(options.clusterSetting);
    this.#scrolls = createScrollStore(options);
    this.#pits = createPitStore(options);
    this.#tasks = new SearchTasks(options);
    this.#cache = new RequestCache({ clock: options.clock, ...cacheLimits(options) });
  }

  prepare(source: JsonObject): ReadSearch {
    const stored = this.#options.storedScripts?.() ?? NO_SCRIPTS;
    const body = withStoredScripts(source, stored);
    const { onCountedClause: onCounted } = this.#options;
    return new ReadSearch(body, parseRequestSource(body, { onCounted }));
  }

  prepareCount(source: JsonObject): ReadSearch {
    return this.prepare(countedSource(source));
  }

  prepareScan(question: ScanQuestion): ReadSearch {
    const stored = this.#options.storedScripts?.() ?? NO_SCRIPTS;
    const { query } = question;
    const written = query && withStoredScripts(query, stored);
    const { onCountedClause: onCounted } = this.#options;
    return new ReadSearch({}, this.#scans.read({ ...question, query: written }, { onCounted }));
  }

  async search(request: SearchRequest): Promise<SearchResponse> {
    if (request.explains) return soon(this.#search(request, null));
    return this.#tasks.run(
      SEARCH_ACTION,
      () => describeSearch(request),
      request,
      (task) => this.#search(request, task),
    );
  }

  *#search(request: SearchRequest, task: Task | null): Turns<SearchResponse> {
    const startNanos = this.#options.clock.nanoTime();
    const parsed = this.#read(request);
    validateRequest(request, parsed.source, this.#limits.maxKeepAliveMs);
    const { run: opened, release } = this.#open(request, parsed, task);
    let kept = false;
    try {
      const run = yield* withSummedStatistics(request, opened);
      const outcome = yield* runQuery(run);
      const response = yield* this.#respond(request, run, outcome, startNanos);
      if (request.scrollMs === null || outcome.shardCount === 0) return response;
      kept = true;
      const ended = this.#keeps(run.open, 'scroll');
      const close = (): void => {
        ended();
        release();
      };
      const context = scrollContext(request, run, close, outcome);
      return { _scroll_id: this.#scrolls.add(context, request.scrollMs), ...response };
    } finally {
      opened.environment.buckets.release();
      if (!kept) release();
    }
  }

  async *scan<T>(request: SearchRequest, read: DocumentReader<T>): AsyncGenerator<readonly T[]> {
    const parsed = this.#read(request);
    const { shards, release } = await this.#tasks.run(
      SEARCH_ACTION,
      () => describeSearch(request),
      request,
      (task) => this.#match(request, parsed, task),
    );
    try {
      for (const batch of documentBatches(shards, parsed.source, read)) {
        if (request.signal?.aborted) throw new ClientGone();
        yield batch;
      }
    } finally {
      release();
    }
  }

  take<T>(request: SearchRequest, window: DocumentWindow, read: DocumentReader<T>): Soon<readonly T[]> {
    return this.#tasks.run(
      SEARCH_ACTION,
      () => describeSearch(request),
      request,
      (task) => this.#take(request, task, window, read),
    );
  }

  *#take<T>(
    request: SearchRequest,
    task: Task | null,
    window: DocumentWindow,
    read: DocumentReader<T>,
  ): Turns<readonly T[]> {
    const { run, release } = this.#open(request, this.#read(request), task);
    try {
      const shards = yield* matchShards(run, window.from + window.size);
      return yield* documentsOf(shards, run.source, window, read, run.environment.pacer);
    } finally {
      release();
    }
  }

  /** The documents of a scan; their readers are held until `release`. */
  *#match(
    request: SearchRequest,
    parsed: ReadSearch,
    task: Task | null,
  ): Turns<{ readonly shards: readonly MatchedShard[]; readonly release: () => void }> {
    const { run, release } = this.#open(request, parsed, task);
    try {
      return { shards: yield* matchShards(run), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async count(request: SearchRequest): ReturnType<SearchService['count']> {
    const counted = { ...request, source: countedSource(request.source) };
    return this.#tasks.run(
      SEARCH_ACTION,
      () => describeSearch(counted),
      request,
      (task) => this.#count(counted, task),
    );
  }

  *#count(request: SearchRequest, task: Task | null): Turns<Awaited<ReturnType<SearchService['count']>>> {
    const { run, release } = this.#open(request, this.#read(request), task);
    try {
      const outcome = yield* runQuery(run);
      yield* run.recorder.fetch(fetchedShards(run, outcome), nothing());
      const shards = shardsJson(outcome, failureJson);
      return { count: outcome.total, shards, terminatedEarly: outcome.terminatedEarly };
    } finally {
      run.environment.buckets.release();
      release();
    }
  }

  async explain(request: SearchRequest, id: string): ReturnType<SearchService['explain']> {
    const { run, release } = this.#open(request, this.#read(request), null);
    try {
      return await soon(explainDocument(run, id));
    } finally {
      release();
    }
  }

  validate(request: SearchRequest, rewritten: boolean): string | OpenSearchError {
    const { run, release } = this.#open(request, this.#read(request), null);
    try {
      return bindOnShards(run, rewritten);
    } finally {
      release();
    }
  }

  canMatch(request: SearchRequest): boolean {
    const { run, release } = this.#open(request, this.#read(request), null);
    try {
      return canMatchOnShards(run);
    } finally {
      release();
    }
  }

  async scroll(scrollId: string, keepAliveMs: number | null): Promise<SearchResponse> {
    const scroll = keepAliveMs === null ? '' : `, scroll[${formatTimeMs(keepAliveMs)}]`;
    return this.#tasks.run(
      SCROLL_ACTION,
      () => `scrollId[${scrollId}]${scroll}`,
      { cancelAfterMs: -1 },
      (task) => this.#scroll(scrollId, keepAliveMs, task),
    );
  }

  *#scroll(scrollId: string, keepAliveMs: number | null, task: Task | null): Turns<SearchResponse> {
    const startNanos = this.#options.clock.nanoTime();
    const found = this.#scrolls.touch(scrollId, keepAliveMs);
    if (found === null) throw missingScroll(scrollId);
    const { context } = found;
    if (keepAliveMs !== null) checkKeepAlive(keepAliveMs, this.#limits.maxKeepAliveMs);
    const { statistics } = context.run.environment;
    const environment = {
      ...searchEnvironment(this.#options, this.#limits, context.request, context.run.source, task),
      statistics,
    };
    const run = { ...context.run, environment, task, after: context.after };
    const outcome = yield* this.#found(run);
    for (const { shard, hit } of outcome.page) context.after.set(shard.search.open.ord, hit);
    const first = { ...outcome, total: context.total, maxScore: context.maxScore };
    const response = yield* this.#respond(context.request, run, first, startNanos);
    // Without a new keep-alive, the original ends the scroll of a single shard.
    if (keepAliveMs === null && outcome.shardCount === 1) this.#scrolls.remove(scrollId);
    return { _scroll_id: keepAliveMs === null ? undefined : scrollId, ...response, aggregations: undefined };
  }

  #respond(
    request: SearchRequest,
    run: QueryRun,
    outcome: QueryOutcome,
    startNanos: bigint,
  ): Turns<SearchResponse> {
    const services = { search: this, clock: this.#options.clock, maxBuckets: this.#limits.of('buckets') };
    return respond(services, { request, run, outcome, startNanos });
  }

  /** Runs the query phase and releases its buckets. */
  *#found(run: QueryRun): Turns<QueryOutcome> {
    try {
      return yield* runQuery(run);
    } finally {
      run.environment.buckets.release();
    }
  }

  clearScroll(scrollIds: readonly string[] | 'all'): number {
    if (scrollIds === 'all') return this.#scrolls.removeIf(() => true);
    for (const id of scrollIds) {
      if (idParts(id) === null) throw unreadableScrollId(id);
    }
    return scrollIds.filter((id) => this.#scrolls.remove(id)).length;
  }

  openPit(request: OpenPitRequest): PitResponse {
    const { indices, indicesOptions, routing, preference, keepAliveMs } = request;
    const resolved = this.#options.resolver.resolve(indices, indicesOptions);
    const targets = shardTargets(resolved, { routing, preference, indicesBoost: new Map() });
    const { open, failures } = this.#openShards(targets);
    const ended = this.#keeps(open, 'pointInTime');
    const creationMs = this.#options.clock.nowMs();
    const close = (): void => {
      ended();
      this.#closeShards(open);
    };
    const context = pitContext({ open, failures, creationMs, close });
    const id = this.#pits.add(context, keepAliveMs);
    return { id, creationMs, shards: shardsJson({ shardCount: targets.length, failures }, failureJson) };
  }

  closePits(
    ids: readonly string[] | 'all',
  ): readonly { readonly id: string; readonly successful: boolean }[] {
    const wanted = ids === 'all' ? this.#pits.entries().map(({ id }) => id) : [...new Set(ids)];
    for (const id of wanted) checkPitId(id);
    return wanted.map((id) => ({ id, successful: this.#pits.remove(id) }));
  }

  pitSegments(ids: readonly string[] | 'all'): readonly HeldSegments[] {
    const wanted = ids === 'all' ? this.#pits.entries().map(({ id }) => id) : ids;
    return wanted.flatMap((id) => {
      const found = this.#pits.touch(id, null);
      if (found === null) throw missingPit(id);
      return found.context.segments;
    });
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

  counts(shard: IndexShard): ShardSearchCounts | null {
    return this.#statistics.of(shard);
  }

  requestCache(shard: IndexShard): Readonly<RequestCacheStats> {
    return this.#cache.stats(shard);
  }

  clearRequestCache(shard: IndexShard): void {
    this.#cache.clear(shard);
  }

  close(): void {
    this.#scrolls.close();
    this.#pits.close();
  }

  #read(request: SearchRequest): ReadSearch {
    const { prepared } = request;
    return prepared instanceof ReadSearch ? prepared : this.prepare(request.source);
  }

  #recorder({ explains }: SearchRequest, { body, source }: ReadSearch): SearchRecorder {
    if (explains) return silentRecorder;
    return searchRecorder({
      statistics: this.#statistics,
      clock: this.#options.clock,
      groups: Array.isArray(body.stats) ? body.stats.map(String) : [],
      suggestsOnly: isSuggestOnly(source),
    });
  }

  #openShards(targets: readonly ShardTarget[]): ReturnType<typeof openShards> {
    const opened = openShards(targets);
    for (const shard of shardsOf(opened.open)) this.#statistics.contextOpened(shard, 1);
    return opened;
  }

  #closeShards(open: readonly OpenShard[]): void {
    for (const shard of shardsOf(open)) this.#statistics.contextOpened(shard, -1);
    closeShards(open);
  }

  /** Counts a scroll or point in time on its shards until the returned function is called. */
  #keeps(open: readonly OpenShard[], phase: Phase): () => void {
    const { clock } = this.#options;
    const started = clock.nanoTime();
    const shards = shardsOf(open);
    for (const shard of shards) this.#statistics.began(shard, phase);
    return () => {
      const timeMs = Number(clock.nanoTime() - started) / 1e6;
      for (const shard of shards) this.#statistics.ended(shard, phase, timeMs);
    };
  }

  #open(
    request: SearchRequest,
    parsed: ReadSearch,
    task: Task | null,
  ): { readonly run: QueryRun; readonly release: () => void } {
    const { body, source } = parsed;
    const environment = searchEnvironment(this.#options, this.#limits, request, source, task);
    const { open, failures, release } = this.#openTargets(request, source);
    const run: QueryRun = {
      open,
      failures,
      source,
      environment,
      allowPartial: request.allowPartialSearchResults,
      after: null,
      scroll: request.scrollMs !== null,
      cache: searchCache(this.#cache, request, body, source),
      recorder: this.#recorder(request, parsed),
      tasks: this.#tasks,
      task,
    };
    return { run, release };
  }

  /** Opens the shards to search, and returns how to release them. */
  #openTargets(
    request: SearchRequest,
    source: SearchSource,
  ): ReturnType<typeof openShards> & { readonly release: () => void } {
    if (source.pit !== null) {
      const found = this.#pits.touch(source.pit.id, source.pit.keepAliveMs);
      if (found === null) throw missingPit(source.pit.id);
      const { open, failures } = found.context;
      return { open, failures, release: () => {} };
    }
    const { routing, preference } = request;
    const resolved = this.#options.resolver.resolve(request.indices, request.indicesOptions);
    const targets = shardTargets(resolved, {
      routing,
      preference,
      indicesBoost: this.#boosts(source, request),
    });
    checkShardCount(targets.length, this.#limits.of('searchedShards'));
    const { open, failures } = this.#openShards(targets);
    return { open, failures, release: () => this.#closeShards(open) };
  }

  /** `indices_boost` by index: resolves names, patterns and aliases; the first entry for an index wins. */
  #boosts(source: SearchSource, request: SearchRequest): ReadonlyMap<string, number> {
    const boosts = new Map<string, number>();
    for (const [expression, boost] of source.indicesBoost) {
      for (const { index } of this.#options.resolver.resolve(expression, request.indicesOptions)) {
        if (!boosts.has(index.name)) boosts.set(index.name, boost);
      }
    }
    return boosts;
  }
}
