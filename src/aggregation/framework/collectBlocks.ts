import { BLOCK_DOCS, type LeafCollector } from './aggregator.ts';

const ROOT_OWNERS = new Uint32Array(BLOCK_DOCS);

/** Passes distinct, ascending documents of owner 0 to a collector, in blocks. */
export function collectBlocks(
  collector: LeafCollector,
  docs: Uint32Array,
  scores: Float32Array | null,
  checkCancelled: () => void,
): void {
  for (let from = 0; from < docs.length; from += BLOCK_DOCS) {
    checkCancelled();
    const to = from + BLOCK_DOCS;
    collectBlock(collector, docs.subarray(from, to), scores && scores.subarray(from, to));
  }
}

/** Like `collectBlocks`, for a non-empty single block. */
export function collectBlock(collector: LeafCollector, docs: Uint32Array, scores: Float32Array | null): void {
  collector.collect({
    docs,
    owners: ROOT_OWNERS,
    scores,
    count: docs.length,
    ownerBound: 1,
    contiguous: docs[docs.length - 1] - docs[0] === docs.length - 1,
  });
}
