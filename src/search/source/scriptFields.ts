import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { booleanAt, isScalar, parsingErrorAt, tokenName } from '../../query/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';

export interface ScriptFieldSpec {
  readonly name: string;
  readonly script: ScriptSource;
  readonly ignoreFailure: boolean;
}

/**
 * Reads `script_fields` token by token. The parser of `top_hits` names the last member that it read, where
 * that of a search names the field: `within` is the first of these.
 */
export function readScriptFields(json: JsonObject, within?: { readonly key: string }): ScriptFieldSpec[] {
  let last = within?.key;
  return Object.keys(json).map((name) => {
    const value = json[name];
    if (!isJsonObject(value)) {
      const reason = `Expected [START_OBJECT] in [${last ?? name}] but found [${tokenName(value)}]`;
      throw parsingErrorAt(reason, json, name);
    }
    if (last !== undefined) last = Object.keys(value).at(-1) ?? last;
    return { name, ...readOne(value) };
  });
}

function readOne(json: JsonObject): Omit<ScriptFieldSpec, 'name'> {
  let script: ScriptSource | null = null;
  let ignoreFailure = false;
  for (const key of Object.keys(json)) {
    const value = json[key];
    const isValue = value !== null && isScalar(value);
    if (key === 'script' && (isValue || isJsonObject(value))) {
      script = parseScriptSource(value, { container: json, key });
    } else if (key === 'ignore_failure' && isValue) ignoreFailure = booleanAt(json, key);
    else throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${key}].`, json, key);
  }
  // The original fails on its shards.
  if (script === null) throw parsingErrorAt('Missing [script] of a script field', json, null, 'end');
  return { script, ignoreFailure };
}
