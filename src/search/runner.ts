import { TooManyInAnswer } from '../aggregation/index.ts';
import type { Task } from '../cluster/index.ts';
import { type JsonObject, OpenSearchError, type Turns } from '../common/index.ts';
import { LookupFailure } from '../query/index.ts';
import type { SearchCache } from './cache/cachedShard.ts';
import { ClientGone } from './deadline.ts';
import {
  allShardsFailed,
  listedFailures,
  missingShards,
  notReduced,
  partialShardsFailure,
  unassignedFailure,
} from './failures.ts';
import type { SearchTasks } from './searchTasks.ts';
import { bindSearch } from './shard/bindSearch.ts';
import { canMatchNothing } from './shard/canMatch.ts';
import type { ShardHit } from './shard/collector.ts';
import { runQueryPhase, type ShardQueryResult } from './shard/queryPhase.ts';
import { openShardSearch, type SearchEnvironment, type ShardSearch } from './shard/shardContext.ts';
import type { OpenShard, ShardFailure, ShardTarget } from './shard/target.ts';
import type { SortKey } from './sort/sortKey.ts';
import { DEFAULT_SIZE, type SearchSource } from './source/searchSource.ts';
import type { SearchRecorder } from './statistics/searchRecorder.ts';
import type { SearchResponse } from './types.ts';

/** A hit of the whole search before it is fetched. */
export interface RankedHit {
  readonly shard: ShardQueryResult;
  readonly hit: ShardHit;
}

/** The reduced query phase of all shards. */
export interface QueryOutcome {
  readonly results: readonly ShardQueryResult[];
  readonly failures: readonly ShardFailure[];
  /** The page: hits from … from + size, in order. */
  readonly page: readonly RankedHit[];
  readonly total: number;
  readonly maxScore: number;
  readonly shardCount: number;
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean;
}

/** Acquires a searcher for each copy; copies without a node are failures. */
export function openShards(targets: readonly ShardTarget[]): {
  readonly open: readonly OpenShard[];
  readonly failures: readonly ShardFailure[];
} {
  const open: OpenShard[] = [];
  const failures: ShardFailure[] = [];
  targets.forEach((target, ord) => {
    const { shard } = target.handle;
    if (shard === null) failures.push(unassignedFailure(target));
    else open.push({ target, searcher: shard.acquireSearcher(), ord });
  });
  return { open, failures };
}

export interface QueryRun {
  readonly open: readonly OpenShard[];
  /** Copies that could not be opened. */
  readonly failures: readonly ShardFailure[];
  readonly source: SearchSource;
  readonly environment: SearchEnvironment;
  readonly allowPartial: boolean;
  /** For scrolls: the last hit taken from each shard, by shard index. */
  readonly after: ReadonlyMap<number, ShardHit> | null;
  readonly scroll: boolean;
  readonly cache: SearchCache | null;
  readonly recorder: SearchRecorder;
  readonly tasks: SearchTasks;
  readonly task: Task | null;
}

/** Queries every shard, one after the other, and merges the results. Throws if none succeeded. */
export function* runQuery(run: QueryRun): Turns<QueryOutcome> {
  const { source } = run;
  if (run.failures.length > 0 && !run.allowPartial) throw missingShards(run.failures);
  const results: ShardQueryResult[] = [];
  const failures = [...run.failures];
  for (const open of run.open) {
    const search = openShardSearch(open, run.environment);
    try {
      const isFirst = results.length === 0;
      const { recorder, tasks, task } = run;
      const query = recorder.query(open, queryShard(search, run, isFirst));
      results.push(yield* tasks.shard(task, 'phase/query', open.target, query));
    } catch (error) {
      if (error instanceof TooManyInAnswer) throw notReduced(error);
      if (!(error instanceof OpenSearchError) || isFatal(error)) throw error;
      failures.push({ target: open.target, error });
    }
  }
  run.environment.liftTimeout();
  const shardCount = run.open.length + run.failures.length;
  if (failures.length > 0 && failures.length === shardCount) throw allShardsFailed('query', failures);
  if (failures.length > 0 && !run.allowPartial) throw partialShardsFailure(failures);
  return {
    results,
    failures,
    page: pageOf(results, source, run.after !== null),
    total: results.reduce((sum, result) => sum + result.total, 0),
    maxScore: results.reduce(
      (max, { maxScore }) => (maxScore > max || Number.isNaN(max) ? maxScore : max),
      Number.NaN,
    ),
    shardCount,
    timedOut: results.some((result) => result.timedOut),
    terminatedEarly: results.some((result) => result.terminatedEarly),
  };
}

/** Binds the query on every shard, and returns the first one's text, or the error of the first that rejects it. */
export function bindOnShards(run: QueryRun, rewritten: boolean): string | OpenSearchError {
  let text: string | null = null;
  for (const open of run.open) {
    try {
      const { query } = bindSearch(openShardSearch(open, run.environment), run.source);
      const tree = query.tree();
      text ??= rewritten ? tree.text : tree.parsed;
    } catch (error) {
      if (!(error instanceof OpenSearchError) || isFatal(error)) throw error;
      return error;
    }
  }
  return text ?? '';
}

/** Whether any shard may have matches, by the bounds of its fields. */
export function canMatchOnShards(run: QueryRun): boolean {
  return run.open.some((open) => {
    const search = openShardSearch(open, run.environment);
    const { query } = bindSearch(search, run.source);
    return !search.leaves.every((leaf) => query.disjoint?.(leaf));
  });
}

/** Errors that are not a shard's: a disconnected client, a bug. */
export function isFatal(error: OpenSearchError): boolean {
  return (
    error instanceof ClientGone ||
    error instanceof LookupFailure ||
    error.family === 'bug' ||
    error.family === 'notEmulated'
  );
}

function queryShard(search: ShardSearch, run: QueryRun, isFirst: boolean): Turns<ShardQueryResult> {
  const { source, after } = run;
  const size = source.size ?? DEFAULT_SIZE;
  const page = (after === null ? (source.from ?? 0) : 0) + size;
  const windows = source.rescore.map((rescore) => rescore.windowSize);
  const windowSize = size === 0 ? 0 : Math.max(page, ...windows);
  return runQueryPhase(search, source, {
    windowSize,
    after: after?.get(search.open.ord) ?? null,
    scroll: run.scroll,
    mustRun: isFirst || !canMatchNothing(source),
    cache: run.cache,
    allowPartial: run.allowPartial,
  });
}

function pageOf(results: readonly ShardQueryResult[], source: SearchSource, isScroll: boolean): RankedHit[] {
  const size = source.size ?? DEFAULT_SIZE;
  if (size === 0) return [];
  const from = isScroll ? 0 : (source.from ?? 0);
  const all = results.flatMap((shard) => shard.hits.map((hit) => ({ shard, hit })));
  if (results.length > 1) all.sort(rankComparator(results[0].sortKeys));
  const unique = source.collapse === null || results.length === 1 ? all : firstOfGroups(all);
  return unique.slice(from, from + size);
}

/** Orders hits of different shards; ties by shard, then in the shard's order. */
function rankComparator(keys: readonly SortKey[]): (a: RankedHit, b: RankedHit) => number {
  return (a, b) => {
    for (let k = 0; k < keys.length; k++) {
      const order = keys[k].compare(a.hit.sort[k], b.hit.sort[k]);
      if (order !== 0) return order;
    }
    if (keys.length === 0 && a.hit.score !== b.hit.score) return b.hit.score - a.hit.score;
    return a.shard.search.open.ord - b.shard.search.open.ord;
  };
}

function firstOfGroups(hits: readonly RankedHit[]): RankedHit[] {
  const seen = new Set<unknown>();
  return hits.filter(({ hit }) => {
    if (seen.has(hit.group)) return false;
    seen.add(hit.group);
    return true;
  });
}

export function closeShards(open: readonly OpenShard[]): void {
  for (const { searcher } of open) searcher.close();
}

/** `_shards` of a response. */
export function shardsJson(
  { shardCount, failures }: Pick<QueryOutcome, 'shardCount' | 'failures'>,
  print: (failure: ShardFailure) => JsonObject,
  skipped = 0,
): SearchResponse['_shards'] {
  const failed = failures.length;
  const counts = { total: shardCount, successful: shardCount - failed, skipped, failed };
  if (failed === 0) return counts;
  const listed = listedFailures(failures);
  return listed.length === 0 ? counts : { ...counts, failures: listed.map(print) };
}

/** A single shard is always fetched from; of several, those with a hit on the page. */
export function fetchedShards(run: QueryRun, { page, shardCount }: QueryOutcome): readonly OpenShard[] {
  if (shardCount === 1) return run.open;
  return [...new Set(page.map(({ shard }) => shard.search.open))];
}
