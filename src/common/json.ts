import { OpenSearchError } from './errors.ts';
import { javaDouble } from './float32.ts';
import { JsonReader, jsonError, printedSource } from './jsonReader.ts';
import { type ExactJsonValue, JsonDouble, type JsonObject, type JsonValue } from './jsonValue.ts';
import { limits } from './limits.ts';
import { loopTurns } from './loopTurns.ts';
import type { Steps } from './steps.ts';

export {
  type ExactJsonObject,
  type ExactJsonValue,
  JsonDouble,
  type JsonObject,
  type JsonValue,
} from './jsonValue.ts';

/**
 * Guarded JSON. `JSON.parse` loses integers past 2^53, the difference between `1` and `1.0`, and duplicate keys,
 * and puts `__proto__` on prototypes; this reader does not. The fast path is the native parser.
 */

/**
 * Integers that may need more than 53 bits (fraction digits do not count), and member names that need care.
 */
const UNSAFE = /(?<![\d.])\d{16,}(?![\d.eE])|"(?:__proto__|\\u)/;

/**
 * Parses JSON text. Integers past 2^53 become bigint; objects never have a changed prototype. Throws
 * json_parse_exception (400) for text that is not JSON, has duplicate members, or is too deep or too large
 * (limits.jsonDepth, limits.jsonMembers).
 */
export function parseJson(text: string): JsonValue {
  checkSize(text);
  return readJson(text);
}

/**
 * Like `parseJson`, for text that the original reads as bytes: its errors name the source differently, and
 * their position after an unknown word is one further.
 */
export function parseJsonBytes(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw errorOfBytes(error, text, `(byte[])${printedSource(text).slice('(String)'.length)}`);
  }
}

/**
 * The first value of a text that the original reads as a stream, ignoring the rest; `null` if there is none.
 */
export function parseFirstJsonExact(text: string): ExactJsonValue {
  checkSize(text);
  try {
    return new JsonReader(text, true).firstValue();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw errorOfBytes(error, text, '(org.opensearch.common.io.stream.InputStreamStreamInput)');
  }
}

function errorOfBytes({ type, reason }: OpenSearchError, text: string, source: string): OpenSearchError {
  const word = /^Unrecognized token '(.*?)'/.exec(reason)?.[1];
  const behind = word === undefined || text.trimEnd().endsWith(word) ? 0 : 1;
  const told = reason.replaceAll(printedSource(text), source);
  return new OpenSearchError(
    type,
    told.replace(/column: (\d+)(?=\]$)/, (_, column) => `column: ${Number(column) + behind}`),
  );
}

/**
 * Like `parseJson`, for text of our own or of a cluster (answers, stored sources, state files): without the
 * limits for requests.
 */
export function readJson(text: string): JsonValue {
  if (!UNSAFE.test(text)) {
    const value = nativeParse(text);
    if (value !== undefined && countKeys(value) === countSeparators(text)) return value;
  }
  return new JsonReader(text, false).document() as JsonValue;
}

/** undefined if the text is not JSON. */
function nativeParse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * The native parser drops duplicate members. It dropped none if there are as many members as `":` in the
 * text; if the numbers differ (strings, spaces before colons), the slow reader decides.
 */
function countSeparators(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    if (text.charCodeAt(at - 1) === 0x22) count++;
  }
  return count;
}

function countKeys(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item === 'object' && item !== null) count += countKeys(item);
    }
    return count;
  }
  for (const key in value) {
    count++;
    const member = value[key];
    if (typeof member === 'object' && member !== null) count += countKeys(member);
  }
  return count;
}

/** Like `parseJson`, but keeps `1.0` apart from `1` (as JsonDouble), which dynamic mapping needs. */
export function parseJsonExact(text: string): ExactJsonValue {
  checkSize(text);
  return new JsonReader(text, true).document();
}

/**
 * Numbers with a zero fraction, with an exponent, or of a size at which Java prints an exponent. Strings may
 * match too.
 */
const PRINTED_OTHERWISE = /[:,[\s]-?(?:\d+\.0*(?!\d)|\d+(?:\.\d+)?[eE]|0\.000|\d{8,}\.)/;

/** Like `readJson`, but numbers print as when the original rewrites a document: `1e3` as `1000.0`. */
export function readJsonExact(text: string): ExactJsonValue {
  return PRINTED_OTHERWISE.test(text) ? new JsonReader(text, true).document() : readJson(text);
}

/** JSON text that is already serialised: a document's `_source` is returned byte for byte. */
export class RawJson {
  /** The text in UTF-8, when the object was made from bytes. */
  readonly bytes: Uint8Array | null;
  #text: string | undefined;
  #value: JsonValue | undefined;
  #exact: ExactJsonValue | undefined;

  constructor(content: string | Uint8Array) {
    this.bytes = typeof content === 'string' ? null : content;
    this.#text = typeof content === 'string' ? content : undefined;
  }

  get text(): string {
    this.#text ??= decoder.decode(this.bytes ?? undefined);
    return this.#text;
  }

  /** Parsed on first use. */
  get value(): JsonValue {
    this.#value ??= readJson(this.text);
    return this.#value;
  }

  /** Like `value`, but numbers keep the form in which they print. Parsed on first use. */
  get exact(): ExactJsonValue {
    this.#exact ??= readJsonExact(this.text);
    return this.#exact;
  }
}

const decoder = new TextDecoder();

/**
 * Serialises with bigints as digits, JsonDoubles as Java prints them, RawJson verbatim, and without undefined
 * members.
 */
export function stringifyJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (value instanceof RawJson) return value.text;
  if (value instanceof JsonDouble) return javaDouble(value.value);
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += (i === 0 ? '' : ',') + stringifyJson(value[i]);
    return `${text}]`;
  }
  let text = '';
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(member)}`;
  }
  return `{${text}}`;
}

/** Objects and arrays serialised per turn of the event loop. */
const STEPS_A_TURN = 4096;

/**
 * Like `stringifyJson`, but yields to the event loop while writing a long text. The value must not change
 * meanwhile.
 */
export async function stringifyInTurns(value: unknown): Promise<string> {
  const steps = stringifySteps(value);
  for (let taken = 1; ; taken++) {
    const { done, value: text } = steps.next();
    if (done) return text;
    if (taken % STEPS_A_TURN === 0) await loopTurns.next();
  }
}

function* stringifySteps(value: unknown): Steps<string> {
  yield;
  if (isLeaf(value)) return stringifyJson(value);
  const isArray = Array.isArray(value);
  let text = '';
  for (const [key, member] of Object.entries(value as object)) {
    if (member === undefined && !isArray) continue;
    if (text !== '') text += ',';
    if (!isArray) text += `${JSON.stringify(key)}:`;
    text += isLeaf(member) ? stringifyJson(member) : yield* stringifySteps(member);
  }
  return isArray ? `[${text}]` : `{${text}}`;
}

/** Whether `value` is neither an object nor an array. */
function isLeaf(value: unknown): boolean {
  return (
    typeof value !== 'object' || value === null || value instanceof RawJson || value instanceof JsonDouble
  );
}

/** `?pretty` as the original prints it: two spaces, `"key" : value`, `[ ]` and `{ }` when empty. */
export function prettyJson(value: unknown, indent = ''): string {
  if (value instanceof RawJson) return prettyJson(value.exact, indent);
  if (typeof value !== 'object' || value === null || value instanceof JsonDouble) return stringifyJson(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[ ]';
    return `[\n${value.map((item) => inner + prettyJson(item, inner)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{ }';
  const lines = members.map(
    ([key, member]) => `${inner}${JSON.stringify(key)} : ${prettyJson(member, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function scalar(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`;
  return JSON.stringify(value) ?? 'null';
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonDouble)
  );
}

/**
 * Runs before parsing: building objects with a million different members would block the event loop for
 * seconds.
 */
function checkSize(text: string): void {
  checkDepth(text);
  const most = limits.jsonMembers.value;
  if (text.length > SHORTEST_MEMBER * most && countSeparators(text) > most) {
    throw jsonError(`JSON has more members than the limit of ${most}`, text, 0);
  }
}

/** `"":1,` */
const SHORTEST_MEMBER = 5;

function checkDepth(text: string): void {
  if (hasFewBrackets(text)) return;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > limits.jsonDepth.value) {
        throw jsonError(`JSON nesting is deeper than the limit of ${limits.jsonDepth.value}`, text, i);
      }
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
}

/**
 * Text with no more opening brackets than the depth limit cannot be too deep: this settles most texts with
 * two searches.
 */
function hasFewBrackets(text: string): boolean {
  const allowed = limits.jsonDepth.value;
  if (text.length < allowed * 2) return true;
  let found = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++found > allowed) return false;
    }
  }
  return true;
}
