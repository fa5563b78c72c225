import type { ExactJsonValue, JsonObject, JsonValue } from '../../common/index.ts';
import {
  isJsonObject,
  JsonDouble,
  OpenSearchError,
  parseJsonExact,
  placeError,
  similarNames,
} from '../../common/index.ts';
import { validationFailed } from '../metadata/errors.ts';
import type { UpdateBody } from './types.ts';

const KEYS = new Set([
  'doc',
  'upsert',
  'doc_as_upsert',
  'scripted_upsert',
  'detect_noop',
  'script',
  '_source',
  'if_seq_no',
  'if_primary_term',
  'retry_on_conflict',
]);

/** Parses the body of an update. Throws x_content_parse_exception and validation errors as the original. */
export function parseUpdateBody(text: string): UpdateBody {
  const body = parseJsonExact(text) as JsonValue;
  try {
    return parseBody(body);
  } catch (error) {
    throw error instanceof OpenSearchError ? placeError(error, body, text) : error;
  }
}

function parseBody(body: JsonValue): UpdateBody {
  if (!isJsonObject(body)) {
    throw new OpenSearchError(
      'x_content_parse_exception',
      `[1:1] [UpdateRequest] Expected START_OBJECT but was: ${Array.isArray(body) ? 'START_ARRAY' : valueToken(body)}`,
    );
  }
  for (const key of Object.keys(body)) {
    if (KEYS.has(key)) continue;
    const [suggestion] = similarNames(key, KEYS);
    const hint = suggestion === undefined ? '' : ` did you mean [${suggestion}]?`;
    throw new OpenSearchError(
      'x_content_parse_exception',
      `[1:2] [UpdateRequest] unknown field [${key}]${hint}`,
      {
        at: { container: body, key, edge: 'key' },
      },
    );
  }
  for (const part of ['doc', 'upsert']) checkPart(body, part);
  const script = scriptOf(body.script);
  const doc = objectOf(body.doc);
  checkParts(script, doc, body);
  return {
    doc,
    upsert: objectOf(body.upsert),
    docAsUpsert: body.doc_as_upsert === true,
    scriptedUpsert: body.scripted_upsert === true,
    detectNoop: body.detect_noop !== false,
    script,
    fetchSource: body._source,
    retryOnConflict: Number(body.retry_on_conflict ?? 0),
  };
}

function checkPart(body: JsonObject, part: string): void {
  const value = body[part];
  if (value === undefined || objectOf(value) !== null) return;
  const exact = (value as unknown) instanceof JsonDouble;
  const token = Array.isArray(value) ? 'START_ARRAY' : exact ? 'VALUE_NUMBER' : valueToken(value as null);
  throw new OpenSearchError(
    'x_content_parse_exception',
    `[1:1] [UpdateRequest] ${part} doesn't support values of type: ${token}`,
    { at: { container: body, key: part, edge: 'value' } },
  );
}

function valueToken(value: Exclude<JsonValue, object>): string {
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return `VALUE_${String(value).toUpperCase()}`;
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

function checkParts(script: JsonObject | null, doc: JsonObject | null, body: JsonObject): void {
  const problems: string[] = [];
  if (script && doc) problems.push("can't provide both script and doc");
  if (!script && !doc) problems.push('script or doc is missing');
  if (!doc && body.doc_as_upsert === true) problems.push('doc must be specified if doc_as_upsert is enabled');
  if (problems.length > 0) throw validationFailed(problems);
}

function objectOf(value: JsonValue | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

/** `"script": "ctx.op = 'none'"` stands for `{"source": …}`. */
function scriptOf(value: JsonValue | undefined): JsonObject | null {
  if (typeof value === 'string') return { source: value };
  return objectOf(value);
}

/** The document with `patch` merged in; `changed` is false when nothing is different. */
export function mergeDocument(
  document: JsonObject,
  patch: JsonObject,
): { readonly merged: JsonObject; readonly changed: boolean } {
  const members = new Map<string, JsonValue>(Object.entries(document));
  let changed = false;
  for (const [key, value] of Object.entries(patch)) {
    const before = members.get(key);
    if (isPlainObject(before) && isPlainObject(value)) {
      const inner = mergeDocument(before, value);
      members.set(key, inner.merged);
      changed ||= inner.changed;
    } else {
      changed ||= !members.has(key) || !sameValue(before, value);
      members.set(key, value);
    }
  }
  return { merged: Object.fromEntries(members), changed };
}

function isPlainObject(value: unknown): value is JsonObject {
  return isJsonObject(value);
}

/** Deep equality in which `1` and `1.0` differ, as they do for the original. */
export function sameValue(a: ExactJsonValue | undefined, b: ExactJsonValue | undefined): boolean {
  if (a === b) return true;
  if (a instanceof JsonDouble || b instanceof JsonDouble) {
    return a instanceof JsonDouble && b instanceof JsonDouble && a.value === b.value;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}
