import type { AccessTrace } from '../accessTrace.ts';

/** No graph: the order has moved something and wants to be asked again. */
export const NONE = -1;

/**
 * What a policy knows about the graphs in memory, and in which order they leave. Graphs are numbers; the cache itself
 * knows which are present, what they weigh, and when they must leave for other reasons (merged away, idle, too heavy).
 */
export interface EvictionOrder {
  /** A graph that was missed has been loaded: whether room shall be made for it. */
  admits(graph: number, weightKb: number): boolean;
  /** There is room: whether it is kept. `at`: the position in the trace. */
  added(graph: number, weightKb: number, at: number): boolean;
  /** A hit. */
  used(graph: number, at: number): void;
  /** It has left, whatever the reason. */
  removed(graph: number): void;
  /** The graph to evict now, or NONE. Asked only while something is in memory. */
  next(): number;
}

/** A replay's order, for one trace and one limit. */
export type MakeOrder = (trace: AccessTrace, limitKb: number) => EvictionOrder;
