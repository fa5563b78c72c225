import { type Clock, OpenSearchError, type Random } from '../../common/index.ts';
import type { QueryRun } from '../runner.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { OpenShard, ShardFailure } from '../shard/target.ts';
import type { SearchRequest } from '../types.ts';
import { ContextStore, type ReaderContext } from './readerContexts.ts';

/** A scroll: the searchers of its first page, and how far each shard was read. */
export interface ScrollContext extends ReaderContext {
  readonly request: SearchRequest;
  readonly run: QueryRun;
  readonly after: Map<number, ShardHit>;
  readonly total: number;
  readonly maxScore: number;
}

/** A point in time: searchers that many searches share. */
export interface PitContext extends ReaderContext {
  readonly open: readonly OpenShard[];
  readonly failures: readonly ShardFailure[];
  readonly creationMs: number;
}

interface StoreParts {
  readonly clock: Clock;
  readonly random: Random;
}

export function createScrollStore({ clock, random }: StoreParts): ContextStore<ScrollContext> {
  const tooMany = (limit: number): OpenSearchError =>
    new OpenSearchError(
      'rejected_execution_exception',
      `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
    );
  return new ContextStore({ clock, random, prefix: 'scroll', tooMany });
}

export function createPitStore({ clock, random }: StoreParts): ContextStore<PitContext> {
  const tooMany = (limit: number): OpenSearchError =>
    new OpenSearchError(
      'rejected_execution_exception',
      `Trying to create too many Point In Time contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_pit_context] setting.`,
    );
  return new ContextStore({ clock, random, prefix: 'pit', tooMany });
}
