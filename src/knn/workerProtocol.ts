import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';

/** What the main thread asks of a graph worker about one of its graphs. Requests are answered in order. */
export type WorkerRequest = { readonly graph: number } & (
  | {
      readonly kind: 'start';
      readonly space: string;
      readonly shape: Omit<GraphShape, 'space'>;
      readonly room: number;
      readonly base: GraphBase | null;
    }
  /** Whole rows; the buffer is transferred, not copied. */
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
