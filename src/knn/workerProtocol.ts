import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';

/** Requests from the main thread to a worker about one of its graphs. Answered in order. */
export type WorkerRequest = { readonly graph: number } & (
  | {
      readonly kind: 'start';
      readonly space: string;
      readonly shape: Omit<GraphShape, 'space'>;
      readonly room: number;
      readonly base: GraphBase | null;
    }
  /** Complete rows; the buffer is transferred, not copied. */
  | { readonly kind: 'vectors'; readonly rows: Float32Array }
  | { readonly kind: 'resize'; readonly room: number }
  | { readonly kind: 'finish'; readonly path: string }
  | { readonly kind: 'abandon' }
);

/** `huskBytes`: native memory that the thread holds between builds. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finished'; readonly huskBytes: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly huskBytes: number };
