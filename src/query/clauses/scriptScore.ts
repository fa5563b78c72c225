import { illegalArgument, isJsonObject, javaFloat, type OpenSearchError } from '../../common/index.ts';
import { parseScriptSource } from '../../script/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docLoop } from '../docLoop.ts';
import { checkExpensive } from '../expensive.ts';
import type { LuceneQuery, Weight } from '../lucene/query.ts';
import { changeScores, filterScores } from '../lucene/scoreSum.ts';
import { shapeOf } from '../lucene/shape.ts';
import { checkFields, contentErrorAt, parseMember, readCommon, readNumber, tokenName } from '../reader.ts';
import type { ScoreScript } from '../scoring/leafScorer.ts';
import { scoreScript } from '../scoring/scoreScript.ts';
import type { QueryShardContext } from '../types.ts';

const f32 = Math.fround;

export const scriptScoreClause: ClauseType = {
  names: ['script_score'],
  doc: 'the documents of a query with the scores of a script (painless, or knn_score)',
  parse(body, parser) {
    checkFields('script_score', body, ['query', 'script', 'min_score']);
    const missing = ['query', 'script'].filter((key) => body[key] === undefined);
    if (missing.length > 0) {
      const reason = `Required [${missing.join(', ')}]`;
      throw contentErrorAt(reason, body, null, 'end');
    }
    const query = parseMember('script_score', body, 'query', () => parser.query(body, 'query'));
    if (!isJsonObject(body.script)) {
      const reason = `[script_score] script doesn't support values of type: ${tokenName(body.script)}`;
      throw contentErrorAt(reason, body, 'script');
    }
    const source = parseMember('script_score', body, 'script', () => parseScriptSource(body.script));
    const minScore = body.min_score === undefined ? null : f32(readNumber(body.min_score));
    return makeBuilder({
      clause: 'script_score',
      json: body,
      ...readCommon(body),
      bind: (context) => {
        checkExpensive(context, '[script score] queries');
        const inner = query.toLucene(context);
        return scriptScoreQuery(context, inner, scoreScript(context, source), minScore);
      },
    });
  },
};

function scriptScoreQuery(
  context: QueryShardContext,
  query: LuceneQuery,
  script: ScoreScript,
  minScore: number | null,
): LuceneQuery {
  const key = `script_score(${query.key},${script.key},${minScore})`;
  const weightOf = (boost: number): Weight => {
    const inner = query.weight(1);
    return {
      score(leaf) {
        const scored = docLoop(context, { key: `${key}^${boost}`, leaf }, () => {
          const scorer = script.leaf(leaf);
          return changeScores(inner.score(leaf), (doc, score) => {
            const value = f32(scorer(doc, score));
            if (value < 0 || Number.isNaN(value)) throw invalidScore(value, doc);
            return f32(value * boost);
          });
        });
        return minScore === null ? scored : filterScores(scored, (_, score) => score >= minScore);
      },
    };
  };
  return {
    key,
    shape: () => ({
      type: 'ScriptScoreQuery',
      text: `ScriptScore(${shapeOf(query).text})`,
      parts: [query],
    }),
    match: (leaf) => (minScore === null ? query.match(leaf) : weightOf(1).score(leaf).docs),
    weight: weightOf,
    visitTerms: (visitor, boost) =>
      visitor.opaque('script_score', (inner) => query.visitTerms?.(inner, boost)),
  };
}

function invalidScore(value: number, doc: number): OpenSearchError {
  return illegalArgument(
    `script_score script returned an invalid score [${javaFloat(value)}] for doc [${doc}]. Must be a non-negative score!`,
  );
}
