import { illegalArgument, isJsonObject, javaFloat, type OpenSearchError } from '../../common/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';
import { explanation, noMatch } from '../bound/explain.ts';
import type { BoundQuery, Weight } from '../bound/query.ts';
import { changeScores, filterScores } from '../bound/scoreSum.ts';
import { parsedText, shapeOf } from '../bound/shape.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docLoop } from '../docLoop.ts';
import { checkExpensive } from '../expensive.ts';
import { checkFields, contentErrorAt, parseMember, readCommon, readNumber, tokenName } from '../reader.ts';
import { scoreScript } from '../scoring/scoreScript.ts';
import { explainScript, scriptText } from '../scoring/scriptText.ts';
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
        return scriptScoreQuery(context, inner, source, minScore);
      },
    });
  },
};

function scriptScoreQuery(
  context: QueryShardContext,
  query: BoundQuery,
  source: ScriptSource,
  minScore: number | null,
): BoundQuery {
  const script = scoreScript(context, source);
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
  const textOf = (inner: string): string => `script_score (${inner}, script: {${scriptText(source)}}`;
  return {
    key,
    explain(leaf, doc, boost) {
      const own = query.explain(leaf, doc, 1);
      if (!own.isMatch) return own;
      const value = f32(script.leaf(leaf)(doc, own.value));
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
    },
    shape: () => ({
      type: 'ScriptScoreQuery',
      text: textOf(shapeOf(query).text),
      parsed: textOf(parsedText(query)),
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
