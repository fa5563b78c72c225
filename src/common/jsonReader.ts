import { type ErrorType, OpenSearchError } from './errors.ts';
import { jsonDouble } from './jsonNumbers.ts';
import type { ExactJsonValue } from './jsonValue.ts';

/** The source and position with which the original's JSON parser (Jackson) ends its messages. */
function source(text: string, position: number): string {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return `[Source: ${printedSource(text)}; line: ${line}, column: ${position - lineStart + 1}]`;
}

/** The text as quoted in messages. */
export function printedSource(text: string): string {
  const rest = text.length - 500;
  return `(String)"${text.slice(0, 500)}"${rest > 0 ? `[truncated ${rest} chars]` : ''}`;
}

/** An error at `position`, a 0-based character offset. */
export function jsonError(
  message: string,
  text: string,
  position: number,
  type: ErrorType = 'json_parse_exception',
): OpenSearchError {
  return new OpenSearchError(type, `${message}\n at ${source(text, position)}`);
}

const VALUES = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const WORD = /[\p{L}\p{Nd}_$]+/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** The slow JSON reader: keeps what `JSON.parse` loses, and reports errors in Jackson's words. */
export class JsonReader {
  readonly #text: string;
  readonly #exact: boolean;
  #at = 0;
  /** Start and kind of the innermost open object or array. */
  #open: { readonly start: number; readonly kind: 'Object' | 'Array' } | null = null;

  constructor(text: string, exact: boolean) {
    this.#text = text;
    this.#exact = exact;
  }

  document(): ExactJsonValue {
    this.#space();
    if (this.#at >= this.#text.length) throw this.#end(' within/between root entries');
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpectedValue();
    return value;
  }

  /** The first value of the text; `null` if there is none. */
  firstValue(): ExactJsonValue {
    this.#space();
    return this.#at >= this.#text.length ? null : this.#value();
  }

  #value(): ExactJsonValue {
    const c = this.#text[this.#at];
    if (c === '{' || c === '[') return this.#container(c);
    if (c === '"') return this.#string(': was expecting closing quote for a string value');
    if (c === '-' || (c >= '0' && c <= '9')) return this.#number();
    WORD.lastIndex = this.#at;
    const word = WORDS.get(WORD.exec(this.#text)?.[0] ?? '');
    if (word === undefined) throw this.#unexpectedValue();
    this.#at = WORD.lastIndex;
    return word;
  }

  #container(bracket: string): ExactJsonValue {
    const outer = this.#open;
    this.#open = { start: this.#at++, kind: bracket === '{' ? 'Object' : 'Array' };
    const value = bracket === '{' ? this.#object() : this.#array();
    this.#open = outer;
    return value;
  }

  #object(): ExactJsonValue {
    const entries = new Map<string, ExactJsonValue>();
    if (this.#closes('}')) return {};
    for (;;) {
      if (this.#text[this.#at] !== '"')
        throw this.#unexpected('was expecting double-quote to start field name');
      const key = this.#string(' in field name');
      if (entries.has(key)) throw jsonError(`Duplicate field '${key}'`, this.#text, this.#at);
      this.#between();
      if (this.#text[this.#at] !== ':') {
        throw this.#unexpected('was expecting a colon to separate field name and value');
      }
      this.#at++;
      this.#between();
      entries.set(key, this.#value());
      if (this.#closes('}')) return Object.fromEntries(entries);
      this.#comma('Object');
    }
  }

  #array(): ExactJsonValue[] {
    const items: ExactJsonValue[] = [];
    if (this.#closes(']')) return items;
    for (;;) {
      items.push(this.#value());
      if (this.#closes(']')) return items;
      this.#comma('Array');
    }
  }

  #closes(bracket: string): boolean {
    this.#space();
    if (this.#at >= this.#text.length) throw this.#unclosed();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  #comma(kind: string): void {
    if (this.#text[this.#at] !== ',') {
      throw this.#unexpected(`was expecting comma to separate ${kind} entries`);
    }
    this.#at++;
    this.#between();
  }

  /** Skips whitespace before a required token. */
  #between(): void {
    this.#space();
    if (this.#at >= this.#text.length)
      throw this.#end(` within/between ${this.#open?.kind ?? 'root'} entries`);
  }

  #string(unclosed: string): string {
    const start = this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c === 0x22) return JSON.parse(this.#text.slice(start, ++this.#at)) as string;
      if (c === 0x5c) this.#escape();
      else if (c < 0x20) {
        const reason =
          `Illegal unquoted character ((CTRL-CHAR, code ${c})): has to be escaped using backslash to be included ` +
          `in string value`;
        throw jsonError(reason, this.#text, this.#at + 1);
      }
    }
    throw this.#end(unclosed);
  }

  #escape(): void {
    const char = this.#text[++this.#at];
    if (char === undefined) throw this.#end(' in character escape sequence');
    if ('"\\/bfnrt'.includes(char)) return;
    if (char === 'u' && /^[0-9A-Fa-f]{4}$/.test(this.#text.slice(this.#at + 1, this.#at + 5))) {
      this.#at += 4;
      return;
    }
    if (char === 'u') throw this.#unexpected('expected a hex-digit for character escape sequence', 1);
    const code = char.charCodeAt(0);
    throw jsonError(`Unrecognized character escape '${char}' (code ${code})`, this.#text, this.#at + 1);
  }

  #number(): ExactJsonValue {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text);
    if (!found) {
      this.#at++;
      throw this.#unexpected('expected digit (0-9) to follow minus sign, for valid numeric value');
    }
    const start = this.#at;
    this.#at += found[0].length;
    this.#checkNumberEnd(start);
    const value = Number(found[0]);
    if (found[1] === undefined && found[2] === undefined) {
      return Number.isSafeInteger(value) ? value : BigInt(found[0]);
    }
    return this.#exact ? jsonDouble(value) : value;
  }

  #checkNumberEnd(start: number): void {
    const next = this.#text[this.#at];
    if (next === undefined || ' \n\r\t,]}'.includes(next)) return;
    if (next >= '0' && next <= '9') {
      throw jsonError('Invalid numeric value: Leading zeroes not allowed', this.#text, start + 2);
    }
    if (next === '.') {
      this.#at++;
      throw this.#unexpected('Decimal point not followed by a digit');
    }
    const where = this.#open === null ? 'root' : this.#open.kind;
    throw this.#unexpected(
      where === 'root'
        ? 'Expected space separating root-level values'
        : `was expecting comma to separate ${where} entries`,
    );
  }

  #space(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
    }
  }

  /** Not a value: an unknown word, or a character that starts none. */
  #unexpectedValue(): OpenSearchError {
    if (this.#at >= this.#text.length) return this.#end(' within/between root entries');
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (word === undefined || /^\d/.test(word)) {
      const closes =
        this.#text[this.#at] === '}' || (this.#text[this.#at] === ']' && this.#open?.kind === 'Array');
      return this.#unexpected(closes ? 'expected a value' : `expected a valid value ${VALUES}`);
    }
    const after = this.#at + word.length;
    if (word === 'NaN' || word === 'Infinity') {
      const hint = 'enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow';
      return jsonError(`Non-standard token '${word}': ${hint}`, this.#text, after);
    }
    return jsonError(`Unrecognized token '${word}': was expecting ${VALUES}`, this.#text, after);
  }

  #unexpected(expected: string, ahead = 0): OpenSearchError {
    const at = this.#at + ahead;
    if (at >= this.#text.length) return this.#end(` within/between ${this.#open?.kind ?? 'root'} entries`);
    const shown = `'${this.#text[at]}' (code ${this.#text.charCodeAt(at)})`;
    return jsonError(`Unexpected character (${shown}): ${expected}`, this.#text, at + 1);
  }

  #unclosed(): OpenSearchError {
    const { start, kind } = this.#open ?? { start: 0, kind: 'Object' };
    return this.#end(`: expected close marker for ${kind} (start marker at ${source(this.#text, start)})`);
  }

  #end(where: string): OpenSearchError {
    const { length } = this.#text;
    return jsonError(`Unexpected end-of-input${where}`, this.#text, length, 'json_e_o_f_exception');
  }
}
