/** Why a graph left a cache. */
export type EvictionReason =
  /** For lack of room; counted, and trips the breaker. */
  | 'size'
  /** Idle for too long; counted, at the next use of the cache. */
  | 'expiry'
  /** A setting was changed and the cache starts anew. */
  | 'limit_change'
  /** Its segment was merged away. */
  | 'segment_gone'
  /** Its index was deleted, or its copy left the node. */
  | 'index_deleted'
  /** Taken out by hand: `POST /_rockpool/knn/clear`. */
  | 'api'
  | 'node_stopped';

/** Which graph: one vector field of one segment of one shard copy. */
export interface GraphName {
  readonly index: string;
  readonly shard: number;
  readonly segment: string;
  readonly field: string;
}

interface EventBase {
  /** Grows by one with each event of the process, from 1. */
  readonly seq: number;
  /** Wall time of the node's clock, which may have been moved by hand. */
  readonly timeMs: number;
  readonly nodeId: string;
}

/** What happened in the graph cache of a node, in the order in which it happened. */
export type LaboratoryEvent =
  | (EventBase & { readonly type: 'hit'; readonly graph: GraphName; readonly weightKb: number })
  | (EventBase & { readonly type: 'access'; readonly graph: GraphName; readonly weightKb: number })
  | (EventBase & { readonly type: 'miss'; readonly graph: GraphName })
  | (EventBase & {
      readonly type: 'load';
      readonly graph: GraphName;
      readonly weightKb: number;
      readonly loadNanos: bigint;
    })
  | (EventBase & { readonly type: 'load_failed'; readonly graph: GraphName })
  | (EventBase & {
      readonly type: 'evict';
      readonly graph: GraphName;
      readonly weightKb: number;
      readonly reason: EvictionReason;
    })
  /** The cache starts anew, empty; its counters, too. */
  | (EventBase & {
      readonly type: 'rebuild';
      /** null: no limit. */
      readonly limitKb: number | null;
      readonly expiryMs: number | null;
    })
  | (EventBase & { readonly type: 'breaker_on' | 'breaker_off' });

export interface EventPage {
  readonly events: readonly LaboratoryEvent[];
  /** Pass it as `since` to read on. */
  readonly next: number;
  /** The oldest event that is still kept; 0 when there is none. */
  readonly first: number;
}

export interface CurveRequest {
  /** Limits to answer for, KB; null: twenty, from the heaviest graph up to the weight of all that were used. */
  readonly limitsKb: readonly number[] | null;
  /** Caches to add up; null: those of all nodes. */
  readonly nodeIds: ReadonlySet<string> | null;
  /** Accesses from this event on, beginning with an empty cache; null: since the caches last started anew. */
  readonly since: number | null;
}

export interface CurvePoint {
  readonly limitKb: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  /** misses / accesses; 0 without accesses. */
  readonly missRatio: number;
}

export interface MissRatioCurve {
  /** Every access is replayed at every limit; nothing is estimated. */
  readonly method: 'simulation';
  readonly accesses: number;
  /** Different graphs that were used, and their weight together. */
  readonly graphs: number;
  readonly graphsKb: number;
  /** False when older accesses have left the event log: the replay begins with an empty cache. */
  readonly complete: boolean;
  /** What the caches really did in this time. */
  readonly measured: { readonly hits: number; readonly misses: number; readonly evictions: number };
  readonly points: readonly CurvePoint[];
}

/** Which graph leaves for lack of room; `bound` is no policy, but what none can beat. */
export type PolicyName = 'lru' | 'fifo' | 'lfu' | 'gdsf' | 's3fifo' | 'belady' | 'bound';

export interface PolicyCurve {
  readonly policy: PolicyName;
  readonly points: readonly CurvePoint[];
}

/** The curves of a trace that came from elsewhere. */
export interface TraceCurve extends Pick<MissRatioCurve, 'accesses' | 'graphs' | 'graphsKb' | 'points'> {
  readonly curves: readonly PolicyCurve[];
}

export interface LoadSimulation {
  /** Bandwidth that the loads of a node share, bytes of the graph's weight a second; null: as fast as it goes. */
  readonly bytesPerSecond: number | null;
  /** Added to every load. */
  readonly latencyMs: number;
}
