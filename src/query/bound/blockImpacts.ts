import type { SegmentReader } from '../../segment/index.ts';
import { type Bm25Scorer, tabledScore } from './bm25.ts';

/** Documents of a block: the fewer, the more blocks are left out. */
export const BLOCK_DOCS = 16;
/** Blocks whose first postings are told from that of the first of them. */
const GROUP_BLOCKS = 16;

/**
 * The best postings of each block of documents: no posting of it scores more than one of the greatest frequency and the
 * least encoded length. Few pairs of these differ, so that a block holds the number of its pair: a byte.
 */
export interface BlockImpacts {
  /** 0: no posting. */
  readonly pairs: Uint8Array;
  readonly maxFreqs: Uint32Array;
  readonly minNorms: Uint8Array;
  /** The first posting of each group of blocks, and how many postings of its group come before a block. */
  readonly groups: Uint32Array;
  readonly before: Uint8Array;
}

/** The first posting that does not stand before a block. */
export function firstPosting({ groups, before }: BlockImpacts, block: number): number {
  return groups[Math.floor(block / GROUP_BLOCKS)] + before[block];
}

/** What a posting of each pair scores at most. */
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

/** Numbers the pairs of blocks; when there are too many, the last stands for all the others. */
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

const CACHE_KEY = 'query.impacts';
const MAX_TERMS = 64;

/** Impacts are kept with the segment, those of the terms that were new lately. */
export function cachedImpacts(
  reader: SegmentReader,
  term: string,
  collect: () => BlockImpacts,
): BlockImpacts {
  let cache = reader.cache.get(CACHE_KEY) as Map<string, BlockImpacts> | undefined;
  if (cache === undefined) {
    cache = new Map();
    reader.cache.set(CACHE_KEY, cache);
  }
  let impacts = cache.get(term);
  if (impacts === undefined) {
    impacts = collect();
    const oldest = cache.keys().next();
    if (cache.size >= MAX_TERMS && !oldest.done) cache.delete(oldest.value);
    cache.set(term, impacts);
  }
  return impacts;
}
