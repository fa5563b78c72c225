import { isJsonObject, type JsonValue } from '../../common/index.ts';
import type { ScriptSource } from '../../script/index.ts';
import { explanation } from '../bound/explain.ts';
import type { Explanation } from '../types.ts';

/** A script as printed by the original. */
export function scriptText(source: ScriptSource): string {
  const { lang, params } = source;
  const code = source.source;
  return `Script{type=inline, lang='${lang}', idOrCode='${code}', options={}, params=${javaMap(params ?? {})}}`;
}

/** A value as printed by Java's collections. */
function javaMap(value: JsonValue | Readonly<Record<string, unknown>>): string {
  if (Array.isArray(value)) return `[${value.map((item) => javaMap(item as JsonValue)).join(', ')}]`;
  if (isJsonObject(value as JsonValue)) {
    const entries = Object.entries(value as Record<string, JsonValue>);
    return `{${entries.map(([key, member]) => `${key}=${javaMap(member)}`).join(', ')}}`;
  }
  return String(value);
}

/** `readsScore`: the initial score is included. */
export function explainScript(
  source: ScriptSource,
  value: number,
  score: Explanation,
  readsScore = true,
): Explanation {
  const how = `script score function, computed with script:"${scriptText(source)}"`;
  const read = readsScore ? [explanation(score.value, '_score: ', [score])] : [];
  return explanation(value, how, read);
}
