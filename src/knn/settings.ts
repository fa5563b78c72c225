import {
  boolSetting,
  doubleSetting,
  type FlatSettings,
  illegalArgument,
  intSetting,
  numberFormat,
  OpenSearchError,
  parseSizeBytes,
  type Setting,
  settingValue,
  stringSetting,
  timeSetting,
} from '../common/index.ts';
import type { CacheLimits } from './nativeMemoryCache.ts';
import { SPACE_NAMES } from './spaceTypes.ts';

/** The plugin's settings: rows for the registry, with the original's texts. */

const cluster = (key: string, doc: string) => ({ key, scope: 'cluster', dynamic: true, doc }) as const;
const index = (key: string, dynamic: boolean, doc: string) =>
  ({ key, scope: 'index', dynamic, doc }) as const;

export const pluginEnabled = boolSetting(
  cluster('knn.plugin.enabled', 'searches and documents with vectors are refused while it is off'),
  true,
);
export const breakerEnabled = boolSetting(
  cluster('knn.memory.circuit_breaker.enabled', 'off: graphs are never evicted for their size'),
  true,
);
export const breakerLimit: Setting<MemoryLimit> = {
  ...cluster(
    'knn.memory.circuit_breaker.limit',
    'native memory for graphs: bytes, or a share of the free RAM',
  ),
  defaultText: '50%',
  parse: parseMemoryLimit,
};
export const breakerTriggered = boolSetting(
  cluster('knn.circuit_breaker.triggered', 'while true, documents with vectors are refused'),
  false,
);
export const breakerUnsetPercentage = doubleSetting(
  cluster('knn.circuit_breaker.unset.percentage', 'usage at which the monitor resets the breaker'),
  '75.0',
  0,
  100,
);
export const expiryEnabled = boolSetting(
  cluster('knn.cache.item.expiry.enabled', 'idle graphs leave the cache'),
  false,
);
export const expiryMinutes = timeSetting(
  cluster('knn.cache.item.expiry.minutes', 'how long a graph may be idle; whole minutes count'),
  '3h',
);

/** Settings whose change empties the cache; so does `index.knn.algo_param.ef_search` of any index. */
const REBUILDING: readonly Setting[] = [
  pluginEnabled,
  breakerEnabled,
  breakerLimit,
  expiryEnabled,
  expiryMinutes,
];

/** Settings without effect: models are not emulated, and the graph library has its own threads. */
const ACCEPTED: readonly Setting[] = [
  intSetting(cluster('knn.algo_param.index_thread_qty', 'threads of one graph build'), 1, 1, 32),
  intSetting(cluster('knn.model.index.number_of_shards', 'shards of the model index'), 1, 1),
  intSetting(cluster('knn.model.index.number_of_replicas', 'replicas of the model index'), 1, 0),
  {
    ...cluster('knn.model.cache.size.limit', 'memory for models'),
    defaultText: '10%',
    parse: (text) => parseMemoryShare(text, 'knn.model.cache.size.limit'),
  },
  intSetting({ ...cluster('knn.size', 'threads of training'), dynamic: false }, 1, 1),
  intSetting({ ...cluster('knn.queue_size', 'waiting trainings'), dynamic: false }, 1, 1),
];

export const knnClusterSettings: readonly Setting[] = [
  ...REBUILDING,
  breakerTriggered,
  breakerUnsetPercentage,
  ...ACCEPTED,
];

export const indexKnn = boolSetting(
  index('index.knn', false, 'graphs are built for knn_vector fields'),
  false,
);
export const indexSpaceType = stringSetting(
  index('index.knn.space_type', false, 'space of fields without a method'),
  'l2',
  (text) => {
    if (SPACE_NAMES.includes(text.toLowerCase())) return;
    throw new OpenSearchError('invalid_parameter_exception', `Unable to find space: ${text}`);
  },
);
export const indexM = intSetting(
  index('index.knn.algo_param.m', false, 'links a node, of fields without a method'),
  16,
  2,
);
export const indexEfConstruction = intSetting(
  index(
    'index.knn.algo_param.ef_construction',
    false,
    'candidates while building, of fields without a method',
  ),
  512,
  2,
);
export const indexEfSearch = intSetting(
  index('index.knn.algo_param.ef_search', true, 'candidates while searching'),
  512,
  2,
);

export const knnIndexSettings: readonly Setting[] = [
  indexKnn,
  indexSpaceType,
  indexM,
  indexEfConstruction,
  indexEfSearch,
];

/** Whether changing this setting empties the caches. */
export function rebuildsCache(key: string): boolean {
  return key === indexEfSearch.key || REBUILDING.some((setting) => setting.key === key);
}

export type MemoryLimit =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'share'; readonly percent: number };

export function limitBytes(limit: MemoryLimit, nativeMemoryBytes: number): number {
  return limit.kind === 'bytes' ? limit.bytes : (limit.percent / 100) * nativeMemoryBytes;
}

/** The limit of `knn.memory.circuit_breaker.limit` in KB, whether or not the breaker is enabled. */
export function limitKb(settings: FlatSettings, nativeMemoryBytes: number): number {
  return Math.floor(limitBytes(settingValue(breakerLimit, settings), nativeMemoryBytes) / 1024);
}

export function cacheLimits(settings: FlatSettings, nativeMemoryBytes: number): CacheLimits {
  const weightKb = settingValue(breakerEnabled, settings) ? limitKb(settings, nativeMemoryBytes) : null;
  const expiryMs = settingValue(expiryEnabled, settings)
    ? Math.floor(settingValue(expiryMinutes, settings) / 60_000) * 60_000
    : null;
  return { weightKb, expiryMs };
}

function parseMemoryLimit(text: string): MemoryLimit {
  return parseMemoryShare(text, 'knn.memory.circuit_breaker.limit');
}

/** `50%` or `13kb`; the original wraps parse errors in an illegal argument with the same words. */
function parseMemoryShare(text: string, key: string): MemoryLimit {
  try {
    if (text.trim().endsWith('%')) return { kind: 'share', percent: parsePercent(text.trim().slice(0, -1)) };
    return { kind: 'bytes', bytes: parseSizeBytes(text, key) };
  } catch (error) {
    if (error instanceof OpenSearchError && error.type === 'parse_exception') {
      throw illegalArgument(error.reason, error);
    }
    throw error;
  }
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (text.trim() === '' || Number.isNaN(percent)) {
    const causedBy = numberFormat(text);
    throw new OpenSearchError('parse_exception', `failed to parse [${text}] as a double`, { causedBy });
  }
  if (percent < 0 || percent > 100) {
    throw new OpenSearchError('parse_exception', `percentage should be in [0-100], got [${text}]`);
  }
  return percent;
}
