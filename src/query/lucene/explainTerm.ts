import { byte4ToInt } from '../../segment/index.ts';
import { indexOfDoc } from '../docSet.ts';
import type { Explanation, LeafContext } from '../types.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { count, explanation } from './explain.ts';
import type { FieldStatistics } from './similarityTypes.ts';

const f32 = Math.fround;

/** Lengths up to this byte are kept exactly. */
const LAST_EXACT_LENGTH = 39;

export interface ExplainedTerm {
  readonly field: string;
  readonly term: string;
  readonly docFreq: number;
  readonly shard: FieldStatistics;
  readonly score: number;
  readonly boost: number;
}

/** BM25 of one term in one document, part by part; null when the document lacks the term. */
export function explainTerm(
  leaf: LeafContext,
  doc: number,
  { field, term, docFreq, shard, score, boost }: ExplainedTerm,
): Explanation | null {
  const terms = leaf.reader.terms(field);
  const ord = terms?.lookup(term) ?? -1;
  const at = terms === null || ord < 0 ? -1 : indexOfDoc(terms.docs(ord), doc);
  if (terms === null || at < 0) return null;
  const freq = terms.freqs(ord)?.[at] ?? 1;
  const idf = inverseDocumentFrequency(shard.docCount, docFreq);
  const parts = [
    explanation(f32(2.2 * boost), 'boost'),
    explanation(idf, 'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:', [
      count(docFreq, 'n, number of documents containing term'),
      count(shard.docCount, 'N, total number of documents with field'),
    ]),
    explainFrequency(leaf, field, doc, freq, shard),
  ];
  const how = `score(freq=${freq}.0), computed as boost * idf * tf from:`;
  const inner = explanation(score, how, parts);
  return explanation(score, `weight(${field}:${term} in ${doc}) [PerFieldSimilarity], result of:`, [inner]);
}

function explainFrequency(
  leaf: LeafContext,
  field: string,
  doc: number,
  freq: number,
  shard: FieldStatistics,
): Explanation {
  const k1 = f32(1.2);
  const norms = leaf.reader.norms(field);
  const occurrences = explanation(freq, 'freq, occurrences of term within document');
  const saturation = explanation(k1, 'k1, term saturation parameter');
  if (norms === null) {
    return explanation(f32(freq / (freq + k1)), 'tf, computed as freq / (freq + k1) from:', [
      occurrences,
      saturation,
    ]);
  }
  const b = f32(0.75);
  const length = byte4ToInt(norms[doc]);
  const average = f32(shard.sumTotalTermFreq / shard.docCount);
  const tf = f32(freq / (freq + k1 * (1 - b + (b * length) / average)));
  const exact = norms[doc] <= LAST_EXACT_LENGTH;
  return explanation(tf, 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
    occurrences,
    saturation,
    explanation(b, 'b, length normalization parameter'),
    explanation(length, exact ? 'dl, length of field' : 'dl, length of field (approximate)'),
    explanation(average, 'avgdl, average length of field'),
  ]);
}
