import { type JsonObject, javaFloat } from '../../common/index.ts';
import { doubleNumber, explanation, matchesDoc } from '../bound/explain.ts';
import type { LeafMatcher } from '../bound/matcher.ts';
import { type BoundQuery, PlainQuery } from '../bound/query.ts';
import { ChangingScorer, type ScoreChange } from '../bound/scorer.ts';
import { parsedText, type QueryShape, shapeOf } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseBuilder, ClauseType } from '../clause.ts';
import { hasDoc, NO_DOCS } from '../docSet.ts';
import { numberAt } from '../numberTokens.ts';
import { NO_COMMON, parsingErrorAt } from '../reader.ts';
import { commonTokens, objectToken, readTokens, valueToken } from '../tokenLoop.ts';
import type { DocSet, Explanation, LeafContext, TermVisitor } from '../types.ts';

const f32 = Math.fround;

export const boostingClause: ClauseType = {
  names: ['boosting'],
  doc: 'the matches of `positive`, with the score multiplied by negative_boost if `negative` matches too',
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const read: { positive?: ClauseBuilder; negative?: ClauseBuilder } = {};
    let factor = -1;
    const members = {
      positive: objectToken((json, key) => void (read.positive = parser.query(json, key))),
      negative: objectToken((json, key) => void (read.negative = parser.query(json, key))),
      negative_boost: valueToken((json, key) => void (factor = numberAt(json, key))),
      ...commonTokens(common),
    };
    readTokens({ clause: 'boosting', members, isLenient: true }, body);
    const positive = required(body, 'positive', read.positive);
    const negative = required(body, 'negative', read.negative);
    if (factor < 0) {
      const reason = "[boosting] query requires 'negative_boost' to be set to be a positive value'";
      throw parsingErrorAt(reason, body, null, 'end');
    }
    return makeBuilder({
      clause: 'boosting',
      json: body,
      ...common,
      bind: (context) =>
        new BoostingQuery(positive.toLucene(context), negative.toLucene(context), f32(factor)),
    });
  },
};

function required(body: JsonObject, key: string, query: ClauseBuilder | undefined): ClauseBuilder {
  if (query !== undefined) return query;
  throw parsingErrorAt(`[boosting] query requires '${key}' query to be set'`, body, null, 'end');
}

class BoostingQuery extends PlainQuery {
  readonly key: string;
  readonly #positive: BoundQuery;
  readonly #negative: BoundQuery;
  readonly #factor: number;

  constructor(positive: BoundQuery, negative: BoundQuery, factor: number) {
    super();
    this.key = `boosting(${positive.key} ${negative.key} ${factor})`;
    this.#positive = positive;
    this.#negative = negative;
    this.#factor = factor;
  }

  shape(): QueryShape {
    const text = this.#textOf((query) => shapeOf(query).text);
    return { type: 'FunctionScoreQuery', text, parsed: this.#textOf(parsedText), parts: [this.#positive] };
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    this.#positive.visitTerms(visitor, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const factor = this.#factor;
    const own = this.#positive.explain(leaf, doc, 1);
    if (!own.isMatch) return own;
    const print = (query: BoundQuery): string => shapeOf(query).text;
    const how = `Matched boosting query score(${print(this.#negative)})`;
    const demoted = matchesDoc(this.#negative, leaf, doc)
      ? { ...doubleNumber(own.value * factor, 'product of:'), details: [own, doubleNumber(factor, how)] }
      : own;
    const text = `weight(${this.#textOf(print)})`;
    if (boost === 1) return { ...demoted, description: `${text}, result of:`, details: [demoted] };
    const score = f32(demoted.value * boost);
    return explanation(score, `${text}, product of:`, [explanation(boost, 'boost'), demoted]);
  }

  weight(boost: number): Weight {
    const weight = this.#positive.weight(boost);
    return weightOf((leaf) => {
      const negative = this.#negative.matcher(leaf);
      let demoted: DocSet = NO_DOCS;
      const change: ScoreChange = {
        expect: (docs) => {
          demoted = negative.over(docs);
        },
        change: (doc, score) => (hasDoc(demoted, doc) ? f32(score * this.#factor) : score),
      };
      return new ChangingScorer(weight.scorer(leaf), change);
    });
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return this.#positive.matcher(leaf);
  }

  #textOf(print: (query: BoundQuery) => string): string {
    const demoted = `queryboost(score(${print(this.#negative)}))^${javaFloat(this.#factor)}`;
    return `FunctionScoreQuery(${print(this.#positive)}, scored by boost(${demoted}))`;
  }
}
