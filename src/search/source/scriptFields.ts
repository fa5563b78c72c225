import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { parsingErrorAt, readBoolean, tokenName } from '../../query/index.ts';
import { parseScriptSource, type ScriptSource } from '../../script/index.ts';

export interface ScriptFieldSpec {
  readonly name: string;
  readonly script: ScriptSource;
  readonly ignoreFailure: boolean;
}

export function readScriptFields(json: JsonObject): ScriptFieldSpec[] {
  return Object.keys(json).map((name) => {
    const value = json[name];
    if (!isJsonObject(value)) {
      throw parsingErrorAt(
        `Expected [START_OBJECT] in [${name}] but found [${tokenName(value)}]`,
        json,
        name,
      );
    }
    for (const key of Object.keys(value)) {
      if (key === 'script' || key === 'ignore_failure') continue;
      throw parsingErrorAt(`Unknown key for a ${tokenName(value[key])} in [${key}].`, value, key);
    }
    return {
      name,
      script: parseScriptSource(value.script ?? null),
      ignoreFailure: value.ignore_failure !== undefined && readBoolean(value.ignore_failure),
    };
  });
}
