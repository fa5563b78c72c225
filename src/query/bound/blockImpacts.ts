import type { SegmentReader } from '../../segment/index.ts';
import { SegmentCache } from '../segmentCache.ts';
import { type Bm25Scorer, tabledScore } from './bm25.ts';

/** Documents per block: smaller blocks allow more of them to be skipped. */
export const BLOCK_DOCS = 16;
/** Number of blocks in a group: posting offsets are stored relative to the group's first block. */
const GROUP_BLOCKS = 16;

/**
 * An upper bound for each block of documents: the greatest frequency and the smallest encoded length of its
 * postings. Few distinct pairs occur, so a block stores the number of its pair in one byte.
 */
export interface BlockImpacts {
  /** 0 for a block without postings. */
  readonly pairs: Uint8Array;
  readonly maxFreqs: Uint32Array;
  readonly minNorms: Uint8Array;
  /** For each group the first posting; for each block the number of the group's postings before it. */
  readonly groups: Uint32Array;
  readonly before: Uint8Array;
}

/** The first posting in or after a block. */
export function firstPosting({ groups, before }: BlockImpacts, block: number): number {
  return groups[Math.floor(block / GROUP_BLOCKS)] + before[block];
}

/** The maximum score for each pair. */
export function pairBounds(
  { maxFreqs, minNorms }: BlockImpacts,
  scorer: Bm25Scorer,
  table: Float32Array,
): Float64Array {
  const bounds = new Float64Array(maxFreqs.length);
  for (let pair = 1; pair < bounds.length; pair++) {
    bounds[pair] = tabledScore(scorer, table, maxFreqs[pair], minNorms[pair]);
  }
  return bounds;
}

/** Numbers the pairs of blocks; if there are too many, the last one covers all others. */
class ImpactPairs {
  readonly maxFreqs = [0];
  readonly minNorms = [255];
  readonly #numbers = new Map<number, number>();

  numberOf(freq: number, norm: number): number {
    const key = freq * 256 + norm;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const next = Math.min(this.maxFreqs.length, 255);
    this.#numbers.set(key, next);
    this.maxFreqs[next] = Math.max(freq, this.maxFreqs[next] ?? 0);
    this.minNorms[next] = Math.min(norm, this.minNorms[next] ?? 255);
    return next;
  }
}

export function collectImpacts(
  docs: Uint32Array,
  freqs: Uint8Array | Uint32Array | null,
  norms: Uint8Array | null,
  maxDoc: number,
): BlockImpacts {
  const count = Math.ceil(maxDoc / BLOCK_DOCS);
  const pairs = new Uint8Array(count);
  const groups = new Uint32Array(Math.ceil(count / GROUP_BLOCKS));
  const before = new Uint8Array(count);
  const known = new ImpactPairs();
  for (let block = 0, i = 0; block < count; block++) {
    const group = Math.floor(block / GROUP_BLOCKS);
    if (block % GROUP_BLOCKS === 0) groups[group] = i;
    before[block] = i - groups[group];
    const end = (block + 1) * BLOCK_DOCS;
    let maxFreq = 0;
    let minNorm = 255;
    for (; i < docs.length && docs[i] < end; i++) {
      maxFreq = Math.max(maxFreq, freqs === null ? 1 : freqs[i]);
      minNorm = Math.min(minNorm, norms === null ? 1 : norms[docs[i]]);
    }
    if (maxFreq > 0) pairs[block] = known.numberOf(maxFreq, minNorm);
  }
  const { maxFreqs, minNorms } = known;
  return { pairs, maxFreqs: Uint32Array.from(maxFreqs), minNorms: Uint8Array.from(minNorms), groups, before };
}

const cache = new SegmentCache<BlockImpacts>('query.impacts');

/** Cached with the segment. */
export function cachedImpacts(
  reader: SegmentReader,
  term: string,
  collect: () => BlockImpacts,
): BlockImpacts {
  const known = cache.get(reader, term);
  if (known !== null) return known;
  const impacts = collect();
  cache.put(reader, term, impacts);
  return impacts;
}
