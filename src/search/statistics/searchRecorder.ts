import type { Clock, Turns } from '../../common/index.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import { type OpenShard, shardsOf } from '../shard/target.ts';
import type { Phase, SearchStatistics } from './searchStatistics.ts';

export interface RecorderOptions {
  readonly statistics: SearchStatistics;
  readonly clock: Pick<Clock, 'nanoTime'>;
  /** The group names that the search gives in `stats`. */
  readonly groups: readonly string[];
  /** Only suggestions were requested, which are counted separately. */
  readonly suggestsOnly: boolean;
}

type Searched = Pick<ShardQueryResult, 'wasSearched'>;

/** Counts the phases of one search on its shards. */
export interface SearchRecorder {
  query<T extends Searched>(open: OpenShard, run: Turns<T>): Turns<T>;
  fetch<T>(open: readonly OpenShard[], run: Turns<T>): Turns<T>;
}

export function searchRecorder(options: RecorderOptions): SearchRecorder {
  return new CountingRecorder(options);
}

class CountingRecorder implements SearchRecorder {
  readonly #options: RecorderOptions;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  query<T extends Searched>(open: OpenShard, run: Turns<T>): Turns<T> {
    const phase = this.#options.suggestsOnly ? 'suggest' : 'query';
    return this.#counted([open], phase, run, ({ wasSearched }) => wasSearched);
  }

  fetch<T>(open: readonly OpenShard[], run: Turns<T>): Turns<T> {
    return this.#counted(open, 'fetch', run, () => true);
  }

  *#counted<T>(
    open: readonly OpenShard[],
    phase: Phase,
    run: Turns<T>,
    counts: (result: T) => boolean,
  ): Turns<T> {
    const { statistics, clock, groups } = this.#options;
    const shards = shardsOf(open);
    for (const shard of shards) statistics.began(shard, phase, groups);
    const started = clock.nanoTime();
    let isCounted = false;
    try {
      const result = yield* run;
      isCounted = counts(result);
      return result;
    } finally {
      const timeMs = isCounted ? Number(clock.nanoTime() - started) / 1e6 / shards.length : null;
      for (const shard of shards) statistics.ended(shard, phase, timeMs, groups);
    }
  }
}

/** For searches that statistics do not show. */
export const silentRecorder: SearchRecorder = {
  query: (_open, run) => run,
  fetch: (_open, run) => run,
};
