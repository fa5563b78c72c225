import { CountedReads } from './countedReads.ts';
import { similarNames } from './didYouMean.ts';
import { type JsonPlace, OpenSearchError } from './errors.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { parseBoolean } from './settings.ts';
import { tokenName } from './tokenName.ts';

const TEXT = ['VALUE_STRING'];
const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const WHOLE = ['VALUE_NUMBER', 'VALUE_STRING'];
const TEXTS = ['START_ARRAY', 'VALUE_STRING'];

/**
 * Reads one object of a request's body as the original's object parsers do: a member of a wrong token, one that cannot
 * be read, and one that nobody has read are errors in its words. What is read is counted: end with `end()`.
 */
export class ObjectReader {
  readonly #name: string;
  readonly #body: JsonObject;
  readonly #members: CountedReads<JsonValue>;
  readonly #known: string[] = [];

  /** `name`: the parser's, as messages print it. */
  constructor(name: string, body: JsonObject) {
    this.#name = name;
    this.#body = body;
    this.#members = new CountedReads(new Map(Object.entries(body)));
  }

  /** The member read by `read`; undefined when it is absent. Its errors become causes. */
  member<T>(key: string, tokens: readonly string[], read: (value: JsonValue) => T): T | undefined {
    this.#known.push(key);
    const value = this.#members.get(key);
    if (value === undefined) return undefined;
    if (!tokens.includes(tokenName(value))) {
      throw this.#error(`${key} doesn't support values of type: ${tokenName(value)}`, this.#place(key));
    }
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      const found = error.at ?? this.#place(key);
      // An unknown member is noticed at its value.
      const at: JsonPlace = found.edge === 'key' ? { ...found, edge: 'value' } : found;
      throw this.#error(`failed to parse field [${key}]`, at, error);
    }
  }

  /** The member as it is, whatever it is. */
  any(key: string): JsonValue | undefined {
    this.#known.push(key);
    return this.#members.get(key);
  }

  text(key: string): string | undefined {
    return this.member(key, TEXT, String);
  }

  texts(key: string): readonly string[] | undefined {
    return this.member(key, TEXTS, (value) => (Array.isArray(value) ? value.map(String) : [String(value)]));
  }

  flag(key: string): boolean | undefined {
    return this.member(key, FLAG, (value) => parseBoolean(String(value)));
  }

  whole(key: string): number | undefined {
    return this.member(key, WHOLE, wholeNumber);
  }

  object<T>(key: string, read: (value: JsonObject) => T): T | undefined {
    return this.member(key, ['START_OBJECT'], (value) => read(value as JsonObject));
  }

  /** Members that nobody has asked for. */
  unread(): readonly string[] {
    return this.#members.unread();
  }

  /** Throws for the first of them. */
  end(): void {
    const [unknown] = this.unread();
    if (unknown === undefined) return;
    const similar = similarNames(unknown, this.#known);
    const hint = similar.length > 1 ? `any of [${similar.join(', ')}]?` : `[${similar[0]}]?`;
    const reason = `unknown field [${unknown}]${similar.length === 0 ? '' : ` did you mean ${hint}`}`;
    throw this.#error(reason, { container: this.#body, key: unknown, edge: 'key' });
  }

  #place(key: string): JsonPlace {
    return { container: this.#body, key, edge: 'value' };
  }

  #error(reason: string, at: JsonPlace, causedBy?: OpenSearchError): OpenSearchError {
    const text = `[1:1] [${this.#name}] ${reason}`;
    return new OpenSearchError('x_content_parse_exception', text, { at, causedBy });
  }
}

function wholeNumber(value: JsonValue): number {
  const number = Number(value);
  if (typeof value === 'string' && !/^[+-]?\d+(\.\d*)?$/.test(value)) {
    throw new OpenSearchError('number_format_exception', `For input string: "${value}"`);
  }
  return Math.trunc(number);
}
