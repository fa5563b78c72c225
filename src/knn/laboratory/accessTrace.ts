import type { EventRecord, RecordedEvent } from './eventLog.ts';
import { GraphNames, indexGroup } from './graphNames.ts';

/**
 * The accesses of one cache as numbers, to be replayed at any limit.
 *
 * Why a replay and no stack distances: one pass over an LRU stack answers for all limits only while a cache with more
 * room always holds what one with less holds. Graphs have weights, one that is heavier than the limit leaves by itself
 * and leaves the others alone, merges take graphs out of the middle, idle ones expire: at each limit the cache behaves
 * in its own way, so each limit is simulated. That is exact, and costs some 20 ns an access and limit.
 */
export interface AccessTrace {
  readonly kinds: Uint8Array;
  /** Number of the graph (or, for GONE, of the list in `groups`). */
  readonly targets: Int32Array;
  readonly weightsKb: Float64Array;
  readonly timesMs: Float64Array;
  /** Graphs that leave together. */
  readonly groups: readonly (readonly number[])[];
  readonly graphs: number;
  readonly expiryMs: number | null;
}

export interface ReplayCounts {
  hits: number;
  misses: number;
  evictions: number;
}

/** What a record is: an access, the end of a load, or what takes graphs out. */
export const KINDS = { HIT: 0, MISS: 1, LOAD: 2, FAILED: 3, GONE: 4, RESET: 5, IGNORED: 6 } as const;

const { HIT, MISS, LOAD, FAILED, GONE, RESET, IGNORED } = KINDS;

/** Reads the records of one node; expiry is as at the cache's last new start, `expiryMs` before the first of them. */
export function traceOf(records: readonly EventRecord[], expiryMs: number | null): AccessTrace {
  const trace = {
    kinds: new Uint8Array(records.length),
    targets: new Int32Array(records.length),
    weightsKb: new Float64Array(records.length),
    timesMs: new Float64Array(records.length),
    expiryMs,
  };
  const names = new GraphNames();
  for (let i = 0; i < records.length; i++) {
    const { event, timeMs } = records[i];
    trace.timesMs[i] = timeMs;
    trace.kinds[i] = kindOf(event.kind);
    if (event.kind === 'rebuild') trace.weightsKb[i] = event.limits.expiryMs ?? Number.POSITIVE_INFINITY;
    else if (event.kind === 'gone') trace.targets[i] = names.group(event.keyPrefix);
    else if (event.kind === 'cleared') trace.targets[i] = names.group(indexGroup(event.indexName));
    else if (event.kind !== 'breaker') {
      trace.targets[i] = names.graph(event.key, event.indexName);
      trace.weightsKb[i] = event.weightKb;
    }
  }
  return { ...trace, groups: names.groups, graphs: names.count };
}

/** Graphs of these weights, used one after the other in order, `rounds` times. */
export function cycleOf(weightsKb: readonly number[], rounds: number): AccessTrace {
  const all = Array.from({ length: rounds }, () => weightsKb).flat();
  return {
    kinds: new Uint8Array(all.length).fill(HIT),
    targets: Int32Array.from(all, (_, i) => i % weightsKb.length),
    weightsKb: Float64Array.from(all),
    timesMs: new Float64Array(all.length),
    groups: [],
    graphs: weightsKb.length,
    expiryMs: null,
  };
}

/** Whether a graph was asked for. */
export function isAccess(
  event: RecordedEvent,
): event is Extract<RecordedEvent, { kind: 'hit' | 'miss' | 'access' }> {
  return event.kind === 'hit' || event.kind === 'miss' || event.kind === 'access';
}

/** The last known weight of each graph, by key. */
export function weightsOf(records: readonly EventRecord[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { event } of records) {
    const isKnown = event.kind === 'hit' || event.kind === 'load' || event.kind === 'access';
    if (isKnown) weights.set(event.key, event.weightKb);
  }
  return weights;
}

function kindOf(kind: EventRecord['event']['kind']): number {
  switch (kind) {
    case 'hit':
    case 'access':
      return HIT;
    case 'miss':
      return MISS;
    case 'load':
      return LOAD;
    case 'load_failed':
      return FAILED;
    case 'gone':
    case 'cleared':
      return GONE;
    case 'rebuild':
      return RESET;
    default:
      return IGNORED;
  }
}

/** Accesses that came from elsewhere: all that is known is who, when and how heavy. */
export function accessesOf(
  accesses: readonly { readonly timeMs: number; readonly id: string; readonly weightKb: number }[],
): AccessTrace {
  const ids = new Map<string, number>();
  for (const { id } of accesses) if (!ids.has(id)) ids.set(id, ids.size);
  return {
    kinds: new Uint8Array(accesses.length).fill(HIT),
    targets: Int32Array.from(accesses, ({ id }) => ids.get(id) ?? 0),
    weightsKb: Float64Array.from(accesses, ({ weightKb }) => weightKb),
    timesMs: Float64Array.from(accesses, ({ timeMs }) => timeMs),
    groups: [],
    graphs: ids.size,
    expiryMs: null,
  };
}
