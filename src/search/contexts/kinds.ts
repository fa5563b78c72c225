import { type Clock, type LimitName, limits, OpenSearchError, type Random } from '../../common/index.ts';
import type { QueryOutcome, QueryRun } from '../runner.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { OpenShard, ShardFailure } from '../shard/target.ts';
import type { HeldSegments, SearchRequest } from '../types.ts';
import { ContextStore, type ReaderContext } from './readerContexts.ts';

/** A scroll: the searchers of its first page, and the position in each shard. */
export interface ScrollContext extends ReaderContext {
  readonly request: SearchRequest;
  readonly run: QueryRun;
  readonly after: Map<number, ShardHit>;
  readonly total: number;
  readonly maxScore: number;
}

/** A point in time: searchers shared by several searches. */
export interface PitContext extends ReaderContext {
  readonly open: readonly OpenShard[];
  readonly failures: readonly ShardFailure[];
  readonly creationMs: number;
  /** The segments when it was opened. */
  readonly segments: readonly HeldSegments[];
}

/** Creates a point in time, including what its id and `_cat/pit_segments` show. */
export function pitContext(parts: Omit<PitContext, 'segments' | 'places'>): PitContext {
  const places = parts.open.map(
    ({ target }) => [target.index.name, target.shardId, target.handle.routing.nodeId] as const,
  );
  const segments = parts.open.map(({ target: { index, handle } }) => {
    return { index: index.name, routing: handle.routing, segments: handle.shard?.segments() ?? [] };
  });
  return { ...parts, places, segments };
}

/** What the pages after the first need. */
export function scrollContext(
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

export interface StoreParts {
  readonly clock: Clock;
  readonly random: Random;
  /** Returns an effective cluster setting; by default the limits are those of the table. */
  readonly clusterSetting?: (key: string) => string | null;
}

export function createScrollStore(parts: StoreParts): ContextStore<ScrollContext> {
  return store(parts, 'scroll', 'scroll', 'openScrolls');
}

export function createPitStore(parts: StoreParts): ContextStore<PitContext> {
  return store(parts, 'pit', 'Point In Time', 'openPits');
}

function store<T extends ReaderContext>(
  { clock, random, clusterSetting }: StoreParts,
  prefix: string,
  what: string,
  name: LimitName,
): ContextStore<T> {
  const { setting, value } = limits[name];
  return new ContextStore({
    clock,
    random,
    prefix,
    most: () => Number(clusterSetting?.(setting ?? '') ?? value),
    tooMany: (limit) =>
      new OpenSearchError(
        'rejected_execution_exception',
        `Trying to create too many ${what} contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [${setting}] setting.`,
      ),
  });
}
