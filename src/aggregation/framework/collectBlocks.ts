import type { Pacer, Steps } from '../../common/index.ts';
import type { DocSet } from '../../query/index.ts';
import { BLOCK_DOCS, type DocBlock, type LeafCollector, passOn } from './aggregator.ts';
import { docPieces } from './docPieces.ts';

const ROOT_OWNERS = new Uint32Array(BLOCK_DOCS);

/** Passes distinct, ascending documents of owner 0 to a collector, in blocks. */
export function* collectInSteps(
  collector: LeafCollector,
  docs: Uint32Array,
  scores: Float32Array | null,
  checkCancelled: () => void,
): Steps<void> {
  for (let from = 0; from < docs.length; from += BLOCK_DOCS) {
    checkCancelled();
    const to = from + BLOCK_DOCS;
    yield* passOn(collector, blockOf(docs.subarray(from, to), scores && scores.subarray(from, to)));
    yield;
  }
}

function blockOf(docs: Uint32Array, scores: Float32Array | null): DocBlock {
  return {
    docs,
    owners: ROOT_OWNERS,
    scores,
    count: docs.length,
    ownerBound: 1,
    contiguous: docs[docs.length - 1] - docs[0] === docs.length - 1,
  };
}

interface Turn {
  readonly pacer: Pacer;
  /** Called before each block and after each pause; throws to end the work. */
  readonly check: () => void;
}

/** Passes documents of owner 0 to a collector, in blocks, and lets others have their turns. */
export async function collectInTurns(
  collector: LeafCollector,
  docs: DocSet,
  scores: Float32Array | number | null,
  turn: Turn,
): Promise<void> {
  const same = typeof scores === 'number' ? new Float32Array(BLOCK_DOCS).fill(scores) : null;
  const each = typeof scores === 'number' ? null : scores;
  let from = 0;
  await inBlocks(docs, turn, (piece) => {
    const to = from + piece.length;
    const own = same?.subarray(0, piece.length) ?? each?.subarray(from, to) ?? null;
    from = to;
    return passOn(collector, blockOf(piece, own));
  });
}

/** Blocks begin short, for nobody knows how long a document takes. */
const FIRST_DOCS = 16;

/** Calls back for each block; after one with a step that took long, the next is shorter. */
async function inBlocks(
  docs: DocSet,
  { pacer, check }: Turn,
  collect: (piece: Uint32Array) => Steps<void>,
): Promise<void> {
  const next = docPieces(docs);
  let most = FIRST_DOCS;
  for (let piece = next(); piece !== null; piece = next()) {
    for (let from = 0; from < piece.length; ) {
      if (pacer.isOver()) await pacer.pause();
      check();
      const to = Math.min(piece.length, from + most);
      const steps = collect(piece.subarray(from, to));
      from = to;
      let isLate = false;
      while (!steps.next().done) {
        if (!pacer.isOver()) continue;
        isLate ||= pacer.isLate();
        await pacer.pause();
        check();
      }
      isLate ||= pacer.isLate();
      most = isLate ? Math.max(1, most >> 1) : Math.min(BLOCK_DOCS, 2 * most);
    }
  }
}
