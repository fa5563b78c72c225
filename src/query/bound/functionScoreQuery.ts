import { javaFloat, OpenSearchError } from '../../common/index.ts';
import { docLoop } from '../docLoop.ts';
import { hasDoc } from '../docSet.ts';
import type { LeafScorer } from '../scoring/leafScorer.ts';
import type { ScoreFunction } from '../scoring/scoreFunction.ts';
import type { Explanation, LeafContext, QueryShardContext } from '../types.ts';
import { explanation, matchesDoc, noMatch } from './explain.ts';
import type { BoundQuery, Weight } from './query.ts';
import { changeScores, filterScores } from './scoreSum.ts';
import { parsedText, shapeOf } from './shape.ts';

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
  readonly filter: BoundQuery | null;
  readonly weight: number | null;
  /** null: the weight alone. */
  readonly score: ScoreFunction | null;
  /** As the original prints it, but for the hash. */
  readonly text: string;
}

const f32 = Math.fround;

export function functionScoreQuery(
  context: QueryShardContext,
  query: BoundQuery,
  functions: readonly BoundFunction[],
  combination: FunctionCombination,
): BoundQuery {
  const parts = functions.map(({ filter, weight, score }) => [filter?.key, weight, score?.key]);
  const key = `function_score(${query.key},${JSON.stringify([parts, combination])})`;
  const textOf = (inner: string): string =>
    `function score (${inner}, functions: [${functions.map((one) => `{${one.text}}`).join('')}])`;
  const weightOf = (boost: number): Weight => {
    const inner = query.weight(boost);
    return {
      score(leaf) {
        const scored = docLoop(context, { key: `${key}^${boost}`, leaf }, () => {
          const factor = factorOf(leaf, functions, combination.scoreMode);
          return changeScores(inner.score(leaf), (doc, score) => {
            const value = f32(combine(combination, score, factor(doc, score)));
            if (value >= 0) return value;
            throw invalidScore(value, leaf.docBase + doc);
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
      text: textOf(shapeOf(query).text),
      parsed: textOf(parsedText(query)),
      parts: [query],
    }),
    explain(leaf, doc, boost) {
      const own = query.explain(leaf, doc, boost);
      if (!own.isMatch) return own;
      const scored =
        functions.length === 0 ? own : explainFunctions(own, { leaf, doc, functions, combination });
      const { minScore } = combination;
      if (minScore === null || minScore <= scored.value) return scored;
      const reason = `Score value is too low, expected at least ${javaFloat(minScore)} but got ${javaFloat(scored.value)}`;
      return noMatch(reason, [scored]);
    },
    match: (leaf) => (combination.minScore === null ? query.match(leaf) : weightOf(1).score(leaf).docs),
    weight: weightOf,
    visitTerms: (visitor, boost) => query.visitTerms?.(visitor, boost),
  };
}

interface Explained {
  readonly leaf: LeafContext;
  readonly doc: number;
  readonly functions: readonly BoundFunction[];
  readonly combination: FunctionCombination;
}

/** The query's own score and what the functions make of it. */
function explainFunctions(own: Explanation, { leaf, doc, functions, combination }: Explained): Explanation {
  const { scoreMode } = combination;
  const applying = functions.filter(({ filter }) => filter === null || matchesDoc(filter, leaf, doc));
  const parts = applying.map((one) => explainFunction(one, leaf, doc, own));
  const factor = factorOf(leaf, functions, scoreMode)(doc, own.value);
  if (factor === null) return explainCombined(own, explanation(1, 'No function matched'), combination);
  const single = functions.length === 1 && functions[0].filter === null;
  const joined = single
    ? parts[0]
    : explanation(f32(factor), `function score, score mode [${scoreMode}]`, parts);
  return explainCombined(own, joined, combination);
}

function explainFunction(one: BoundFunction, leaf: LeafContext, doc: number, own: Explanation): Explanation {
  const bare =
    one.score?.explain(leaf, doc, own) ?? explanation(1, 'constant score 1.0 - no function provided');
  const weighted =
    one.weight === null
      ? bare
      : explanation(f32(bare.value * one.weight), 'product of:', [bare, explanation(one.weight, 'weight')]);
  if (one.filter === null) return weighted;
  const matched = explanation(1, `match filter: ${shapeOf(one.filter).text}`);
  return explanation(weighted.value, 'function score, product of:', [matched, weighted]);
}

const COMBINED: Readonly<Record<string, string>> = {
  multiply: 'function score, product of:',
  sum: 'sum of',
  avg: 'avg of',
  min: 'min of',
  max: 'max of:',
};

function explainCombined(
  own: Explanation,
  factor: Explanation,
  combination: FunctionCombination,
): Explanation {
  const { boostMode } = combination;
  const limit = Math.min(combination.maxBoost, MAX_FLOAT);
  const bounded = explanation(Math.min(factor.value, limit), 'min of:', [
    factor,
    explanation(limit, 'maxBoost'),
  ]);
  if (boostMode === 'replace') return bounded;
  const value = f32(combine(combination, own.value, factor.value));
  return explanation(value, COMBINED[boostMode], [own, bounded]);
}

const MAX_FLOAT = 3.4028234663852886e38;

function invalidScore(value: number, doc: number): OpenSearchError {
  const reason = `function score query returned an invalid score: ${javaFloat(value)} for doc: ${doc}`;
  return new OpenSearchError('exception', reason);
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
