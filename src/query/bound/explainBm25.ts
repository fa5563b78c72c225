import { javaFloat } from '../../common/index.ts';
import type { Explanation } from '../types.ts';
import { bm25Score, inverseDocumentFrequency, sumOfIdf, termScorer } from './bm25.ts';
import { explanation, wholeNumber } from './explain.ts';
import { lengthOf } from './fieldLengths.ts';
import type { Bm25Parameters, FieldStatistics, ScoringNumbers, TermCounts } from './similarityTypes.ts';

const f32 = Math.fround;

/** Encoded lengths up to this value are exact. */
const LAST_EXACT_LENGTH = 39;

/** Explains BM25 part by part. `how`: what the frequency is called. */
export function explainBm25(
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
