import type { VectorFieldInfo } from '../mapper/index.ts';
import { expectedLevelSum, type GraphShape } from './graph.ts';

/**
 * The size of the original's graph file, so that a memory limit admits the same graphs: caches weigh files of
 * the original's libraries, not ours. `levelSum` is the sum of the nodes' levels above the bottom.
 */
export function originalFileBytes(
  engine: VectorFieldInfo['engine'],
  shape: GraphShape,
  levelSum: number = expectedLevelSum(shape.count, shape.m),
): number {
  return engine === 'faiss' ? faissBytes(shape, levelSum) : nmslibBytes(shape, levelSum);
}

/** Weight in the cache in kilobytes, plus one so that the integer division rounds up. */
export function weightKb(fileBytes: number): number {
  return Math.floor(fileBytes / 1024) + 1;
}

const FOOTER_BYTES = 16;

/** SaveOptimizedIndex: header, n fixed-size blocks, n level counts, the links above the bottom. */
function nmslibBytes({ count, dimension, m }: GraphShape, levelSum: number): number {
  const header = 68;
  const block = 16 + 4 * dimension + 4 * (2 * m + 1);
  return header + count * (block + 4) + 4 * (m + 1) * levelSum + FOOTER_BYTES;
}

/** IndexIDMap around IndexHNSWFlat: three headers, the level tables, levels, offsets, links, vectors, ids. */
function faissBytes({ count, dimension, m }: GraphShape, levelSum: number): number {
  const indexHeader = 37;
  const levels = Math.floor(Math.log(1e9) / Math.log(m)) + 1;
  const levelTables = 8 + 8 * levels + 8 + 4 * (levels + 1);
  const hnsw = 8 + 4 * count + 8 + 8 * (count + 1) + 8 + 4 * (2 * m * count + m * levelSum) + 20;
  const flat = 8 + 4 * dimension * count;
  const ids = 8 + 8 * count;
  return 3 * indexHeader + levelTables + hnsw + flat + ids + FOOTER_BYTES;
}
