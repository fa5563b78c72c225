import type { ExactJsonValue, JsonObject, JsonValue } from '../../common/index.ts';
import {
  isJsonObject,
  JsonDouble,
  ObjectReader,
  OpenSearchError,
  parseJsonExact,
  placeError,
  tokenName,
  wholeNumber,
} from '../../common/index.ts';
import { parseScriptSource } from '../../script/index.ts';
import { validationFailed } from '../metadata/errors.ts';
import type { UpdateBody } from './types.ts';
import { conditionSeqNo, conditionTerm } from './writeConditions.ts';

/** Parses the body of an update. Throws x_content_parse_exception and validation errors like the original. */
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
    const reason = `[1:1] [UpdateRequest] Expected START_OBJECT but was: ${tokenName(body)}`;
    throw new OpenSearchError('x_content_parse_exception', reason);
  }
  const reader = new ObjectReader('UpdateRequest', body);
  const script = reader.member('script', ['START_OBJECT', 'VALUE_STRING'], scriptOf) ?? null;
  const read: UpdateBody = {
    script,
    scriptedUpsert: reader.flag('scripted_upsert') ?? false,
    upsert: reader.object('upsert', (upsert) => upsert) ?? null,
    doc: reader.object('doc', (doc) => doc) ?? null,
    docAsUpsert: reader.flag('doc_as_upsert') ?? false,
    detectNoop: reader.flag('detect_noop') ?? true,
    retryOnConflict: 0,
    fetchSource: reader.member('_source', SOURCE, (value) => value),
    ifSeqNo: reader.member('if_seq_no', WHOLE, (value) => conditionSeqNo(wholeNumber(value))) ?? null,
    ifPrimaryTerm:
      reader.member('if_primary_term', WHOLE, (value) => conditionTerm(wholeNumber(value))) ?? null,
  };
  reader.end();
  checkParts(read);
  return read;
}

const SOURCE = ['START_ARRAY', 'START_OBJECT', 'VALUE_BOOLEAN', 'VALUE_STRING'];
const WHOLE = ['VALUE_NUMBER', 'VALUE_STRING'];

function checkParts({ script, doc, docAsUpsert }: UpdateBody): void {
  const problems: string[] = [];
  if (script && doc) problems.push("can't provide both script and doc");
  if (!script && !doc) problems.push('script or doc is missing');
  if (!doc && docAsUpsert) problems.push('doc must be specified if doc_as_upsert is enabled');
  if (problems.length > 0) throw validationFailed(problems);
}

/** `"script": "ctx.op = 'none'"` is short for `{"source": …}`. Throws for an object that is not a script. */
function scriptOf(value: JsonValue): JsonObject {
  parseScriptSource(value);
  return isJsonObject(value) ? value : { source: String(value) };
}

/** Merges `patch` into the document; `changed` is false if nothing differs. */
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

/** Deep equality that distinguishes `1` from `1.0`, as the original does. */
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
