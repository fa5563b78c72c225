import { isJsonObject, stringifyJson } from '../../common/index.ts';
import { compileScript, DocLookup, parseScriptSource, type ScriptSource } from '../../script/index.ts';
import { confirmedQuery } from '../bound/constantQuery.ts';
import { scopeDocs } from '../bound/nestedQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { plainShape } from '../bound/shape.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { parsingErrorAt, readCommon } from '../reader.ts';
import { isMissingValue } from '../scoring/missingValue.ts';
import { checkFilterLanguage } from '../scoring/scoreScript.ts';
import { scriptText } from '../scoring/scriptText.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';

export const scriptClause: ClauseType = {
  names: ['script'],
  doc: 'documents for which a script returns true; score 1',
  passesNulls: true,
  parse(body) {
    for (const key of Object.keys(body)) {
      if (key === 'script' || key === 'boost' || key === '_name') continue;
      const wrong = isJsonObject(body[key]) || !Array.isArray(body[key]);
      const reason = wrong
        ? `[script] query does not support [${key}]`
        : '[script] query does not support an array of scripts. Use a bool query with a clause per script instead.';
      throw parsingErrorAt(reason, body, key);
    }
    if (Array.isArray(body.script)) {
      const reason =
        '[script] query does not support an array of scripts. Use a bool query with a clause per script instead.';
      throw parsingErrorAt(reason, body, 'script');
    }
    const common = readCommon(body);
    if (body.script === undefined) {
      throw parsingErrorAt('script must be provided with a [script] filter', body, null, 'end');
    }
    const source = parseScriptSource(body.script);
    return makeBuilder({
      clause: 'script',
      json: body,
      ...common,
      bind: (context) => scriptQuery(context, source),
    });
  },
};

function scriptQuery(context: QueryShardContext, source: ScriptSource): BoundQuery {
  checkExpensive(context, '[script] queries');
  checkFilterLanguage(context, source);
  const script = compileScript(source, 'filter');
  const scope = context.nestedScope ?? null;
  const key = `script(${stringifyJson(source)})`;
  const shape = () => plainShape('ScriptQuery', `ScriptQuery(${scriptText(source)})`);
  const look = (leaf: LeafContext) => {
    const lookup = new DocLookup(context.mapper, leaf.reader, context);
    const run = script.bind({ doc: lookup, now: context.now, random: context.random });
    return (docs: Uint32Array): Uint32Array => {
      const kept = new Uint32Array(docs.length);
      let n = 0;
      for (let i = 0; i < docs.length; i++) {
        lookup.doc = docs[i];
        if (isTrue(context, run)) kept[n++] = docs[i];
      }
      return kept.subarray(0, n);
    };
  };
  return confirmedQuery(key, look, shape, context.checkCancelled, (leaf) => scopeDocs(leaf, scope));
}

function isTrue(context: QueryShardContext, run: () => unknown): boolean {
  try {
    return run() === true;
  } catch (error) {
    if (isMissingValue(context, error)) return false;
    throw error;
  }
}
