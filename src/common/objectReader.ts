import { CountedReads } from './countedReads.ts';
import { OpenSearchError } from './errors.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { checkToken, parseMember, unknownMember } from './objectErrors.ts';
import { parseBoolean } from './settings.ts';

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
    checkToken(this.#name, this.#body, key, tokens);
    return parseMember(this.#name, this.#body, key, () => read(value));
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
    if (unknown !== undefined) throw unknownMember(this.#name, this.#body, unknown, this.#known);
  }
}

/** A whole number, or the text of one; decimals are cut off. */
export function wholeNumber(value: JsonValue): number {
  const number = Number(value);
  if (typeof value === 'string' && !/^[+-]?\d+(\.\d*)?$/.test(value)) {
    throw new OpenSearchError('number_format_exception', `For input string: "${value}"`);
  }
  return Math.trunc(number);
}
