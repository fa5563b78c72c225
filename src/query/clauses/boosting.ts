import { illegalArgument, type JsonObject, javaFloat } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { hasDoc } from '../docSet.ts';
import type { LuceneQuery } from '../lucene/query.ts';
import { mapScores } from '../lucene/scoreSum.ts';
import { shapeOf } from '../lucene/shape.ts';
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

function boostingQuery(positive: LuceneQuery, negative: LuceneQuery, factor: number): LuceneQuery {
  return {
    key: `boosting(${positive.key} ${negative.key} ${factor})`,
    shape: () => ({
      type: 'FunctionScoreQuery',
      text: `FunctionScoreQuery(${shapeOf(positive).text}, scored by boost(queryboost(${shapeOf(negative).text})^${javaFloat(factor)}))`,
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
