import { javaFloat } from '../../common/index.ts';
import { indexOfDoc } from '../docSet.ts';
import type { Explanation, LeafContext } from '../types.ts';
import { bm25Score, inverseDocumentFrequency, sumOfIdf, termScorer } from './bm25.ts';
import { explanation, noMatch, wholeNumber } from './explain.ts';
import { lengthOf } from './fieldLengths.ts';
import type { Bm25Parameters, FieldStatistics, ScoringNumbers, TermCounts } from './similarityTypes.ts';

const f32 = Math.fround;

/** Lengths up to this byte are kept exactly. */
const LAST_EXACT_LENGTH = 39;

/** What is scored by the field's similarity: a term, a phrase, spans. */
export interface ScoredTerms {
  /** As Lucene prints it. */
  readonly text: string;
  readonly field: string;
  readonly numbers: ScoringNumbers;
  readonly boost: number;
}

/** How often a term stands in a document; 0: it does not. */
export function frequencyIn({ reader }: LeafContext, field: string, term: string, doc: number): number {
  const terms = reader.terms(field);
  const ord = terms?.lookup(term) ?? -1;
  const at = terms === null || ord < 0 ? -1 : indexOfDoc(terms.docs(ord), doc);
  return terms === null || at < 0 ? 0 : (terms.freqs(ord)?.[at] ?? 1);
}

/** The score of one document, part by part. `how`: what the frequency is called. */
export function explainTerms(
  leaf: LeafContext,
  doc: number,
  scored: ScoredTerms,
  freq: number,
  how = 'freq, occurrences of term within document',
): Explanation {
  if (freq === 0) return noMatch('no matching term');
  const { text, field } = scored;
  const norm = leaf.reader.norms(field)?.[doc] ?? 1;
  const inner = explainSimilarity(scored, freq, norm, how);
  return explanation(inner.value, `weight(${text} in ${doc}) [PerFieldSimilarity], result of:`, [inner]);
}

function explainSimilarity(
  { numbers, boost }: ScoredTerms,
  freq: number,
  norm: number,
  how: string,
): Explanation {
  const { similarity, terms } = numbers;
  const scoreOf = (own: ScoringNumbers): number => bm25Score(termScorer(own, boost), freq, norm);
  switch (similarity.kind) {
    case 'bm25':
      return explainBm25(numbers, similarity, boost, freq, norm, how);
    case 'boolean':
      return explanation(f32(boost), 'score(BooleanWeight), computed from:', [
        explanation(f32(boost), 'boost, query boost'),
      ]);
    case 'model': {
      const text = `score(${similarity.name}, freq=${javaFloat(freq)}), computed from:`;
      const parts = boost === 1 ? [] : [explanation(f32(boost), 'boost, query boost')];
      const each = terms.map((term) => explanation(scoreOf({ ...numbers, terms: [term] }), text, parts));
      return each.length === 1 ? each[0] : explanation(scoreOf(numbers), 'sum of:', each);
    }
  }
}

function explainBm25(
  numbers: ScoringNumbers,
  { k1, b }: Bm25Parameters,
  boost: number,
  freq: number,
  norm: number,
  how: string,
): Explanation {
  const { statistics, terms } = numbers;
  const scorer = termScorer(numbers, boost);
  const factor = f32(f32(f32(k1) + 1) * f32(boost));
  const tf = f32(1 - f32(1 / f32(1 + f32(f32(freq) * scorer.normInverse[norm]))));
  const exact = norm <= LAST_EXACT_LENGTH;
  const text = `score(freq=${javaFloat(freq)}), computed as boost * idf * tf from:`;
  return explanation(bm25Score(scorer, freq, norm), text, [
    ...(factor === 1 ? [] : [explanation(factor, 'boost')]),
    explainIdf(statistics, terms),
    explanation(tf, 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
      explanation(freq, how),
      explanation(f32(k1), 'k1, term saturation parameter'),
      explanation(f32(b), 'b, length normalization parameter'),
      explanation(lengthOf(norm), exact ? 'dl, length of field' : 'dl, length of field (approximate)'),
      explanation(f32(statistics.sumTotalTermFreq / statistics.docCount), 'avgdl, average length of field'),
    ]),
  ]);
}

function explainIdf(statistics: FieldStatistics, terms: readonly TermCounts[]): Explanation {
  const each = terms.map(({ docFreq }) =>
    explanation(
      inverseDocumentFrequency(statistics.docCount, docFreq),
      'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:',
      [
        wholeNumber(docFreq, 'n, number of documents containing term'),
        wholeNumber(statistics.docCount, 'N, total number of documents with field'),
      ],
    ),
  );
  return each.length === 1 ? each[0] : explanation(sumOfIdf(statistics, terms), 'idf, sum of:', each);
}
