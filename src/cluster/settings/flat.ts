import type { FlatSettings, JsonObject, JsonValue } from '../../common/index.ts';
import { illegalArgument, isJsonObject } from '../../common/index.ts';

/**
 * Settings as the original stores them: dotted keys to texts. A list `["a","b"]` becomes `key.0`, `key.1`; an
 * empty list the text `[]` (so that text prints as an empty list); null stays null (a reset).
 */
export type SettingsPatch = ReadonlyMap<string, string | null>;

/** Flattens JSON, flat, nested or mixed, to dotted keys; adds `prefix` (`index.`) where missing. */
export function flattenSettings(body: JsonObject, prefix = ''): Map<string, string | null> {
  const flat = new Map<string, string | null>();
  for (const [key, value] of Object.entries(body)) flattenValue(key, value, flat);
  if (prefix === '') return flat;
  return new Map([...flat].map(([key, value]) => [withPrefix(key, prefix), value]));
}

function withPrefix(key: string, prefix: string): string {
  return key.startsWith(prefix) || key.endsWith('*') ? key : prefix + key;
}

function flattenValue(key: string, value: JsonValue, flat: Map<string, string | null>): void {
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) flattenValue(`${key}.${name}`, member, flat);
  } else if (Array.isArray(value)) {
    value.forEach((item, i) => {
      if (typeof item === 'object')
        throw illegalArgument(`only value lists are allowed in serialized settings`);
      flat.set(`${key}.${i}`, String(item));
    });
    if (value.length === 0) flat.set(key, '[]');
  } else flat.set(key, value === null ? null : String(value));
}

/** Only the values, without resets: a patch applied to nothing. */
export function definedSettings(patch: SettingsPatch): FlatSettings {
  const settings = new Map<string, string>();
  for (const [key, value] of patch) if (value !== null) settings.set(key, value);
  return settings;
}

/** Applies a patch to `current`: null removes a key, or all keys matching a pattern with `*`. */
export function patchSettings(current: FlatSettings, patch: SettingsPatch): Map<string, string> {
  const next = new Map(current);
  for (const [key, value] of patch) {
    for (const old of [...next.keys()]) {
      if (old !== key && old.startsWith(`${key}.`) && /^\d+$/.test(old.slice(key.length + 1)))
        next.delete(old);
    }
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** Flat JSON: `{"index.knn": "true"}`; lists become arrays again. */
export function flatSettingsJson(settings: FlatSettings): JsonObject {
  const json: JsonObject = {};
  for (const [key, value] of [...settings].sort(([a], [b]) => compareKeys(a, b))) {
    const item = /^(.+)\.\d+$/.exec(key);
    if (!item) define(json, key, value === '[]' ? [] : value);
    else {
      const list = Object.hasOwn(json, item[1]) ? json[item[1]] : undefined;
      if (Array.isArray(list)) list.push(value);
      else define(json, item[1], [value]);
    }
  }
  return json;
}

/** Nested JSON: `{"index": {"knn": "true"}}`. A value whose name is also a group keeps its dotted name. */
export function nestedSettingsJson(settings: FlatSettings): JsonObject {
  const json: JsonObject = {};
  for (const [key, value] of Object.entries(flatSettingsJson(settings))) place(json, key.split('.'), value);
  return json;
}

function place(target: JsonObject, path: readonly string[], value: JsonValue): void {
  const [head, ...rest] = path;
  if (rest.length === 0) {
    const existing = own(target, head);
    if (isJsonObject(existing))
      for (const [k, v] of Object.entries(existing)) define(target, `${head}.${k}`, v);
    define(target, head, value);
    return;
  }
  const existing = own(target, head);
  if (isJsonObject(existing)) place(existing, rest, value);
  else if (existing === undefined) {
    const group: JsonObject = {};
    define(target, head, group);
    place(group, rest, value);
  } else place(target, [`${head}.${rest[0]}`, ...rest.slice(1)], value);
}

function own(target: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}

/** Safe for keys like `__proto__`. */
function define(target: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function compareKeys(a: string, b: string): number {
  const [x, y] = [/^(.+)\.(\d+)$/.exec(a), /^(.+)\.(\d+)$/.exec(b)];
  if (x && y && x[1] === y[1]) return Number(x[2]) - Number(y[2]);
  return a < b ? -1 : a > b ? 1 : 0;
}
