import { isJsonObject, type JsonObject, type JsonValue } from '../../../../common/index.ts';

type Part = (source: JsonObject) => JsonObject;

/**
 * What a search with these `_source.includes` has of a document. A name goes through objects and lists of them; a text has
 * nothing below it, whatever multi-fields it has.
 */
export function sourceParts(names: readonly string[]): Part {
  const below = new Map<string, Part>();
  for (const [first, rests] of byFirstName(names.filter((name) => name.includes('.')))) {
    if (!names.includes(first)) below.set(first, sourceParts(rests));
  }
  return (source) => {
    const kept: JsonObject = {};
    for (const name of names) if (Object.hasOwn(source, name)) kept[name] = source[name];
    for (const [first, part] of below) {
      const value = Object.hasOwn(source, first) ? partOf(source[first], part) : undefined;
      if (value !== undefined) kept[first] = value;
    }
    return kept;
  };
}

function byFirstName(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const dot = name.indexOf('.');
    const first = name.slice(0, dot);
    groups.set(first, [...(groups.get(first) ?? []), name.slice(dot + 1)]);
  }
  return groups;
}

/** Undefined: nothing is left. */
function partOf(value: JsonValue, part: Part): JsonValue | undefined {
  if (isJsonObject(value)) {
    const kept = part(value);
    return Object.keys(kept).length > 0 ? kept : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const kept = value.flatMap((item) => partOf(item, part) ?? []);
  return kept.length > 0 ? kept : undefined;
}
