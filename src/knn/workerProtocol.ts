import type { GraphShape } from './graph.ts';

/** What the main thread asks of a graph worker; each request is answered before the next is sent, but for one batch ahead. */
export type WorkerRequest =
  | { readonly kind: 'start'; readonly space: string; readonly shape: Omit<GraphShape, 'space'> }
  /** Whole rows; the buffer is transferred, not copied. */
  | { readonly kind: 'vectors'; readonly rows: Float32Array }
  | { readonly kind: 'finish'; readonly path: string };

/** `huskBytes`: native memory that the thread holds between builds. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finished'; readonly huskBytes: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly huskBytes: number };
