import {
  CountedReads,
  type FlatSettings,
  illegalArgument,
  indexLimit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LimitName,
  notEmulated,
  numberFormat,
  OpenSearchError,
} from '../common/index.ts';
import type { PredicateCompiler, TokenPredicate } from './types.ts';

/** What components need from their index. */
export interface ComponentSurroundings {
  /** The index settings, for limits. */
  readonly settings: FlatSettings;
  readonly compilePredicate: PredicateCompiler;
}

export const noScripts: PredicateCompiler = () => {
  throw notEmulated('a script here');
};

const NO_SURROUNDINGS: ComponentSurroundings = { settings: new Map(), compilePredicate: noScripts };

/** The parameters of one component of `index.analysis`, or of an inline definition in `_analyze`. */
export class ComponentParameters {
  /** The component's configured name, for error messages. */
  readonly name: string;
  readonly #values: CountedReads<JsonValue>;
  readonly #surroundings: ComponentSurroundings;

  constructor(name: string, values: JsonObject, surroundings = NO_SURROUNDINGS) {
    this.name = name;
    this.#values = new CountedReads(new Map(Object.entries(values)));
    this.#surroundings = surroundings;
  }

  limit(name: LimitName): number {
    return indexLimit(this.#surroundings.settings, name);
  }

  /** Parameters that the component did not read: ignored, as in the original. */
  unread(): readonly string[] {
    return this.#values.unread();
  }

  has(key: string): boolean {
    return (this.#values.get(key) ?? null) !== null;
  }

  string(key: string): string | null {
    const value = this.#values.get(key);
    return value === undefined || value === null ? null : text(value);
  }

  integer(key: string, defaultValue: number): number {
    try {
      return this.plainInteger(key, defaultValue);
    } catch (error) {
      const reason = `Failed to parse int setting [${key}] with value [${this.string(key)}]`;
      throw new OpenSearchError('settings_exception', reason, {
        status: 400,
        causedBy: error as OpenSearchError,
      });
    }
  }

  /** Like `integer`, for components that Lucene reads itself. */
  plainInteger(key: string, defaultValue: number): number {
    const value = this.string(key);
    if (value === null) return defaultValue;
    const number = /^[-+]?\d{1,19}$/.test(value) ? Number(value) : Number.NaN;
    if (number === (number | 0)) return number;
    throw numberFormat(value);
  }

  boolean(key: string, defaultValue: boolean): boolean {
    const value = this.string(key);
    if (value === null) return defaultValue;
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }

  /** A list of words. `key_path` is never found, since Rockpool has no folder for word files. */
  words(key: string): readonly string[] | null {
    if (!this.has(`${key}_path`)) return this.list(key);
    throw illegalArgument(`IOException while reading ${key}_path: file not readable`);
  }

  /** The members of `script`; `null` if it is not an object. */
  script(): Readonly<Record<string, string | undefined>> | null {
    const script = this.#values.get('script') ?? null;
    if (isJsonObject(script)) return memberTexts(script);
    const flat = [...this.#values.names()]
      .filter((key) => key.startsWith('script.'))
      .map((key): [string, JsonValue] => [key, this.#values.get(key) ?? null]);
    return flat.length === 0
      ? null
      : memberTexts(Object.fromEntries(flat.map(([key, value]) => [key.slice('script.'.length), value])));
  }

  predicate(source: string, lang: string): TokenPredicate {
    return this.#surroundings.compilePredicate(source, lang);
  }

  /** An array, or a comma-separated string. */
  list(key: string): readonly string[] | null {
    const value = this.#values.get(key);
    if (value === undefined || value === null) return null;
    if (Array.isArray(value)) return value.map(text);
    if (isJsonObject(value)) return Object.values(value).map(text);
    return text(value)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
}

function memberTexts(value: JsonObject): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, member === null ? undefined : text(member)]),
  );
}

/** As settings print: a list in brackets. */
function text(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.map(text).join(', ')}]` : String(value);
}
