import { illegalArgument } from './errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { parseSizeBytes, parseTimeMs } from './units.ts';

/** Reads the body of one of Rockpool's own APIs: every member has a type, and unknown members are errors. */
export class BodyReader {
  readonly #where: string;
  readonly #body: JsonObject;
  readonly #read = new Set<string>();

  /** `where` names the object in messages. */
  constructor(where: string, body: JsonValue) {
    if (!isJsonObject(body)) throw illegalArgument(`[${where}] must be an object`);
    this.#where = where;
    this.#body = body;
  }

  /** The raw member; undefined when absent. */
  value(key: string): JsonValue | undefined {
    this.#read.add(key);
    return Object.hasOwn(this.#body, key) ? this.#body[key] : undefined;
  }

  object(key: string): BodyReader | null {
    const value = this.value(key);
    return value === undefined ? null : new BodyReader(`${this.#where}.${key}`, value);
  }

  text(key: string): string | null {
    const value = this.value(key);
    if (value === undefined || typeof value === 'string') return value ?? null;
    throw this.wrong(key, 'a string');
  }

  /** A string that must be one of `words`. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | null {
    const value = this.text(key);
    const word = words.find((known) => known === value);
    if (value !== null && word === undefined) throw this.wrong(key, `one of [${words.join(', ')}]`);
    return word ?? null;
  }

  flag(key: string): boolean {
    const value = this.value(key) ?? false;
    if (typeof value !== 'boolean') throw this.wrong(key, 'true or false');
    return value;
  }

  whole(key: string, min: number, max: number): number | null {
    const value = this.value(key);
    if (value === undefined) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw this.wrong(key, `an integer from ${min} to ${max}`);
  }

  fraction(key: string): number | null {
    const value = this.value(key);
    if (value === undefined) return null;
    if (typeof value === 'number' && value >= 0 && value <= 1) return value;
    throw this.wrong(key, 'a number from 0 to 1');
  }

  list(key: string, maxItems: number): readonly JsonValue[] | null {
    const value = this.value(key);
    if (value === undefined) return null;
    if (!Array.isArray(value)) throw this.wrong(key, 'an array');
    if (value.length > maxItems) throw this.wrong(key, `an array of at most ${maxItems} items`);
    return value;
  }

  /** A duration such as `"5ms"` or `"2m"`, in milliseconds. */
  timeMs(key: string, maxMs: number): number | null {
    const value = this.text(key);
    if (value === null) return null;
    const ms = parseTimeMs(value, key);
    if (ms >= 0 && ms <= maxMs) return ms;
    throw this.wrong(key, `a time from 0 to ${maxMs}ms`);
  }

  /** A size such as `"10mb"`, or a number of bytes. */
  bytes(key: string): number | null {
    const value = this.value(key);
    if (value === undefined || value === null) return null;
    const bytes = typeof value === 'string' ? parseSizeBytes(value, key) : value;
    if (typeof bytes === 'number' && Number.isFinite(bytes) && bytes >= 1) return bytes;
    throw this.wrong(key, 'a size in bytes, at least 1');
  }

  /** Throws if a member was not read. */
  end(): void {
    const unknown = Object.keys(this.#body).filter((key) => !this.#read.has(key));
    if (unknown.length > 0) throw illegalArgument(`unknown member [${unknown[0]}] of [${this.#where}]`);
  }

  wrong(key: string, wanted: string): Error {
    return illegalArgument(`[${this.#where}.${key}] must be ${wanted}`);
  }
}
