import type { JsonObject, JsonValue } from '../../common/index.ts';
import { limits } from '../../common/index.ts';

/**
 * Reads a body like org.json, which accepts more than JSON: strings in single quotes or without quotes, `=`
 * for `:`, `;` for `,`, and anything after the object. Null when there is no object.
 */
export function readOrgJson(text: string): JsonObject | null {
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class Unreadable extends Error {}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };
const NO_WORD = new Set(',:]}/\\"[{;=#');

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonObject {
    if (this.#next() !== '{') throw new Unreadable();
    return this.#object();
  }

  /** The next non-whitespace character; empty at the end. */
  #next(): string {
    while (this.#at < this.#text.length && this.#text[this.#at] <= ' ') this.#at++;
    return this.#text[this.#at++] ?? '';
  }

  #object(): JsonObject {
    const out: JsonObject = {};
    for (;;) {
      const first = this.#next();
      if (first === '}') return out;
      if (first === '') throw new Unreadable();
      this.#at--;
      const key = String(this.#value());
      if (this.#next() !== ':' || Object.hasOwn(out, key)) throw new Unreadable();
      Object.defineProperty(out, key, { value: this.#value(), enumerable: true });
      const end = this.#next();
      if (end === '}') return out;
      if (end !== ',' && end !== ';') throw new Unreadable();
    }
  }

  #array(): JsonValue[] {
    const out: JsonValue[] = [];
    for (;;) {
      const first = this.#next();
      if (first === ']') return out;
      if (first === '') throw new Unreadable();
      this.#at--;
      out.push(first === ',' ? null : this.#value());
      const end = this.#next();
      if (end === ']') return out;
      if (end !== ',') throw new Unreadable();
    }
  }

  #value(): JsonValue {
    if (++this.#depth > limits.jsonDepth.value) throw new Unreadable();
    try {
      const first = this.#next();
      if (first === '"' || first === "'") return this.#quoted(first);
      if (first === '{') return this.#object();
      if (first === '[') return this.#array();
      this.#at--;
      return this.#word();
    } finally {
      this.#depth--;
    }
  }

  #quoted(quote: string): string {
    let out = '';
    for (;;) {
      const c = this.#text[this.#at++] ?? '\n';
      if (c === quote) return out;
      if (c === '\n' || c === '\r') throw new Unreadable();
      out += c === '\\' ? this.#escaped() : c;
    }
  }

  #escaped(): string {
    const c = this.#text[this.#at++] ?? '';
    if (c === 'u') {
      const digits = this.#text.slice(this.#at, this.#at + 4);
      if (!/^[\da-f]{4}$/i.test(digits)) throw new Unreadable();
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if ('"\'\\/'.includes(c) && c !== '') return c;
    const escaped = ESCAPES[c];
    if (escaped === undefined) throw new Unreadable();
    return escaped;
  }

  #isOfWord(c: string): boolean {
    return c >= ' ' && !NO_WORD.has(c);
  }

  #word(): JsonValue {
    const start = this.#at;
    while (this.#at < this.#text.length && this.#isOfWord(this.#text[this.#at])) this.#at++;
    const word = this.#text.slice(start, this.#at).trim();
    if (word === '') throw new Unreadable();
    if (/^true$/i.test(word)) return true;
    if (/^false$/i.test(word)) return false;
    if (/^null$/i.test(word)) return null;
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
  }
}
