import {
  type FlatSettings,
  illegalArgument,
  indexLimit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LimitName,
  numberFormat,
} from '../common/index.ts';

const NO_SETTINGS: FlatSettings = new Map();

/** The parameters of one component of `index.analysis`, or of an inline definition in `_analyze`. */
export class ComponentParameters {
  /** The name under which the component was configured; error messages print it. */
  readonly name: string;
  readonly #values: JsonObject;
  readonly #settings: FlatSettings;

  /** `settings`: those of the index, for its limits. */
  constructor(name: string, values: JsonObject, settings: FlatSettings = NO_SETTINGS) {
    this.name = name;
    this.#values = values;
    this.#settings = settings;
  }

  limit(name: LimitName): number {
    return indexLimit(this.#settings, name);
  }

  has(key: string): boolean {
    return this.#values[key] !== undefined && this.#values[key] !== null;
  }

  string(key: string): string | null {
    const value = this.#values[key];
    return value === undefined || value === null ? null : text(value);
  }

  integer(key: string, defaultValue: number): number {
    const value = this.string(key);
    if (value === null) return defaultValue;
    if (!/^-?\d{1,10}$/.test(value)) {
      throw illegalArgument(`Failed to parse value [${value}] for setting [${key}]`, numberFormat(value));
    }
    return Number(value);
  }

  boolean(key: string, defaultValue: boolean): boolean {
    const value = this.string(key);
    if (value === null) return defaultValue;
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }

  /** An array, or a comma-separated text. */
  list(key: string): readonly string[] | null {
    const value = this.#values[key];
    if (value === undefined || value === null) return null;
    if (Array.isArray(value)) return value.map(text);
    if (isJsonObject(value)) return Object.values(value).map(text);
    return text(value)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
}

function text(value: JsonValue): string {
  return typeof value === 'string' ? value : String(value);
}
