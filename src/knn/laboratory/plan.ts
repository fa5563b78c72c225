import type { VectorFieldInfo } from '../../mapper/index.ts';
import { originalFileBytes, weightKb } from '../graphSize.ts';
import { spaceOf } from '../spaceTypes.ts';
import { cycleOf } from './accessTrace.ts';
import { lruOrder } from './policies/queues.ts';
import { replayBy } from './replay.ts';

/** A graph that is there, or would be. */
export interface PlannedGraph {
  readonly field: string;
  readonly nodeId: string;
  readonly vectors: number;
  readonly weightKb: number;
}

export interface PlannedNode {
  readonly nodeId: string;
  readonly graphs: number;
  readonly kb: number;
}

/** What a limit costs on the node that has most. */
export interface PlannedLimit {
  readonly limitKb: number;
  readonly holdsAll: boolean;
  /** Graphs in memory after all were loaded in order, and evictions meanwhile. */
  readonly graphsAfterWarmup: number;
  readonly warmupEvictions: number;
  /** When every search uses every graph, in order: loads that each search after the first waits for. */
  readonly loadsPerSearch: number;
  readonly loadedKbPerSearch: number;
}

export interface Plan {
  readonly nodes: readonly PlannedNode[];
  /** The least limit under which no node ever evicts. */
  readonly limitThatHoldsKb: number;
  readonly limits: readonly PlannedLimit[];
}

/** Which graphs a field of an index would have, all shards and copies of them, on `nodeIds`. */
export interface GraphLayout {
  readonly field: string;
  readonly info: VectorFieldInfo;
  /** Documents with a vector, deleted ones that are not merged away included. */
  readonly vectors: number;
  readonly shards: number;
  readonly segmentsPerShard: number;
  readonly replicas: number;
  readonly nodeIds: readonly string[];
}

/** The weight of a graph by the original's formula, with as many links above the bottom as are to be expected. */
export function expectedWeightKb(info: VectorFieldInfo, vectors: number): number {
  const space = spaceOf(info);
  if (space === null || info.engine === 'lucene' || vectors === 0) return 0;
  const { dimension, m, efConstruction, engine } = info;
  return weightKb(originalFileBytes(engine, { space, dimension, m, efConstruction, count: vectors }));
}

/** Vectors are spread evenly; the copies of a shard go to nodes that follow each other; lucene keeps no graphs. */
export function graphsOf(layout: GraphLayout): readonly PlannedGraph[] {
  const { field, info, vectors, shards, segmentsPerShard, nodeIds } = layout;
  const parts = shards * segmentsPerShard;
  const copies = Math.min(layout.replicas + 1, nodeIds.length);
  const graphs: PlannedGraph[] = [];
  for (let part = 0; part < parts; part++) {
    const count = Math.floor(vectors / parts) + (part < vectors % parts ? 1 : 0);
    const kb = expectedWeightKb(info, count);
    if (kb === 0) continue;
    for (let copy = 0; copy < copies; copy++) {
      const nodeId = nodeIds[((part % shards) + copy) % nodeIds.length];
      graphs.push({ field, nodeId, vectors: count, weightKb: kb });
    }
  }
  return graphs;
}

export function planOf(graphs: readonly PlannedGraph[], limitsKb: readonly number[]): Plan {
  const byNode = new Map<string, number[]>();
  for (const graph of graphs) {
    const weights = byNode.get(graph.nodeId);
    if (weights) weights.push(graph.weightKb);
    else byNode.set(graph.nodeId, [graph.weightKb]);
  }
  const nodes = [...byNode].map(([nodeId, weights]) => ({
    nodeId,
    graphs: weights.length,
    kb: sum(weights),
  }));
  const fullest = nodes.reduce<PlannedNode | null>(
    (most, node) => (most && most.kb >= node.kb ? most : node),
    null,
  );
  const weights = fullest ? (byNode.get(fullest.nodeId) ?? []) : [];
  return {
    nodes,
    limitThatHoldsKb: fullest?.kb ?? 0,
    limits: limitsKb.map((limitKb) => costOf(weights, limitKb)),
  };
}

/**
 * One round fills the cache; every later one is like the second: in a cycle that does not fit, each graph leaves before
 * its turn comes again, and only graphs that are themselves too heavy do no harm to the others.
 */
function costOf(weights: readonly number[], limitKb: number): PlannedLimit {
  const warmup = replayBy(lruOrder, cycleOf(weights, 1), limitKb);
  const loadsPerSearch = replayBy(lruOrder, cycleOf(weights, 2), limitKb).misses - warmup.misses;
  const loaded = loadsPerSearch === weights.length ? weights : weights.filter((kb) => kb > limitKb);
  return {
    limitKb,
    holdsAll: sum(weights) <= limitKb,
    graphsAfterWarmup: weights.length - warmup.evictions,
    warmupEvictions: warmup.evictions,
    loadsPerSearch,
    loadedKbPerSearch: sum(loaded),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
