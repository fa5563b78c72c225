import { BLOCK_DOCS, type LeafCollector } from './aggregator.ts';

const ROOT_OWNERS = new Uint32Array(BLOCK_DOCS);

/** Hands documents (ascending, each once) of owner 0 to a collector, block by block. */
export function collectBlocks(
  collector: LeafCollector,
  docs: Uint32Array,
  scores: Float32Array | null,
  checkCancelled: () => void,
): void {
  for (let from = 0; from < docs.length; from += BLOCK_DOCS) {
    checkCancelled();
    const to = Math.min(docs.length, from + BLOCK_DOCS);
    collector.collect({
      docs: docs.subarray(from, to),
      owners: ROOT_OWNERS,
      scores: scores && scores.subarray(from, to),
      count: to - from,
      ownerBound: 1,
      contiguous: docs[to - 1] - docs[from] === to - from - 1,
    });
  }
}
