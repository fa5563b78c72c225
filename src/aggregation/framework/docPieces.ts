import { writeBits } from '../../common/index.ts';
import { allDocs, countDocs, type DocSet, docArray, subtract } from '../../query/index.ts';
import { BLOCK_DOCS } from './aggregator.ts';

/**
 * Returns the documents of a set in ascending order, one block at a time; `null` at the end. A block is valid
 * until the next call.
 */
export type NextPiece = () => Uint32Array | null;

/** Never converts a whole bitset to an array, so that the working set stays in the processor's caches. */
export function docPieces(docs: DocSet): NextPiece {
  return docs.kind === 'bits' ? piecesOfBits(docs.bits.words) : piecesOfArray(docArray(docs));
}

/** The documents of a segment that are not in the set; `null` unless they are less than `share` of all. */
export function fewOthers(docs: DocSet, maxDoc: number, share: number): DocSet | null {
  return maxDoc - countDocs(docs) < maxDoc * share ? subtract(allDocs(maxDoc), docs) : null;
}

function piecesOfArray(docs: Uint32Array): NextPiece {
  let from = 0;
  return () => {
    if (from >= docs.length) return null;
    const piece = docs.subarray(from, from + BLOCK_DOCS);
    from += BLOCK_DOCS;
    return piece;
  };
}

const BITS_OF_A_WORD = 32;

function piecesOfBits(words: Uint32Array): NextPiece {
  const out = new Uint32Array(BLOCK_DOCS + BITS_OF_A_WORD);
  let word = 0;
  return () => {
    let count = 0;
    for (; word < words.length && count <= BLOCK_DOCS - BITS_OF_A_WORD; word++) {
      if (words[word] !== 0) count = writeBits(words[word], word, out, count);
    }
    return count === 0 ? null : out.subarray(0, count);
  };
}
