import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  tokenName,
} from '../common/index.ts';
import { maxScriptLength } from './scriptLimits.ts';

/** A script as requests carry it: `"script": "…"` or `{source | id, lang, params, options}`. */
export interface ScriptSource {
  readonly lang: string;
  /** null for a stored script. */
  readonly source: string | null;
  readonly id: string | null;
  readonly params: JsonObject;
}

const KEYS = new Set(['source', 'inline', 'id', 'lang', 'params', 'options']);

/** Throws illegal_argument or x_content_parse errors in the original's words. */
export function parseScriptSource(json: JsonValue): ScriptSource {
  if (typeof json === 'string') return { lang: 'painless', source: checkLength(json), id: null, params: {} };
  if (!isJsonObject(json)) throw new OpenSearchError('parsing_exception', 'unexpected value for [script]');
  for (const key of Object.keys(json)) {
    if (!KEYS.has(key))
      throw new OpenSearchError('x_content_parse_exception', `[1:1] [script] unknown field [${key}]`, {
        at: { container: json, key, edge: 'key' },
      });
  }
  if (json.source !== undefined && typeof json.source !== 'string' && !isJsonObject(json.source)) {
    throw new OpenSearchError(
      'x_content_parse_exception',
      `[1:1] [script] source doesn't support values of type: ${tokenName(json.source)}`,
      { at: { container: json, key: 'source', edge: 'value' } },
    );
  }
  const source = json.source ?? json.inline ?? null;
  const id = json.id ?? null;
  if (source === null && id === null) {
    throw illegalArgument('must specify either [source] for an inline script or [id] for a stored script');
  }
  if (source !== null && id !== null) {
    throw illegalArgument(
      'must specify either [source] for an inline script or [id] for a stored script, not both',
    );
  }
  const params = json.params ?? {};
  if (!isJsonObject(params))
    throw new OpenSearchError(
      'x_content_parse_exception',
      "[script] params doesn't support values that are no objects",
    );
  return {
    lang: typeof json.lang === 'string' ? json.lang : 'painless',
    source: source === null ? null : checkLength(String(source)),
    id: id === null ? null : String(id),
    params,
  };
}

function checkLength(source: string): string {
  const most = maxScriptLength();
  if (source.length > most) {
    throw illegalArgument(
      `exceeded max allowed inline script size in bytes [${most}] with size [${source.length}] for script [${source.slice(0, 100)}…]`,
    );
  }
  return source;
}
