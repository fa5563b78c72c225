import { illegalArgument, javaFloat, type OpenSearchError } from '../../common/index.ts';
import { docLoop } from '../docLoop.ts';
import { hasDoc } from '../docSet.ts';
import type { LeafScorer } from '../scoring/leafScorer.ts';
import type { ScoreFunction } from '../scoring/scoreFunction.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';
import type { LuceneQuery, Weight } from './query.ts';
import { changeScores, filterScores } from './scoreSum.ts';
import { shapeOf } from './shape.ts';

export type ScoreMode = 'multiply' | 'sum' | 'avg' | 'first' | 'max' | 'min' | 'replace';

export interface FunctionCombination {
  /** How several functions become one factor. */
  readonly scoreMode: ScoreMode;
  /** How the factor changes the query's score. */
  readonly boostMode: ScoreMode;
  readonly maxBoost: number;
  readonly minScore: number | null;
}

export interface BoundFunction {
  /** null: every document. */
  readonly filter: LuceneQuery | null;
  readonly weight: number | null;
  /** null: the weight alone. */
  readonly score: ScoreFunction | null;
}

const f32 = Math.fround;

export function functionScoreQuery(
  context: QueryShardContext,
  query: LuceneQuery,
  functions: readonly BoundFunction[],
  combination: FunctionCombination,
): LuceneQuery {
  const parts = functions.map(({ filter, weight, score }) => [filter?.key, weight, score?.key]);
  const key = `function_score(${query.key},${JSON.stringify([parts, combination])})`;
  const weightOf = (boost: number): Weight => {
    const inner = query.weight(boost);
    return {
      score(leaf) {
        const scored = docLoop(context, { key: `${key}^${boost}`, leaf }, () => {
          const factor = factorOf(leaf, functions, combination.scoreMode);
          return changeScores(inner.score(leaf), (doc, score) => {
            const value = f32(combine(combination, score, factor(doc, score)));
            if (value >= 0) return value;
            throw invalidScore(value, doc);
          });
        });
        const { minScore } = combination;
        return minScore === null ? scored : filterScores(scored, (_, score) => score >= minScore);
      },
    };
  };
  return {
    key,
    shape: () => ({
      type: 'FunctionScoreQuery',
      text: `function score (${shapeOf(query).text})`,
      parts: [query],
    }),
    match: (leaf) => (combination.minScore === null ? query.match(leaf) : weightOf(1).score(leaf).docs),
    weight: weightOf,
    visitTerms: (visitor, boost) => query.visitTerms?.(visitor, boost),
  };
}

function invalidScore(value: number, doc: number): OpenSearchError {
  return illegalArgument(
    `function score query returned an invalid score: ${javaFloat(value)} for doc: ${doc}; score must be a non-negative real number`,
  );
}

interface LeafFunction {
  readonly applies: (doc: number) => boolean;
  readonly weight: number;
  readonly score: LeafScorer;
}

/** The factor of each document; null: no function applies, the score stays. */
function factorOf(
  leaf: LeafContext,
  functions: readonly BoundFunction[],
  mode: ScoreMode,
): (doc: number, score: number) => number | null {
  const bound = functions.map((one): LeafFunction => {
    const matched = one.filter?.match(leaf) ?? null;
    const weight = one.weight ?? 1;
    const scorer = one.score?.leaf(leaf) ?? null;
    return {
      applies: matched === null ? () => true : (doc) => hasDoc(matched, doc),
      weight,
      score: scorer === null ? () => weight : (doc, score) => weight * scorer(doc, score),
    };
  });
  return (doc, score) => {
    const applying = bound.filter((one) => one.applies(doc));
    if (applying.length === 0) return null;
    return join(applying, mode, doc, score);
  };
}

function join(functions: readonly LeafFunction[], mode: ScoreMode, doc: number, score: number): number {
  if (mode === 'first') return functions[0].score(doc, score);
  const values = functions.map((one) => one.score(doc, score));
  switch (mode) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'avg': {
      const weights = functions.reduce((sum, one) => sum + one.weight, 0);
      return weights === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / weights;
    }
    case 'max':
      return Math.max(...values);
    case 'min':
      return Math.min(...values);
    default:
      return values.reduce((product, value) => product * value, 1);
  }
}

function combine({ boostMode, maxBoost }: FunctionCombination, score: number, factor: number | null): number {
  const bounded = Math.min(factor ?? 1, maxBoost);
  switch (boostMode) {
    case 'replace':
      return bounded;
    case 'sum':
      return score + bounded;
    case 'avg':
      return (bounded + score) / 2;
    case 'max':
      return Math.max(score, bounded);
    case 'min':
      return Math.min(score, bounded);
    default:
      return score * bounded;
  }
}
