import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';

/** Replaces scripts referenced by id with their stored source and language. */
export function withStoredScripts(body: JsonObject, scripts: ReadonlyMap<string, JsonObject>): JsonObject {
  return scripts.size === 0 ? body : (written(body, scripts) as JsonObject);
}

function written(value: JsonValue, scripts: ReadonlyMap<string, JsonObject>): JsonValue {
  if (Array.isArray(value)) return changed(value, scripts);
  if (!isJsonObject(value)) return value;
  let copy: JsonObject | null = null;
  for (const [key, member] of Object.entries(value)) {
    const stored = key.endsWith('script') ? storedSource(member, scripts) : null;
    const next = stored ?? written(member, scripts);
    if (next === member) continue;
    copy ??= { ...value };
    copy[key] = next;
  }
  return copy ?? value;
}

function changed(list: JsonValue[], scripts: ReadonlyMap<string, JsonObject>): JsonValue[] {
  const items = list.map((item) => written(item, scripts));
  return items.some((item, i) => item !== list[i]) ? items : list;
}

function storedSource(member: JsonValue, scripts: ReadonlyMap<string, JsonObject>): JsonObject | null {
  if (!isJsonObject(member) || typeof member.id !== 'string' || member.source !== undefined) return null;
  const stored = scripts.get(member.id);
  if (stored === undefined) return null;
  const { id: _id, ...rest } = member;
  return { ...rest, source: stored.source, lang: stored.lang };
}
