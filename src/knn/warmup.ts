import type { StopSignal } from '../common/index.ts';
import type { GraphSource } from './graphStore.ts';
import type { WarmupGraph } from './knnShard.ts';
import type { LoadedGraph, NativeMemoryCache } from './nativeMemoryCache.ts';
import type { GraphOwner } from './ownerToken.ts';

interface WarmupNode {
  readonly cache: NativeMemoryCache;
  load(source: GraphSource, owner: GraphOwner): Promise<LoadedGraph>;
}

export interface WarmupOptions {
  /** Aborts the warmup between two graphs. */
  readonly signal: StopSignal | null;
  /**
   * Called after each graph: `index` is its position, `error` is null if it is in memory (or there was no
   * room).
   */
  readonly done: (index: number, error: unknown) => void;
}

/**
 * Loads graphs into their node's cache one by one, as searches do: present ones count as hits, absent ones as
 * misses, and a load in progress is shared. Throws the signal's reason when aborted.
 */
export async function warmUp(
  node: WarmupNode,
  graphs: readonly WarmupGraph[],
  { signal, done }: WarmupOptions,
): Promise<void> {
  for (const [i, graph] of graphs.entries()) {
    if (signal?.aborted === true) throw signal.reason;
    done(i, await bringIn(node, graph));
  }
}

/** Resolves to the error of the load; `null` if there was none. */
async function bringIn(node: WarmupNode, graph: WarmupGraph): Promise<unknown> {
  const { source, owner } = graph;
  try {
    await node.cache.use(
      graph,
      () => node.load(source, owner),
      () => undefined,
    );
    return null;
  } catch (error) {
    return error;
  }
}
