import { illegalArgument, javaFloat, type OpenSearchError } from '../../common/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';
import { explanation, noMatch } from '../bound/explain.ts';
import type { LeafMatcher } from '../bound/matcher.ts';
import { type BoundQuery, PlainQuery } from '../bound/query.ts';
import { ChangingScorer, type ScoreChange, ScoringMatcher } from '../bound/scorer.ts';
import { parsedText, type QueryShape, shapeOf } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { numberAt } from '../numberTokens.ts';
import { commonMembers, floatMember, objectMember, readMembers } from '../objectMembers.ts';
import { NO_COMMON } from '../reader.ts';
import type { ScoreScript } from '../scoring/leafScorer.ts';
import { scoreScript } from '../scoring/scoreScript.ts';
import { explainScript, scriptText } from '../scoring/scriptText.ts';
import type { Explanation, LeafContext, QueryShardContext, TermVisitor } from '../types.ts';

const f32 = Math.fround;

interface Parts {
  readonly query: ClauseBuilder;
  readonly source: ScriptSource;
  readonly minScore: number | null;
}

export const scriptScoreClause: ClauseType = {
  names: ['script_score'],
  doc: 'the matches of a query, scored by a script (painless, or knn_score)',
  parse(body, parser) {
    const common = { ...NO_COMMON };
    let query: ClauseBuilder | null = null;
    let source: ScriptSource | null = null;
    let minScore: number | null = null;
    readMembers('script_score', body, {
      query: objectMember((json, key) => void (query = parser.query(json, key))),
      script: objectMember((json, key) => void (source = parseScriptSource(json[key]))),
      min_score: floatMember((json, key) => void (minScore = f32(numberAt(json, key)))),
      ...commonMembers(common),
    });
    if (query === null || source === null) {
      const missing = ['query', 'script'].filter((key) => body[key] === undefined);
      throw illegalArgument(`Required [${missing.join(', ')}]`);
    }
    const parts: Parts = { query, source, minScore };
    return makeBuilder({
      clause: 'script_score',
      json: body,
      ...common,
      bind: (context) => {
        checkExpensive(context, '[script score] queries');
        const inner = parts.query.toLucene(context);
        return new ScriptScoreQuery(context, inner, parts.source, parts.minScore);
      },
    });
  },
};

class ScriptScoreQuery extends PlainQuery {
  readonly key: string;
  readonly #context: QueryShardContext;
  readonly #query: BoundQuery;
  readonly #source: ScriptSource;
  readonly #script: ScoreScript;
  readonly #minScore: number | null;

  constructor(context: QueryShardContext, query: BoundQuery, source: ScriptSource, minScore: number | null) {
    super();
    this.#context = context;
    this.#query = query;
    this.#source = source;
    this.#script = scoreScript(context, source);
    this.#minScore = minScore;
    this.key = `script_score(${query.key},${this.#script.key},${minScore})`;
  }

  shape(): QueryShape {
    const textOf = (inner: string): string => `script_score (${inner}, script: {${scriptText(this.#source)}}`;
    return {
      type: 'ScriptScoreQuery',
      text: textOf(shapeOf(this.#query).text),
      parsed: textOf(parsedText(this.#query)),
      parts: [this.#query],
    };
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    visitor.opaque('script_score', (inner) => this.#query.visitTerms(inner, boost));
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const minScore = this.#minScore;
    const source = this.#source;
    const own = this.#query.explain(leaf, doc, 1);
    if (!own.isMatch) return own;
    const value = f32(this.#script.leaf(leaf)(doc, own.value));
    const readsScore = source.source?.includes('_score') === true;
    const scored = explainScript(source, value, own, readsScore);
    if (minScore !== null && value < minScore) {
      const reason = `Score value is too low, expected at least ${javaFloat(minScore)} but got ${javaFloat(value)}`;
      return noMatch(reason, [scored]);
    }
    if (boost === 1) return scored;
    return explanation(f32(value * boost), 'Boosted score, product of:', [
      explanation(boost, 'boost'),
      scored,
    ]);
  }

  weight(boost: number): Weight {
    const inner = this.#query.weight(1);
    const { checkCancelled } = this.#context;
    return weightOf(
      (leaf) => new ChangingScorer(inner.scorer(leaf), this.#change(leaf, boost), checkCancelled),
    );
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return this.#minScore === null
      ? this.#query.matcher(leaf)
      : new ScoringMatcher(this.weight(1).scorer(leaf));
  }

  #change(leaf: LeafContext, boost: number): ScoreChange {
    const minScore = this.#minScore;
    const scorer = this.#script.leaf(leaf);
    return {
      change(doc, score) {
        const value = f32(scorer(doc, score));
        if (value < 0 || Number.isNaN(value)) throw invalidScore(value, doc);
        const boosted = f32(value * boost);
        return minScore === null || boosted >= minScore ? boosted : null;
      },
    };
  }
}

function invalidScore(value: number, doc: number): OpenSearchError {
  return illegalArgument(
    `script_score script returned an invalid score [${javaFloat(value)}] for doc [${doc}]. Must be a non-negative score!`,
  );
}
