import { illegalArgument, numberFormat, OpenSearchError } from './errors.ts';
import { parseSizeBytes, parseTimeMs } from './units.ts';

/**
 * The settings registry: a setting is a row (key, default, scope, dynamic, parse). Rooms add their rows to
 * the registry that `node/` owns. Values are stored as the strings that the original prints.
 */
export interface Setting<T = unknown> {
  readonly key: string;
  readonly scope: 'cluster' | 'index';
  readonly dynamic: boolean;
  /** The default as printed by `include_defaults`. */
  readonly defaultText: string;
  /** Throws illegal_argument_exception in the original's words. */
  readonly parse: (text: string) => T;
  readonly doc: string;
}

/** Flat, normalised settings, such as `index.knn` → `"true"`. */
export type FlatSettings = ReadonlyMap<string, string>;

export function settingValue<T>(setting: Setting<T>, settings: FlatSettings): T {
  return setting.parse(settings.get(setting.key) ?? setting.defaultText);
}

/** A list setting, given as an array or as comma-separated text. */
export function listSetting(settings: FlatSettings, key: string): readonly string[] {
  const text = settings.get(key);
  if (text !== undefined) {
    return text === '[]' || text === '' ? [] : text.split(',').map((item) => item.trim());
  }
  const items: string[] = [];
  for (
    let item = settings.get(`${key}.0`);
    item !== undefined;
    item = settings.get(`${key}.${items.length}`)
  ) {
    items.push(item);
  }
  return items;
}

export class SettingsRegistry {
  readonly #settings = new Map<string, Setting>();
  readonly #given = new Set<string>();

  register(...settings: readonly Setting[]): void {
    for (const setting of settings) this.#settings.set(setting.key, setting);
  }

  /** Replaces the default with a value given at startup. Throws for an invalid value. */
  give(row: Setting, text: string): void {
    row.parse(text);
    this.#settings.set(row.key, { ...row, defaultText: text });
    this.#given.add(row.key);
  }

  isGiven(key: string): boolean {
    return this.#given.has(key);
  }

  get(key: string): Setting | undefined {
    return this.#settings.get(key);
  }

  all(): readonly Setting[] {
    return [...this.#settings.values()];
  }
}

type Row = Pick<Setting, 'key' | 'scope' | 'dynamic' | 'doc'>;

export function boolSetting(row: Row, defaultValue: boolean): Setting<boolean> {
  return { ...row, defaultText: String(defaultValue), parse: (text) => parseBoolean(text, row.key) };
}

export function intSetting(row: Row, defaultValue: number, min: number, max = 2147483647): Setting<number> {
  const parse = (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text.trim()) || value > 2147483647 || value < -2147483648) {
      throw illegalArgument(`Failed to parse value [${text}] for setting [${row.key}]`, numberFormat(text));
    }
    return checkRange(value, text, row.key, min, max);
  };
  return { ...row, defaultText: String(defaultValue), parse };
}

export function doubleSetting(row: Row, defaultText: string, min: number, max: number): Setting<number> {
  const parse = (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value))
      throw illegalArgument(`Failed to parse value [${text}] for setting [${row.key}]`, numberFormat(text));
    if (value < min)
      throw illegalArgument(
        `Failed to parse value [${text}] for setting [${row.key}] must be >= ${min.toFixed(1)}`,
      );
    if (value > max)
      throw illegalArgument(
        `Failed to parse value [${text}] for setting [${row.key}] must be <= ${max.toFixed(1)}`,
      );
    return value;
  };
  return { ...row, defaultText, parse };
}

/** `min`: in milliseconds, or as the text that messages print. */
export function timeSetting(row: Row, defaultText: string, min: number | string = 0): Setting<number> {
  const minMs = typeof min === 'number' ? min : parseTimeMs(min, row.key);
  const shown = typeof min === 'number' ? `${min}ms` : min;
  const parse = (text: string): number => {
    const ms = parseTimeMs(text, row.key);
    if (ms < minMs) {
      throw illegalArgument(
        `failed to parse value [${text}] for setting [${row.key}], must be >= [${shown}]`,
      );
    }
    return ms;
  };
  return { ...row, defaultText, parse };
}

export function sizeSetting(row: Row, defaultText: string, minBytes = -1): Setting<number> {
  const parse = (text: string): number => {
    const bytes = asSettingError(() => parseSizeBytes(text, row.key));
    if (bytes >= minBytes) return bytes;
    throw illegalArgument(
      `failed to parse value [${text}] for setting [${row.key}], must be >= [${minBytes}b]`,
    );
  };
  return { ...row, defaultText, parse };
}

/** Converts any parse error to illegal_argument, as the original does for settings. */
export function asSettingError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type !== 'parse_exception') throw error;
    throw illegalArgument(error.reason, error);
  }
}

export function stringSetting(
  row: Row,
  defaultText: string,
  check?: (text: string) => void,
): Setting<string> {
  const parse = (text: string): string => {
    check?.(text);
    return text;
  };
  return { ...row, defaultText, parse };
}

export function parseBoolean(text: string, key?: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  void key;
  throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

function checkRange(value: number, text: string, key: string, min: number, max: number): number {
  if (value < min)
    throw illegalArgument(`Failed to parse value [${text}] for setting [${key}] must be >= ${min}`);
  if (value > max)
    throw illegalArgument(`Failed to parse value [${text}] for setting [${key}] must be <= ${max}`);
  return value;
}
