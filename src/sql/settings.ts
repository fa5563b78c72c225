import { limits, parseTimeMs } from '../common/index.ts';

/** Reads a cluster setting in force; null when it is not set anywhere. */
export type SettingReader = (key: string) => Promise<string | null>;

/** The cluster settings that a call of SQL reads. */
export interface SqlSettings {
  readonly enabled: boolean;
  readonly deleteEnabled: boolean;
  /** Rows of a statement without LIMIT that is not paged. */
  readonly sizeLimit: number;
  readonly keepAlive: string;
  readonly keepAliveMs: number;
  /** Open cursors at most. */
  readonly maxCursors: number;
  /** The right answer where the original answers wrongly. */
  readonly corrections: boolean;
  /** Refuse what the original refuses. */
  readonly strict: boolean;
}

/** Fallbacks for clients whose cluster does not list defaults; the same as in the settings registry. */
const DEFAULTS = {
  'plugins.sql.enabled': 'true',
  'plugins.sql.delete.enabled': 'false',
  'plugins.query.size_limit': '200',
  'plugins.sql.cursor.keep_alive': '1m',
  'search.max_open_scroll_context': String(limits.openScrolls.value),
  'rockpool.corrections': 'false',
  'rockpool.strict': 'false',
} as const;

export async function readSettings(read: SettingReader): Promise<SqlSettings> {
  const value = async (key: keyof typeof DEFAULTS): Promise<string> => (await read(key)) ?? DEFAULTS[key];
  const [enabled, deleteEnabled, sizeLimit, keepAlive, maxCursors, corrections, strict] = await Promise.all([
    value('plugins.sql.enabled'),
    value('plugins.sql.delete.enabled'),
    value('plugins.query.size_limit'),
    value('plugins.sql.cursor.keep_alive'),
    value('search.max_open_scroll_context'),
    value('rockpool.corrections'),
    value('rockpool.strict'),
  ]);
  return {
    enabled: enabled === 'true',
    deleteEnabled: deleteEnabled === 'true',
    sizeLimit: Number(sizeLimit),
    keepAlive,
    keepAliveMs: parseTimeMs(keepAlive, 'plugins.sql.cursor.keep_alive'),
    maxCursors: Number(maxCursors),
    corrections: corrections === 'true',
    strict: strict === 'true',
  };
}
