import { GONE, type MergedSource, type VectorValues } from '../segment/index.ts';
import { type GraphLabels, mostNodes, NO_VECTOR } from './graphFile.ts';

/** A graph file from which a build continues: its nodes are kept, and new ones are added. */
export interface GraphBase {
  readonly path: string;
  /** Number of nodes in the file. */
  readonly nodes: number;
  /** Nodes whose vectors no longer exist: still used for navigation, but not returned. */
  readonly deleted: Uint32Array;
  /** The vectors to add, ascending. */
  readonly added: Uint32Array;
}

/** The vectors of a source that are in the merged segment. */
export interface Survivors {
  readonly source: MergedSource;
  readonly vectors: VectorValues;
  /** The new number of each vector, or NO_VECTOR. */
  readonly numbers: Uint32Array;
  readonly count: number;
}

/** The surviving vectors of each source with vectors; sources with the most survivors first. */
export function survivorsOf(
  sources: readonly MergedSource[],
  field: string,
  merged: VectorValues,
): readonly Survivors[] {
  const numberOf = new Uint32Array((merged.docs.at(-1) ?? -1) + 1).fill(NO_VECTOR);
  for (let i = 0; i < merged.count; i++) numberOf[merged.docs[i]] = i;
  const survivors = sources.flatMap((source): Survivors[] => {
    const vectors = source.segment.vectors(field);
    if (vectors === null) return [];
    let count = 0;
    const numbers = vectors.docs.map((doc) => {
      const merged = source.docMap[doc];
      if (merged === GONE) return NO_VECTOR;
      count++;
      return numberOf[merged];
    });
    return [{ source, vectors, numbers, count }];
  });
  return survivors.sort((a, b) => b.count - a.count);
}

/** How to build a graph of `count` vectors from one with these survivors. */
export interface Continuation {
  readonly base: GraphBase;
  /** Labels of the finished graph. */
  readonly labels: GraphLabels | null;
}

/**
 * `null` if so many vectors are gone that the graph should be rebuilt. `labels`: those of the graph in the
 * file.
 */
export function continueFrom(
  path: string,
  labels: GraphLabels | null,
  { numbers, count: kept }: Survivors,
  count: number,
): Continuation | null {
  const nodes = labels?.length ?? numbers.length;
  if (nodes + count - kept > mostNodes(count)) return null;
  const all = new Uint32Array(nodes + count - kept);
  const hasNode = new Uint8Array(count);
  const deleted: number[] = [];
  for (let node = 0; node < nodes; node++) {
    const label = labels === null ? node : labels[node];
    all[node] = label === NO_VECTOR ? NO_VECTOR : numbers[label];
    if (all[node] !== NO_VECTOR) hasNode[all[node]] = 1;
    else if (label !== NO_VECTOR) deleted.push(node);
  }
  let next = nodes;
  for (let number = 0; number < count; number++) if (hasNode[number] === 0) all[next++] = number;
  const base = { path, nodes, deleted: Uint32Array.from(deleted), added: all.slice(nodes) };
  return { base, labels: all.every((label, node) => label === node) ? null : all };
}
