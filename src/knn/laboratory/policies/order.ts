import type { AccessTrace } from '../accessTrace.ts';

/** No graph. As an answer of `next`: ask again, the order only moved something. */
export const NONE = -1;

/**
 * A policy's order of eviction. Graphs are numbers; the cache itself knows which are present, their weights, and when
 * they are removed for other reasons (merged away, idle, too heavy).
 */
export interface EvictionOrder {
  /** Whether to make room for a graph that was loaded after a miss. */
  admits(graph: number, weightKb: number): boolean;
  /** Whether to keep it, now that there is room. `at`: the position in the trace. */
  added(graph: number, weightKb: number, at: number): boolean;
  /** A hit. */
  used(graph: number, at: number): void;
  /** It was removed for any reason. */
  removed(graph: number): void;
  /** The graph to evict now, or NONE. Asked only while something is in memory. */
  next(): number;
}

/** A replay's order, for one trace and one limit. */
export type MakeOrder = (trace: AccessTrace, limitKb: number) => EvictionOrder;
