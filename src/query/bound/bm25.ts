import type { TermsReader } from '../../segment/index.ts';
import type { LeafContext } from '../types.ts';
import { lengthOf } from './fieldLengths.ts';
import { modelScore } from './similarity.ts';
import type { Bm25Parameters, FieldStatistics, ScoringNumbers, TermCounts } from './similarityTypes.ts';

/**
 * BM25, exact to the last float: every step rounds where Lucene's float arithmetic does. Statistics are the
 * shard's and include deleted documents that are not merged away yet.
 */

const f32 = Math.fround;

export function fieldStatistics(leaves: readonly LeafContext[], field: string): FieldStatistics {
  let docCount = 0;
  let sumTotalTermFreq = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    if (terms === null) continue;
    docCount += terms.docCount;
    sumTotalTermFreq += terms.sumTotalTermFreq;
  }
  return { docCount, sumTotalTermFreq };
}

/** The number of documents in the shard with the term. */
export function documentFrequency(leaves: readonly LeafContext[], field: string, term: string): number {
  let count = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    const ord = terms === null ? -1 : terms.lookup(term);
    if (ord >= 0) count += (terms as TermsReader).docFreq(ord);
  }
  return count;
}

/** float32(ln(1 + (N − n + 0.5) / (n + 0.5))), computed in double. */
export function inverseDocumentFrequency(docCount: number, docFreq: number): number {
  return f32(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

export interface Bm25Scorer {
  readonly weight: number;
  /** 1 / (k1 × ((1 − b) + b × length / avgdl)) for each of the 256 encoded lengths. */
  readonly normInverse: Float32Array;
  /** Another similarity's score function, used instead of BM25. */
  readonly other: ((frequency: number, norm: number) => number) | null;
}

const NO_NORMS = new Float32Array(256);
const DEFAULTS = { k1: 1.2, b: 0.75 };

/** k1 + 1 is folded into the boost. */
export function bm25Scorer(
  statistics: FieldStatistics,
  idf: number,
  boost: number,
  { k1, b, plain = false }: Bm25Parameters = DEFAULTS,
): Bm25Scorer {
  const average = f32(statistics.sumTotalTermFreq / statistics.docCount);
  return {
    weight: f32(f32(f32(boost) * (plain ? 1 : f32(f32(k1) + 1))) * idf),
    normInverse: normInverseTable(average, f32(k1), f32(b)),
    other: null,
  };
}

/** The sum of the terms' idf. */
export function sumOfIdf({ docCount }: FieldStatistics, terms: readonly TermCounts[]): number {
  return f32(terms.reduce((sum, { docFreq }) => sum + inverseDocumentFrequency(docCount, docFreq), 0));
}

/** A scorer for terms of a field that count as one: a single term, or the words of a phrase. */
export function termScorer({ similarity, statistics, terms }: ScoringNumbers, boost: number): Bm25Scorer {
  switch (similarity.kind) {
    case 'bm25':
      return bm25Scorer(statistics, sumOfIdf(statistics, terms), boost, similarity);
    case 'boolean':
      return { weight: 0, normInverse: NO_NORMS, other: () => f32(boost) };
    case 'model': {
      const models = terms.map((term) => similarity.of(statistics, term));
      return { weight: 0, normInverse: NO_NORMS, other: modelScore(models, f32(boost)) };
    }
  }
}

/** The statistics of a term in the shard. */
export function termCounts(leaves: readonly LeafContext[], field: string, term: string): TermCounts {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    const ord = terms === null ? -1 : terms.lookup(term);
    if (terms === null || ord < 0) continue;
    docFreq += terms.docFreq(ord);
    totalTermFreq += terms.totalTermFreq(ord);
  }
  return { docFreq, totalTermFreq };
}

function normInverseTable(averageLength: number, k1: number, b: number): Float32Array {
  const table = new Float32Array(256);
  const base = f32(1 - b);
  for (let byte = 0; byte < 256; byte++) {
    const relative = f32(f32(b * lengthOf(byte)) / averageLength);
    table[byte] = f32(1 / f32(k1 * f32(base + relative)));
  }
  return table;
}

export function bm25Score(scorer: Bm25Scorer, freq: number, norm: number): number {
  const { weight, other } = scorer;
  if (other !== null) return other(freq, norm);
  return f32(weight - f32(weight / f32(1 + f32(f32(freq) * scorer.normInverse[norm]))));
}

/**
 * Scores of a term's postings, parallel to `docs`. If `freqs` is null, all are 1; if `norms` is null, all
 * lengths are 1.
 */
export function scorePostings(
  scorer: Bm25Scorer,
  docs: Uint32Array,
  freqs: Uint8Array | Uint32Array | null,
  norms: Uint8Array | null,
): Float32Array {
  const scores = new Float32Array(docs.length);
  const table = scoreTable(scorer, docs.length);
  for (let i = 0; i < docs.length; i++) {
    scores[i] = tabledScore(
      scorer,
      table,
      freqs === null ? 1 : freqs[i],
      norms === null ? 1 : norms[docs[i]],
    );
  }
  return scores;
}

/** From this number of postings on, a score table for small frequencies is worth building. */
const TABLE_PAYS = 4096;
const TABLE_FREQS = 8;
const NO_TABLE = new Float32Array(0);

/** Each scorer shares one table across all segments. */
const tables = new WeakMap<Bm25Scorer, Float32Array>();

/** Scores indexed by (small) frequency × 256 + encoded length; empty if there are too few postings. */
export function scoreTable(scorer: Bm25Scorer, postings: number): Float32Array {
  if (postings < TABLE_PAYS) return NO_TABLE;
  let table = tables.get(scorer);
  if (table === undefined) {
    table = new Float32Array(TABLE_FREQS << 8);
    for (let i = 0; i < table.length; i++) table[i] = bm25Score(scorer, i >> 8, i & 255);
    tables.set(scorer, table);
  }
  return table;
}

/** Like `bm25Score`, using the scorer's table where possible. */
export function tabledScore(scorer: Bm25Scorer, table: Float32Array, freq: number, norm: number): number {
  return freq < TABLE_FREQS && table.length > 0 ? table[(freq << 8) | norm] : bm25Score(scorer, freq, norm);
}
