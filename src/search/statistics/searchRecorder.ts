import type { Clock, Turns } from '../../common/index.ts';
import type { ShardQueryResult } from '../shard/queryPhase.ts';
import type { OpenShard } from '../shard/target.ts';
import type { Phase, SearchStatistics } from './searchStatistics.ts';

export interface RecorderOptions {
  readonly statistics: SearchStatistics;
  readonly clock: Pick<Clock, 'nanoTime'>;
  /** The names that the search gives itself in `stats`. */
  readonly groups: readonly string[];
  /** Only suggestions were asked for: they are counted apart. */
  readonly suggestsOnly: boolean;
}

type Searched = Pick<ShardQueryResult, 'wasSearched'>;

/** Counts the phases of one search on its shards. */
export interface SearchRecorder {
  query<T extends Searched>(open: OpenShard, run: Turns<T>): Turns<T>;
  fetch<T>(open: readonly OpenShard[], run: Turns<T>): Turns<T>;
}

export function searchRecorder(options: RecorderOptions): SearchRecorder {
  const { statistics, clock, groups, suggestsOnly } = options;
  const begin = (open: readonly OpenShard[], phase: Phase) => {
    const shards = open.flatMap(({ target }) => target.handle.shard ?? []);
    for (const shard of shards) statistics.began(shard, phase, groups);
    const started = clock.nanoTime();
    return (isCounted: boolean): void => {
      const timeMs = Number(clock.nanoTime() - started) / 1e6 / shards.length;
      for (const shard of shards) statistics.ended(shard, phase, isCounted ? timeMs : null, groups);
    };
  };
  return {
    *query(open, run) {
      const end = begin([open], suggestsOnly ? 'suggest' : 'query');
      let isCounted = false;
      try {
        const result = yield* run;
        isCounted = result.wasSearched;
        return result;
      } finally {
        end(isCounted);
      }
    },
    *fetch(open, run) {
      const end = begin(open, 'fetch');
      let isCounted = false;
      try {
        const result = yield* run;
        isCounted = true;
        return result;
      } finally {
        end(isCounted);
      }
    },
  };
}

/** Of searches that no statistics show. */
export const silentRecorder: SearchRecorder = {
  query: (_open, run) => run,
  fetch: (_open, run) => run,
};
