/** Answers of the laboratory, as the console reads them. */

export interface CacheNode {
  readonly id: string;
  readonly name: string;
  /** null: no limit. */
  readonly limit_kb: number | null;
  readonly used_kb: number;
  readonly capacity_reached: boolean;
}

export interface GraphInfo {
  readonly index: string;
  readonly shard: number;
  readonly primary: boolean;
  readonly node: string;
  readonly segment: string;
  readonly field: string;
  readonly engine: string;
  readonly vectors: number;
  readonly dimension: number;
  readonly kb: number;
  /** `unknown`: a real cluster says how many graphs of an index are in memory, not which. */
  readonly state: 'in_memory' | 'loading' | 'on_disk' | 'unknown';
}

export interface Graphs {
  /** Absent: the caches of this server. */
  readonly source?: 'cluster';
  readonly nodes: readonly CacheNode[];
  readonly graphs: readonly GraphInfo[];
}

export interface CacheEvent {
  readonly seq: number;
  /** Milliseconds since 1970, of the server's clock. */
  readonly time: number;
  readonly node?: string;
  readonly type: EventType;
  readonly index?: string;
  readonly shard?: number;
  readonly segment?: string;
  readonly field?: string;
  readonly kb?: number;
  readonly load_ns?: number;
  readonly reason?: string;
  readonly limit_kb?: number | null;
}

export const EVENT_TYPES = [
  'hit',
  'access',
  'miss',
  'load',
  'load_failed',
  'evict',
  'rebuild',
  'breaker_on',
  'breaker_off',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface CurvePoint {
  readonly limit_kb: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly miss_ratio: number;
}

export type PolicyName = 'lru' | 'fifo' | 'lfu' | 'gdsf' | 's3fifo' | 'belady' | 'bound';

export interface Curve {
  readonly accesses: number;
  readonly graphs: number;
  readonly graphs_kb: number;
  /** Absent, like `measured`, in the curve of a trace that came from elsewhere. */
  readonly complete?: boolean;
  readonly measured?: { readonly hits: number; readonly misses: number; readonly evictions: number };
  /** Of LRU, the policy of the real cache. */
  readonly points: readonly CurvePoint[];
  /** Of the others that were asked for. */
  readonly policies?: readonly { readonly policy: PolicyName; readonly points: readonly CurvePoint[] }[];
}

/** Counters of one node, and the flag of the cluster. */
export interface NodeStats {
  readonly hit_count: number;
  readonly miss_count: number;
  readonly eviction_count: number;
  readonly load_success_count: number;
  readonly load_exception_count: number;
  /** Nanoseconds. */
  readonly total_load_time: number;
  readonly graph_memory_usage: number;
}

export interface KnnStats {
  readonly circuit_breaker_triggered: boolean;
  readonly nodes: Readonly<Record<string, NodeStats>>;
}
