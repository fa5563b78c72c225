import { javaFloat, OpenSearchError } from '../../common/index.ts';
import { docSetOfArray, hasDoc } from '../docSet.ts';
import type { LeafScorer } from '../scoring/leafScorer.ts';
import type { ScoreFunction } from '../scoring/scoreFunction.ts';
import type { DocSet, Explanation, LeafContext, QueryShardContext, TermVisitor } from '../types.ts';
import { explanation, matchesDoc, noMatch } from './explain.ts';
import type { LeafMatcher } from './matcher.ts';
import { type BoundQuery, PlainQuery } from './query.ts';
import { ChangingScorer, type ScoreChange, ScoringMatcher } from './scorer.ts';
import { parsedText, type QueryShape, shapeOf } from './shape.ts';
import { type Weight, weightOf } from './weight.ts';

export type ScoreMode = 'multiply' | 'sum' | 'avg' | 'first' | 'max' | 'min' | 'replace';

export interface FunctionCombination {
  /** How the functions are combined. */
  readonly scoreMode: ScoreMode;
  /** How the combined function changes the query's score. */
  readonly boostMode: ScoreMode;
  readonly maxBoost: number;
  readonly minScore: number | null;
}

export interface BoundFunction {
  /** `null` for every document. */
  readonly filter: BoundQuery | null;
  readonly weight: number | null;
  /** `null` if the function is only a weight. */
  readonly score: ScoreFunction | null;
  /** As printed by the original, without its hash. */
  readonly text: string;
}

const f32 = Math.fround;

export function functionScoreQuery(
  context: QueryShardContext,
  query: BoundQuery,
  functions: readonly BoundFunction[],
  combination: FunctionCombination,
): BoundQuery {
  return new FunctionScoreQuery(context, query, functions, combination);
}

class FunctionScoreQuery extends PlainQuery {
  readonly key: string;
  readonly #context: QueryShardContext;
  readonly #query: BoundQuery;
  readonly #functions: readonly BoundFunction[];
  readonly #combination: FunctionCombination;

  constructor(
    context: QueryShardContext,
    query: BoundQuery,
    functions: readonly BoundFunction[],
    combination: FunctionCombination,
  ) {
    super();
    const parts = functions.map(({ filter, weight, score }) => [filter?.key, weight, score?.key]);
    this.key = `function_score(${query.key},${JSON.stringify([parts, combination])})`;
    this.#context = context;
    this.#query = query;
    this.#functions = functions;
    this.#combination = combination;
  }

  shape(): QueryShape {
    const functions = this.#functions.map((one) => `{${one.text}}`).join('');
    const textOf = (inner: string): string => `function score (${inner}, functions: [${functions}])`;
    return {
      type: 'FunctionScoreQuery',
      text: textOf(shapeOf(this.#query).text),
      parsed: textOf(parsedText(this.#query)),
      parts: [this.#query],
    };
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    this.#query.visitTerms(visitor, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const own = this.#query.explain(leaf, doc, boost);
    if (!own.isMatch) return own;
    const functions = this.#functions;
    const combination = this.#combination;
    const scored =
      functions.length === 0 ? own : explainFunctions(own, { leaf, doc, functions, combination });
    const { minScore } = combination;
    if (minScore === null || minScore <= scored.value) return scored;
    const reason = `Score value is too low, expected at least ${javaFloat(minScore)} but got ${javaFloat(scored.value)}`;
    return noMatch(reason, [scored]);
  }

  weight(boost: number): Weight {
    const inner = this.#query.weight(boost);
    const { checkCancelled } = this.#context;
    return weightOf((leaf) => new ChangingScorer(inner.scorer(leaf), this.#change(leaf), checkCancelled));
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    if (this.#combination.minScore === null) return this.#query.matcher(leaf);
    return new ScoringMatcher(this.weight(1).scorer(leaf));
  }

  #change(leaf: LeafContext): ScoreChange {
    const combination = this.#combination;
    const { minScore, scoreMode } = combination;
    const { expect, factor } = factorsOf(leaf, this.#functions, scoreMode);
    return {
      expect,
      change(doc, score) {
        const value = f32(combine(combination, score, factor(doc, score)));
        if (!(value >= 0)) throw invalidScore(value, leaf.docBase + doc);
        return minScore === null || value >= minScore ? value : null;
      },
    };
  }
}

interface Explained {
  readonly leaf: LeafContext;
  readonly doc: number;
  readonly functions: readonly BoundFunction[];
  readonly combination: FunctionCombination;
}

/** Combines the explanation of the query's own score with those of the functions. */
function explainFunctions(own: Explanation, { leaf, doc, functions, combination }: Explained): Explanation {
  const { scoreMode } = combination;
  const applying = functions.filter(({ filter }) => filter === null || matchesDoc(filter, leaf, doc));
  const parts = applying.map((one) => explainFunction(one, leaf, doc, own));
  const factors = factorsOf(leaf, functions, scoreMode);
  factors.expect(docSetOfArray(Uint32Array.of(doc)));
  const factor = factors.factor(doc, own.value);
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
  readonly filter: LeafMatcher | null;
  /** The current documents that pass the filter. */
  matched: DocSet | null;
  readonly weight: number;
  readonly score: LeafScorer;
}

interface LeafFactors {
  /** Announces the documents that will be asked about. */
  readonly expect: (docs: DocSet) => void;
  /** `null` if no function applies and the score is unchanged. */
  readonly factor: (doc: number, score: number) => number | null;
}

/** The combined function factors for documents of one segment. */
function factorsOf(leaf: LeafContext, functions: readonly BoundFunction[], mode: ScoreMode): LeafFactors {
  const bound = functions.map((one): LeafFunction => {
    const weight = one.weight ?? 1;
    const scorer = one.score?.leaf(leaf) ?? null;
    return {
      filter: one.filter?.matcher(leaf) ?? null,
      matched: null,
      weight,
      score: scorer === null ? () => weight : (doc, score) => weight * scorer(doc, score),
    };
  });
  return {
    expect(docs) {
      for (const one of bound) if (one.filter !== null) one.matched = one.filter.over(docs);
    },
    factor(doc, score) {
      const applying = bound.filter(({ matched }) => matched === null || hasDoc(matched, doc));
      return applying.length === 0 ? null : join(applying, mode, doc, score);
    },
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
  const bounded = Math.min(factor ?? 1, maxBoost, MAX_FLOAT);
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
