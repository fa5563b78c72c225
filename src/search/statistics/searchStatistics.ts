import type { IndexShard } from '../../shard/index.ts';

/** How often an operation ran, its total time, and how many are running. */
export interface Tally {
  total: number;
  timeMs: number;
  current: number;
}

/** Searches of a shard copy, as counted in `_stats`. */
export interface SearchCounts {
  readonly query: Tally;
  readonly fetch: Tally;
  readonly scroll: Tally;
  readonly pointInTime: Tally;
  readonly suggest: Tally;
}

export interface ShardSearchCounts extends SearchCounts {
  /** Number of readers held open by searches, scrolls and points in time. */
  openContexts: number;
  /** By group names given in `stats`. */
  readonly groups: ReadonlyMap<string, SearchCounts>;
}

interface Counts extends ShardSearchCounts {
  readonly groups: Map<string, SearchCounts>;
  /** A list containing only these counts. */
  readonly itself: readonly SearchCounts[];
}

export type Phase = keyof SearchCounts;

const MAX_GROUPS = 1000;

/** Counts searches on every shard copy that they run on. */
export class SearchStatistics {
  readonly #counts = new WeakMap<IndexShard, Counts>();

  /** `null` if it was never searched. */
  of(shard: IndexShard): ShardSearchCounts | null {
    return this.#counts.get(shard) ?? null;
  }

  contextOpened(shard: IndexShard, change: 1 | -1): void {
    this.#of(shard).openContexts += change;
  }

  began(shard: IndexShard, phase: Phase, groups: readonly string[] = []): void {
    for (const counts of this.#all(shard, groups)) counts[phase].current++;
  }

  /** `timeMs` is null if it failed, and does not count. */
  ended(shard: IndexShard, phase: Phase, timeMs: number | null, groups: readonly string[] = []): void {
    for (const counts of this.#all(shard, groups)) {
      const tally = counts[phase];
      tally.current--;
      if (timeMs === null) continue;
      tally.total++;
      tally.timeMs += timeMs;
    }
  }

  #all(shard: IndexShard, groups: readonly string[]): readonly SearchCounts[] {
    const counts = this.#of(shard);
    if (groups.length === 0) return counts.itself;
    const all: SearchCounts[] = [counts];
    for (const group of groups) {
      let named = counts.groups.get(group);
      if (named === undefined) {
        if (counts.groups.size >= MAX_GROUPS) continue;
        named = newCounts();
        counts.groups.set(group, named);
      }
      all.push(named);
    }
    return all;
  }

  #of(shard: IndexShard): Counts {
    let counts = this.#counts.get(shard);
    if (counts === undefined) {
      const own = newCounts();
      counts = { ...own, openContexts: 0, groups: new Map(), itself: [own] };
      this.#counts.set(shard, counts);
    }
    return counts;
  }
}

function newCounts(): SearchCounts {
  const tally = (): Tally => ({ total: 0, timeMs: 0, current: 0 });
  return { query: tally(), fetch: tally(), scroll: tally(), pointInTime: tally(), suggest: tally() };
}
