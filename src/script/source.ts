import {
  checkToken,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  noText,
  OpenSearchError,
  objectExpected,
  parseMember,
  stringifyJson,
  unknownMember,
} from '../common/index.ts';
import { maxScriptLength } from './scriptLimits.ts';

/** A script as in requests: `"script": "…"` or `{source | id, lang, params, options}`. */
export interface ScriptSource {
  readonly lang: string;
  /** `null` for a stored script. */
  readonly source: string | null;
  readonly id: string | null;
  readonly params: JsonObject;
  /** The format of a template's source, which no other language knows. */
  readonly contentType?: string;
}

/** The member of a request that contains a script. */
interface ScriptPlace {
  readonly container: object;
  readonly key: string | number;
}

/** Throws illegal_argument or x_content_parse errors in the original's words. */
export function parseScriptSource(
  json: JsonValue,
  place: ScriptPlace = { container: { json }, key: 'json' },
): ScriptSource {
  if (typeof json === 'string') return { lang: 'painless', source: checkLength(json), id: null, params: {} };
  if (!isJsonObject(json)) throw objectExpected('script', place.container, place.key);
  const { source, id, lang, options = {}, params = {} } = readMembers(json);
  if (source === undefined && id === undefined) {
    const reason = 'must specify either [source] for an inline script or [id] for a stored script';
    const at = { container: json, key: null, edge: 'end' } as const;
    throw new OpenSearchError('illegal_argument_exception', reason, { at });
  }
  if (id !== undefined) checkStored(lang, options);
  return {
    lang: lang ?? 'painless',
    source: source === undefined ? null : checkLength(source),
    id: id ?? null,
    params,
    ...contentTypeOf(json, options),
  };
}

interface Members {
  source?: string;
  id?: string;
  lang?: string;
  options?: JsonObject;
  params?: JsonObject;
}

const TEXT = ['VALUE_STRING'];
const OBJECT = ['START_OBJECT'];

/** The members of a script: what they may be, and how they are read. */
const MEMBERS: Readonly<
  Record<string, { readonly tokens: readonly string[]; read(found: Members, value: JsonValue): void }>
> = {
  source: {
    tokens: [...OBJECT, ...TEXT],
    read(found, value) {
      checkOnly(found);
      found.source = typeof value === 'string' ? value : stringifyJson(value);
    },
  },
  id: {
    tokens: TEXT,
    read(found, value) {
      checkOnly(found);
      found.id = String(value);
    },
  },
  lang: { tokens: TEXT, read: (found, value) => void (found.lang = String(value)) },
  options: { tokens: OBJECT, read: (found, value) => void (found.options = texts(value as JsonObject)) },
  params: { tokens: OBJECT, read: (found, value) => void (found.params = value as JsonObject) },
};

/** Options of the compiler are texts. */
function texts(options: JsonObject): JsonObject {
  for (const [name, value] of Object.entries(options)) {
    if (value === null || typeof value === 'object') throw noText(options, name);
  }
  return options;
}

function checkOnly({ source, id }: Members): void {
  if (source === undefined && id === undefined) return;
  throw illegalArgument('must only use one of [source, id] when specifying a script');
}

function readMembers(json: JsonObject): Members {
  const found: Members = {};
  for (const key of Object.keys(json)) {
    if (!Object.hasOwn(MEMBERS, key)) throw unknownMember('script', json, key, Object.keys(MEMBERS));
    checkToken('script', json, key, MEMBERS[key].tokens);
    parseMember('script', json, key, () => MEMBERS[key].read(found, json[key]));
  }
  return found;
}

/** A source that is an object is JSON. Throws for other options of the compiler. */
function contentTypeOf(json: JsonObject, options: JsonObject): { readonly contentType?: string } {
  const { content_type: given, ...others } = options;
  const names = Object.keys(others);
  if (names.length > 0) {
    const printed = names.map((name) => `${name}=${others[name]}`).join(', ');
    throw illegalArgument(`illegal compiler options [{${printed}}] specified`);
  }
  if (given !== undefined) return { contentType: String(given) };
  return isJsonObject(json.source) ? { contentType: 'application/json; charset=UTF-8' } : {};
}

/** A stored script already has its language and options. */
function checkStored(lang: string | undefined, options: JsonObject): void {
  if (lang !== undefined) throw illegalArgument('illegally specified <lang> for a stored script');
  if (Object.keys(options).length > 0) {
    throw illegalArgument('field [options] cannot be specified using a stored script');
  }
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
