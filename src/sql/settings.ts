import type { SettingLookup } from '../client/index.ts';
import { limits, parseTimeMs, type Soon } from '../common/index.ts';

/** Reads the current cluster settings. */
export type SettingReader = () => Soon<SettingLookup>;

/** The cluster settings that an SQL request reads. */
export interface SqlSettings {
  readonly enabled: boolean;
  readonly pplEnabled: boolean;
  readonly deleteEnabled: boolean;
  /** Maximum rows of an unpaged statement without LIMIT. */
  readonly sizeLimit: number;
  /** `85%` of the heap, or an amount such as `512mb`. */
  readonly memoryLimit: string;
  readonly keepAlive: string;
  readonly keepAliveMs: number;
  /** Maximum open cursors. */
  readonly maxCursors: number;
  /** Statements slower than this are logged. */
  readonly slowMs: number;
  /** The interval of the rolling counters. */
  readonly intervalMs: number;
  /** Returns the correct result where the original's is wrong. */
  readonly corrections: boolean;
  /** Rejects what the original rejects. */
  readonly strict: boolean;
}

/** Fallbacks for clients whose cluster does not list defaults; equal to those in the settings registry. */
const DEFAULTS = {
  'plugins.sql.enabled': 'true',
  'plugins.ppl.enabled': 'true',
  'plugins.sql.delete.enabled': 'false',
  'plugins.query.size_limit': '200',
  'plugins.query.memory_limit': '85%',
  'plugins.query.metrics.rolling_interval': '60',
  'plugins.sql.cursor.keep_alive': '1m',
  'plugins.sql.slowlog': '2',
  'search.max_open_scroll_context': String(limits.openScrolls.value),
  'rockpool.corrections': 'false',
  'rockpool.strict': 'false',
} as const;

export function readSettings(read: SettingReader): Soon<SqlSettings> {
  const lookup = read();
  return lookup instanceof Promise ? lookup.then(settingsOf) : settingsOf(lookup);
}

function settingsOf(lookup: SettingLookup): SqlSettings {
  const text = (key: keyof typeof DEFAULTS): string => lookup(key) ?? DEFAULTS[key];
  const keepAlive = text('plugins.sql.cursor.keep_alive');
  return {
    enabled: text('plugins.sql.enabled') === 'true',
    pplEnabled: text('plugins.ppl.enabled') === 'true',
    deleteEnabled: text('plugins.sql.delete.enabled') === 'true',
    sizeLimit: Number(text('plugins.query.size_limit')),
    memoryLimit: text('plugins.query.memory_limit'),
    keepAlive,
    keepAliveMs: parseTimeMs(keepAlive, 'plugins.sql.cursor.keep_alive'),
    maxCursors: Number(text('search.max_open_scroll_context')),
    slowMs: Number(text('plugins.sql.slowlog')) * 1000,
    intervalMs: Number(text('plugins.query.metrics.rolling_interval')) * 1000,
    corrections: text('rockpool.corrections') === 'true',
    strict: text('rockpool.strict') === 'true',
  };
}
