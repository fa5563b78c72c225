import { OpenSearchError } from './errors.ts';
import { limits } from './limits.ts';

/**
 * Guarded JSON. `JSON.parse` loses integers past 2^53, the difference between `1` and `1.0`, and duplicate keys,
 * and puts `__proto__` on prototypes; this reader does not. The fast path is the native parser.
 */

export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A number written with a fraction or exponent whose value is whole (`1.0`): only `parseJsonExact` makes it. */
export class JsonDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  toJSON(): number {
    return this.value;
  }
}

export type ExactJsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonDouble
  | ExactJsonValue[]
  | { [key: string]: ExactJsonValue };

/** Integers that may need more than 53 bits (digits of a fraction do not count), and keys to be careful with. */
const UNSAFE = /(?<![\d.])\d{16,}(?![\d.eE])|"(?:__proto__|\\u)/;

/**
 * Parses JSON text. Integers past 2^53 come as bigint; objects never carry a changed prototype.
 * Throws json_parse_exception (400) for text that is no JSON, or too deep (limits.jsonDepth).
 */
export function parseJson(text: string): JsonValue {
  checkDepth(text);
  if (UNSAFE.test(text)) return new Reader(text, false).document() as JsonValue;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return new Reader(text, false).document() as JsonValue;
  }
}

/** As `parseJson`, but keeps `1.0` apart from `1` (as JsonDouble): dynamic mapping needs it. */
export function parseJsonExact(text: string): ExactJsonValue {
  checkDepth(text);
  return new Reader(text, true).document();
}

/** JSON text that is already written: a document's `_source` goes out byte for byte. */
export class RawJson {
  readonly text: string;
  #value: JsonValue | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The parsed value, parsed once. */
  get value(): JsonValue {
    this.#value ??= parseJson(this.text);
    return this.#value;
  }
}

/** Serialises with bigints as digits, JsonDoubles as `1.0`, RawJson as it is; undefined members are left out. */
export function stringifyJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (value instanceof RawJson) return value.text;
  if (value instanceof JsonDouble) return value.value.toFixed(1);
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

/** `?pretty` as the original prints it: two spaces, `"key" : value`, `[ ]` and `{ }` when empty. */
export function prettyJson(value: unknown, indent = ''): string {
  if (value instanceof RawJson) return prettyJson(value.value, indent);
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
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Text with no more opening brackets than levels are allowed cannot be too deep: most texts, at the price of two searches. */
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

function jsonError(message: string, text: string, position: number): OpenSearchError {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < position && i < text.length; i++) {
    if (text.charCodeAt(i) === 0x0a) {
      line++;
      lineStart = i + 1;
    }
  }
  const column = position - lineStart + 1;
  const source = `(String)"${text.slice(0, 500)}"${text.length > 500 ? `[truncated ${text.length - 500} chars]` : ''}`;
  const reason = `${message}\n at [Source: ${source}; line: ${line}, column: ${column}]`;
  return new OpenSearchError('json_parse_exception', reason);
}

class Reader {
  readonly #text: string;
  readonly #exact: boolean;
  #at = 0;

  constructor(text: string, exact: boolean) {
    this.#text = text;
    this.#exact = exact;
  }

  document(): ExactJsonValue {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected('expected end of content');
    return value;
  }

  #value(): ExactJsonValue {
    this.#space();
    const c = this.#text[this.#at];
    if (c === '{') return this.#object();
    if (c === '[') return this.#array();
    if (c === '"') return this.#string();
    if (c === '-' || (c >= '0' && c <= '9')) return this.#number();
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    throw this.#unexpected(
      "expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
    );
  }

  #object(): ExactJsonValue {
    const entries: [string, ExactJsonValue][] = [];
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === '}') {
      this.#at++;
      return {};
    }
    for (;;) {
      this.#space();
      if (this.#text[this.#at] !== '"')
        throw this.#unexpected('was expecting double-quote to start field name');
      const key = this.#string();
      this.#space();
      if (this.#text[this.#at] !== ':')
        throw this.#unexpected('was expecting a colon to separate field name and value');
      this.#at++;
      entries.push([key, this.#value()]);
      this.#space();
      const c = this.#text[this.#at++];
      if (c === '}') return Object.fromEntries(entries);
      if (c !== ',') throw this.#back('was expecting comma to separate Object entries');
    }
  }

  #array(): ExactJsonValue[] {
    const items: ExactJsonValue[] = [];
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === ']') {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.#value());
      this.#space();
      const c = this.#text[this.#at++];
      if (c === ']') return items;
      if (c !== ',') throw this.#back('was expecting comma to separate Array entries');
    }
  }

  #string(): string {
    const start = this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c === 0x5c) this.#at++;
      else if (c === 0x22) {
        this.#at++;
        try {
          return JSON.parse(this.#text.slice(start, this.#at)) as string;
        } catch {
          this.#at = start;
          throw this.#unexpected('illegal character or escape in string');
        }
      }
    }
    throw this.#end('in VALUE_STRING');
  }

  #number(): ExactJsonValue {
    const match = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (!found) throw this.#unexpected('expected a number');
    this.#at += found[0].length;
    const value = Number(found[0]);
    if (found[1] === undefined && found[2] === undefined) {
      return Number.isSafeInteger(value) ? value : BigInt(found[0]);
    }
    return this.#exact && Number.isInteger(value) ? new JsonDouble(value) : value;
  }

  #space(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
    }
  }

  #back(expected: string): OpenSearchError {
    this.#at--;
    return this.#unexpected(expected);
  }

  #unexpected(expected: string): OpenSearchError {
    if (this.#at >= this.#text.length) return this.#end(expected);
    const c = this.#text[this.#at];
    const code = this.#text.charCodeAt(this.#at);
    return jsonError(`Unexpected character ('${c}' (code ${code})): ${expected}`, this.#text, this.#at + 1);
  }

  #end(where: string): OpenSearchError {
    return jsonError(`Unexpected end-of-input: ${where}`, this.#text, this.#text.length + 1);
  }
}
