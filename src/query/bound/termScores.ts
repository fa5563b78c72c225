import type { SegmentReader } from '../../segment/index.ts';
import { lowerBound } from '../docSet.ts';
import { type Bm25Scorer, scoreTable, tabledScore } from './bm25.ts';

/** One term in one segment: its postings, and what each of them scores. */
export interface TermScores {
  readonly docs: Uint32Array;
  /** Parallel to `docs`; null: each is 1. */
  readonly freqs: Uint8Array | Uint32Array | null;
  /** By document; null: each length is 1. */
  readonly norms: Uint8Array | null;
  readonly scorer: Bm25Scorer;
  /** Of `scoreTable`. */
  readonly table: Float32Array;
  /** The best postings of each block of documents. */
  readonly impacts: () => BlockImpacts;
}

export function termScores(
  reader: SegmentReader,
  field: string,
  ord: number,
  scorer: Bm25Scorer,
): TermScores | null {
  const terms = reader.terms(field);
  if (terms === null) return null;
  const docs = terms.docs(ord);
  const freqs = terms.freqs(ord);
  const norms = reader.norms(field);
  const impacts = () =>
    cachedImpacts(reader, `${field}\u0000${ord}`, () => collectImpacts(docs, freqs, norms, reader.maxDoc));
  return { docs, freqs, norms, scorer, table: scoreTable(scorer, docs.length), impacts };
}

/** The score of the i-th posting. */
export function scoreOf({ docs, freqs, norms, scorer, table }: TermScores, i: number): number {
  return tabledScore(scorer, table, freqs === null ? 1 : freqs[i], norms === null ? 1 : norms[docs[i]]);
}

/** The scores of documents that all have the term. */
export function scoresOfSome(term: TermScores, docs: Uint32Array): Float32Array {
  const scores = new Float32Array(docs.length);
  if (docs.length === term.docs.length) {
    for (let i = 0; i < docs.length; i++) scores[i] = scoreOf(term, i);
    return scores;
  }
  let at = 0;
  for (let i = 0; i < docs.length; i++) {
    at = lowerBound(term.docs, docs[i], at);
    scores[i] = scoreOf(term, at);
  }
  return scores;
}

/** Documents of a block. */
export const BLOCK_DOCS = 64;

/** By block: no posting scores more than one of the greatest frequency and the least encoded length. */
interface BlockImpacts {
  /** 0: no posting. */
  readonly maxFreqs: Uint32Array;
  readonly minNorms: Uint8Array;
}

/** What a posting of each block scores at most. */
export function blockBounds({ scorer, table, impacts }: TermScores): Float32Array {
  const { maxFreqs, minNorms } = impacts();
  const bounds = new Float32Array(maxFreqs.length);
  for (let block = 0; block < bounds.length; block++) {
    if (maxFreqs[block] === 0) continue;
    bounds[block] = tabledScore(scorer, table, maxFreqs[block], minNorms[block]);
  }
  return bounds;
}

export function collectImpacts(
  docs: Uint32Array,
  freqs: Uint8Array | Uint32Array | null,
  norms: Uint8Array | null,
  maxDoc: number,
): BlockImpacts {
  const count = Math.ceil(maxDoc / BLOCK_DOCS);
  const impacts = { maxFreqs: new Uint32Array(count), minNorms: new Uint8Array(count).fill(255) };
  for (let i = 0; i < docs.length; i++) {
    const block = Math.floor(docs[i] / BLOCK_DOCS);
    const freq = freqs === null ? 1 : freqs[i];
    const norm = norms === null ? 1 : norms[docs[i]];
    if (freq > impacts.maxFreqs[block]) impacts.maxFreqs[block] = freq;
    if (norm < impacts.minNorms[block]) impacts.minNorms[block] = norm;
  }
  return impacts;
}

const CACHE_KEY = 'query.impacts';
const MAX_TERMS = 64;

/** Impacts are kept with the segment, those of the terms that were new lately. */
function cachedImpacts(reader: SegmentReader, term: string, collect: () => BlockImpacts): BlockImpacts {
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
