import type { GraphSource } from './graphStore.ts';
import type { WarmupGraph } from './knnShard.ts';
import type { LoadedGraph, NativeMemoryCache } from './nativeMemoryCache.ts';

/** Graphs read from disk while the one before them is waited for: loads use as many threads of Node's pool. */
const AHEAD = 3;

interface WarmupNode {
  readonly cache: NativeMemoryCache;
  load(source: GraphSource): Promise<LoadedGraph>;
}

export interface WarmupOptions {
  /** Ends the warmup between two graphs. */
  readonly signal: AbortSignal | null;
  /** Called after each graph: `index` is its place, `error` null when it is in memory (or had no room). */
  readonly done: (index: number, error: unknown) => void;
}

/**
 * Brings graphs into the cache of their node, in order, as searches would: present ones count as hits, absent ones as
 * misses, and the order of eviction is that of the list. Only the reading from disk runs ahead. Throws the signal's
 * reason when it is aborted.
 */
export async function warmUp(
  node: WarmupNode,
  graphs: readonly WarmupGraph[],
  { signal, done }: WarmupOptions,
): Promise<void> {
  const ahead = new Map<number, Promise<LoadedGraph>>();
  const load = ({ source }: WarmupGraph): Promise<LoadedGraph> => node.load(source);
  try {
    for (let i = 0; i < graphs.length; i++) {
      signal?.throwIfAborted();
      for (let j = i; j < Math.min(i + 1 + AHEAD, graphs.length); j++) {
        if (ahead.has(j) || node.cache.has(graphs[j].key)) continue;
        const loading = load(graphs[j]);
        loading.catch(() => undefined);
        ahead.set(j, loading);
      }
      done(i, await bringIn(node.cache, graphs[i], () => take(ahead, i) ?? load(graphs[i])));
      // A query may have brought it in meanwhile.
      await discard(take(ahead, i));
    }
  } finally {
    await Promise.all([...ahead.values()].map(discard));
  }
}

async function bringIn(
  cache: NativeMemoryCache,
  graph: WarmupGraph,
  load: () => Promise<LoadedGraph>,
): Promise<unknown> {
  try {
    await cache.use(graph, load, () => undefined);
    return null;
  } catch (error) {
    return error;
  }
}

function take(ahead: Map<number, Promise<LoadedGraph>>, index: number): Promise<LoadedGraph> | undefined {
  const loading = ahead.get(index);
  ahead.delete(index);
  return loading;
}

async function discard(loading: Promise<LoadedGraph> | undefined): Promise<void> {
  await loading?.then(
    ({ graph }) => graph.close(),
    () => undefined,
  );
}
