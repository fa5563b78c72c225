import { illegalArgument, type JsonObject, javaFloat } from '../../common/index.ts';
import { doubleNumber, explanation, matchesDoc } from '../bound/explain.ts';
import type { BoundQuery } from '../bound/query.ts';
import { mapScores } from '../bound/scoreSum.ts';
import { parsedText, shapeOf } from '../bound/shape.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { hasDoc } from '../docSet.ts';
import { checkMembers, parsingErrorAt, readCommon, readNumber } from '../reader.ts';

const f32 = Math.fround;

export const boostingClause: ClauseType = {
  names: ['boosting'],
  doc: 'the documents of `positive`; the score of those that `negative` matches is multiplied by negative_boost',
  parse(body, parser) {
    checkMembers('boosting', body, ['positive', 'negative', 'negative_boost']);
    const positive = required(body, 'positive') && parser.query(body, 'positive');
    const negative = required(body, 'negative') && parser.query(body, 'negative');
    const factor = body.negative_boost === undefined ? -1 : readNumber(body.negative_boost);
    if (factor < 0) {
      const reason = "[boosting] query requires 'negative_boost' to be set to be a positive value'";
      throw parsingErrorAt(reason, body, null, 'end');
    }
    if (!positive || !negative) throw illegalArgument('inner clause [positive] cannot be null.');
    return makeBuilder({
      clause: 'boosting',
      json: body,
      ...readCommon(body),
      bind: (context) => boostingQuery(positive.toLucene(context), negative.toLucene(context), f32(factor)),
    });
  },
};

function required(body: JsonObject, key: string): true {
  if (body[key] === undefined) {
    throw parsingErrorAt(`[boosting] query requires '${key}' query to be set'`, body, null, 'end');
  }
  return true;
}

function boostingQuery(positive: BoundQuery, negative: BoundQuery, factor: number): BoundQuery {
  const textOf = (print: (query: BoundQuery) => string): string => {
    const demoted = `queryboost(score(${print(negative)}))^${javaFloat(factor)}`;
    return `FunctionScoreQuery(${print(positive)}, scored by boost(${demoted}))`;
  };
  return {
    explain(leaf, doc, boost) {
      const own = positive.explain(leaf, doc, 1);
      if (!own.isMatch) return own;
      const print = (query: BoundQuery): string => shapeOf(query).text;
      const factors = [own, doubleNumber(factor, `Matched boosting query score(${print(negative)})`)];
      const demoted = matchesDoc(negative, leaf, doc)
        ? { ...doubleNumber(own.value * factor, 'product of:'), details: factors }
        : own;
      const text = `weight(${textOf(print)})`;
      if (boost === 1) return { ...demoted, description: `${text}, result of:`, details: [demoted] };
      const score = f32(demoted.value * boost);
      return explanation(score, `${text}, product of:`, [explanation(boost, 'boost'), demoted]);
    },
    key: `boosting(${positive.key} ${negative.key} ${factor})`,
    shape: () => ({
      type: 'FunctionScoreQuery',
      text: textOf((query) => shapeOf(query).text),
      parsed: textOf(parsedText),
      parts: [positive],
    }),
    match: (leaf) => positive.match(leaf),
    visitTerms: (visitor, boost) => positive.visitTerms?.(visitor, boost),
    weight(boost) {
      const weight = positive.weight(boost);
      return {
        score(leaf) {
          const demoted = negative.match(leaf);
          return mapScores(weight.score(leaf), (doc, score) =>
            hasDoc(demoted, doc) ? f32(score * factor) : score,
          );
        },
      };
    },
  };
}
