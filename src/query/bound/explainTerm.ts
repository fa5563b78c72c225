import { javaFloat } from '../../common/index.ts';
import { indexOfDoc } from '../docSet.ts';
import type { Explanation, LeafContext } from '../types.ts';
import { bm25Score, termScorer } from './bm25.ts';
import { explanation, noMatch } from './explain.ts';
import { explainBm25 } from './explainBm25.ts';
import type { ScoringNumbers } from './similarityTypes.ts';

const f32 = Math.fround;

/** What the field's similarity scores: a term, a phrase, spans. */
export interface ScoredTerms {
  /** As Lucene prints it. */
  readonly text: string;
  readonly field: string;
  readonly numbers: ScoringNumbers;
  readonly boost: number;
}

/** The frequency of a term in a document; 0 if absent. */
export function frequencyIn({ reader }: LeafContext, field: string, term: string, doc: number): number {
  const terms = reader.terms(field);
  const ord = terms?.lookup(term) ?? -1;
  const at = terms === null || ord < 0 ? -1 : indexOfDoc(terms.docs(ord), doc);
  return terms === null || at < 0 ? 0 : (terms.freqs(ord)?.[at] ?? 1);
}

/** Explains the score of one document part by part. `how`: what the frequency is called. */
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
