import {
  type FlatSettings,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../common/index.ts';

export type AnalysisKind = 'analyzer' | 'normalizer' | 'tokenizer' | 'filter' | 'char_filter';

/**
 * `index.analysis` as kind → name → parameters, from nested settings (`{index: {analysis: …}}`, `{analysis:
 * …}`) or flat ones (`index.analysis.filter.f.stopwords.0`, or a list as JSON text).
 */
export function analysisTree(
  settings: JsonObject | FlatSettings,
): Record<AnalysisKind, Map<string, JsonObject>> {
  const tree = {
    analyzer: new Map<string, JsonObject>(),
    normalizer: new Map<string, JsonObject>(),
    tokenizer: new Map<string, JsonObject>(),
    filter: new Map<string, JsonObject>(),
    char_filter: new Map<string, JsonObject>(),
  };
  const entries = settings instanceof Map ? [...settings.entries()] : flatten(settings as JsonObject, '');
  for (const [path, value] of entries) {
    const parts = path.replace(/^index\./, '').split('.');
    const [room, kind, name, ...rest] = parts;
    if (room !== 'analysis' || name === undefined || !Object.hasOwn(tree, kind)) continue;
    if (rest.length === 0) throw noGroup(kind, name);
    const components = tree[kind as AnalysisKind];
    const parameters = components.get(name) ?? (Object.create(null) as JsonObject);
    components.set(name, parameters);
    put(parameters, rest, typeof value === 'string' ? listText(value) : value);
  }
  return tree;
}

/** An object of settings by full keys, sorted: what is nested stands under dotted names, and what is empty is gone. */
export function componentSettings(given: JsonObject): JsonObject {
  const settings = Object.create(null) as JsonObject;
  for (const [path, value] of flatten(given, '')) put(settings, path.split('.'), value);
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function noGroup(kind: string, name: string): OpenSearchError {
  const group = `index.analysis.${kind}.`;
  return new OpenSearchError(
    'settings_exception',
    `Failed to get setting group for [${group}] setting prefix and setting [${group}${name}] because of a missing '.'`,
    { status: 400 },
  );
}

/** Flattens nested settings to full keys such as `index.max_ngram_diff`; flat ones are returned unchanged. */
export function flatSettings(settings: JsonObject | FlatSettings): FlatSettings {
  if (settings instanceof Map) return settings;
  return new Map(
    flatten(settings as JsonObject, '').map(([path, value]) => [
      path.startsWith('index.') ? path : `index.${path}`,
      String(value),
    ]),
  );
}

function flatten(value: JsonObject, prefix: string): [string, JsonValue][] {
  return Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return isJsonObject(member) ? flatten(member, path) : [[path, member]];
  });
}

function put(parameters: JsonObject, path: readonly string[], value: JsonValue): void {
  const last = path[path.length - 1];
  if (path.length > 1 && /^\d{1,6}$/.test(last)) {
    const key = path.slice(0, -1).join('.');
    const list = parameters[key];
    if (Array.isArray(list)) list.push(value);
    else parameters[key] = [value];
  } else parameters[path.join('.')] = value;
}

function listText(text: string): JsonValue {
  if (!text.startsWith('[') || !text.endsWith(']')) return text;
  try {
    const parsed = JSON.parse(text) as JsonValue;
    return Array.isArray(parsed) ? parsed : text;
  } catch {
    return text;
  }
}
