import { illegalArgument, OpenSearchError, stringifyJson } from '../../common/index.ts';
import { compileScript, DocLookup, Double, type ScriptSource, toNumber } from '../../script/index.ts';
import type { QueryShardContext } from '../types.ts';
import { knnEngine } from './knnScoreScript.ts';
import type { ScoreScript } from './leafScorer.ts';
import type { ScriptEngine } from './scriptEngine.ts';

/** The script languages that can score, by name. */
const ENGINES: ReadonlyMap<string, ScriptEngine> = new Map([
  ['painless', { score: painlessScoreScript }],
  ['knn', knnEngine],
]);

/** Throws script_exception and illegal_argument errors in the original's words. */
export function scoreScript(context: QueryShardContext, source: ScriptSource): ScoreScript {
  const engine = ENGINES.get(source.lang);
  if (engine === undefined) throw illegalArgument(`script_lang not supported [${source.lang}]`);
  return engine.score(context, source);
}

/** Throws if scripts of the language cannot be used as filters. */
export function checkFilterLanguage(context: QueryShardContext, source: ScriptSource): void {
  const refusal = ENGINES.get(source.lang)?.filterRefusal?.(context, source);
  if (refusal !== undefined) throw refusal;
}

function painlessScoreScript(context: QueryShardContext, source: ScriptSource): ScoreScript {
  const script = compileScript(source, 'score');
  return {
    key: stringifyJson(source),
    leaf({ reader }) {
      const lookup = new DocLookup(context.mapper, reader, context);
      let current = 0;
      const run = script.bind({
        doc: lookup,
        score: () => new Double(current),
        now: context.now,
        random: context.random,
      });
      return (doc, score) => {
        lookup.doc = doc;
        current = score;
        const value = run();
        const number = toNumber(value);
        if (number !== null) return number;
        throw new OpenSearchError(
          'class_cast_exception',
          `Cannot cast the value of a score script to a number`,
        );
      };
    },
  };
}
