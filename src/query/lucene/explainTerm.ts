import { javaFloat } from '../../common/index.ts';
import { byte4ToInt } from '../../segment/index.ts';
import { indexOfDoc } from '../docSet.ts';
import type { Explanation, LeafContext } from '../types.ts';
import {
  type Bm25Scorer,
  bm25Score,
  bm25Scorer,
  type FieldStatistics,
  inverseDocumentFrequency,
} from './bm25.ts';
import { explanation, noMatch, wholeNumber } from './explain.ts';

const f32 = Math.fround;

/** Lengths up to this byte are kept exactly. */
const LAST_EXACT_LENGTH = 39;

/** What is scored by BM25: a term, a phrase, spans. */
export interface Bm25Parts {
  /** As Lucene prints it. */
  readonly text: string;
  readonly field: string;
  /** The document frequencies of the terms, whose idf is added. */
  readonly docFreqs: readonly number[];
  readonly statistics: FieldStatistics;
  readonly boost: number;
}

/** How often a term stands in a document; 0: it does not. */
export function frequencyIn({ reader }: LeafContext, field: string, term: string, doc: number): number {
  const terms = reader.terms(field);
  const ord = terms?.lookup(term) ?? -1;
  const at = terms === null || ord < 0 ? -1 : indexOfDoc(terms.docs(ord), doc);
  return terms === null || at < 0 ? 0 : (terms.freqs(ord)?.[at] ?? 1);
}

/** The sum of the terms' idf; those that the shard lacks count nothing. */
export function sumOfIdf(statistics: FieldStatistics, docFreqs: readonly number[]): number {
  const known = docFreqs.filter((docFreq) => docFreq > 0);
  return f32(known.reduce((sum, docFreq) => sum + inverseDocumentFrequency(statistics.docCount, docFreq), 0));
}

/** BM25 of one document, part by part. `how`: what the frequency is called. */
export function explainBm25(
  leaf: LeafContext,
  doc: number,
  parts: Bm25Parts,
  freq: number,
  how = 'freq, occurrences of term within document',
): Explanation {
  if (freq === 0) return noMatch('no matching term');
  const { statistics, boost, text } = parts;
  const scorer = bm25Scorer(statistics, sumOfIdf(statistics, parts.docFreqs), boost);
  const norm = leaf.reader.norms(parts.field)?.[doc] ?? 1;
  const score = bm25Score(scorer, freq, norm);
  const factor = f32(f32(2.2) * f32(boost));
  const details = [
    ...(factor === 1 ? [] : [explanation(factor, 'boost')]),
    explainIdf(statistics, parts.docFreqs),
    explainFrequency(scorer, statistics, norm, freq, how),
  ];
  const inner = explanation(
    score,
    `score(freq=${javaFloat(freq)}), computed as boost * idf * tf from:`,
    details,
  );
  return explanation(score, `weight(${text} in ${doc}) [PerFieldSimilarity], result of:`, [inner]);
}

function explainIdf(statistics: FieldStatistics, docFreqs: readonly number[]): Explanation {
  const each = docFreqs
    .filter((docFreq) => docFreq > 0)
    .map((docFreq) =>
      explanation(
        inverseDocumentFrequency(statistics.docCount, docFreq),
        'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:',
        [
          wholeNumber(docFreq, 'n, number of documents containing term'),
          wholeNumber(statistics.docCount, 'N, total number of documents with field'),
        ],
      ),
    );
  return docFreqs.length === 1 ? each[0] : explanation(sumOfIdf(statistics, docFreqs), 'idf, sum of:', each);
}

function explainFrequency(
  scorer: Bm25Scorer,
  statistics: FieldStatistics,
  norm: number,
  freq: number,
  how: string,
): Explanation {
  const tf = f32(1 - f32(1 / f32(1 + f32(f32(freq) * scorer.normInverse[norm]))));
  const exact = norm <= LAST_EXACT_LENGTH;
  return explanation(tf, 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
    explanation(freq, how),
    explanation(f32(1.2), 'k1, term saturation parameter'),
    explanation(f32(0.75), 'b, length normalization parameter'),
    explanation(byte4ToInt(norm), exact ? 'dl, length of field' : 'dl, length of field (approximate)'),
    explanation(f32(statistics.sumTotalTermFreq / statistics.docCount), 'avgdl, average length of field'),
  ]);
}
