import type { JsonObject, JsonValue } from '../../common/index.ts';
import { isJsonObject } from '../../common/index.ts';

/**
 * Merges `over` into `base`: objects member by member; dynamic templates are appended; everything else is
 * replaced.
 */
export function mergeJson(base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map<string, JsonValue>(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const before = merged.get(key);
    if (key === 'dynamic_templates' && Array.isArray(before) && Array.isArray(value)) {
      merged.set(key, mergeTemplates(before, value));
    } else
      merged.set(key, isJsonObject(before) && isJsonObject(value) ? mergeMember(key, before, value) : value);
  }
  return Object.fromEntries(merged);
}

/** A field definition in the later mapping replaces the earlier one; objects with properties are merged. */
function mergeMember(key: string, before: JsonObject, value: JsonObject): JsonObject {
  if (key !== 'properties') return mergeJson(before, value);
  const fields = new Map<string, JsonValue>(Object.entries(before));
  for (const [name, field] of Object.entries(value)) {
    const old = fields.get(name);
    const both = isJsonObject(old) && isJsonObject(field) && 'properties' in old && 'properties' in field;
    fields.set(name, both ? mergeJson(old as JsonObject, field as JsonObject) : field);
  }
  return Object.fromEntries(fields);
}

function mergeTemplates(before: JsonValue[], later: JsonValue[]): JsonValue[] {
  const name = (template: JsonValue): string => (isJsonObject(template) ? Object.keys(template)[0] : '');
  const replaced = new Set(later.map(name));
  return [...before.filter((template) => !replaced.has(name(template))), ...later];
}
