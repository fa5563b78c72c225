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
 * Reads one object of a request's body as the original's object parsers do: wrong tokens, unreadable values
 * and unknown members are errors in its words. Call `end()` to refuse members that were not read.
 */
export class ObjectReader {
  readonly #name: string;
  readonly #body: JsonObject;
  readonly #members: CountedReads<JsonValue>;
  readonly #known: string[] = [];

  /** `name`: the parser's name in messages. */
  constructor(name: string, body: JsonObject) {
    this.#name = name;
    this.#body = body;
    this.#members = new CountedReads(new Map(Object.entries(body)));
  }

  /** The member read by `read`, whose errors become causes; undefined when absent. */
  member<T>(key: string, tokens: readonly string[], read: (value: JsonValue) => T): T | undefined {
    this.#known.push(key);
    const value = this.#members.get(key);
    if (value === undefined) return undefined;
    checkToken(this.#name, this.#body, key, tokens);
    return parseMember(this.#name, this.#body, key, () => read(value));
  }

  /** The member, whatever its type. */
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
    return this.member(key, FLAG, (value) => value !== '' && parseBoolean(String(value)));
  }

  whole(key: string): number | undefined {
    return this.member(key, WHOLE, wholeNumber);
  }

  object<T>(key: string, read: (value: JsonObject) => T): T | undefined {
    return this.member(key, ['START_OBJECT'], (value) => read(value as JsonObject));
  }

  /** Members that were not read. */
  unread(): readonly string[] {
    return this.#members.unread();
  }

  /** Throws for the first member that was not read. */
  end(): void {
    const [unknown] = this.unread();
    if (unknown !== undefined) throw unknownMember(this.#name, this.#body, unknown, this.#known);
  }
}

/** An integer, given as a number or a string; fractions are truncated. */
export function wholeNumber(value: JsonValue): number {
  const number = Number(value);
  if (typeof value === 'string' && !/^[+-]?\d+(\.\d*)?$/.test(value)) {
    throw new OpenSearchError('number_format_exception', `For input string: "${value}"`);
  }
  return Math.trunc(number);
}
