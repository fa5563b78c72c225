import {
  type FlatSettings,
  illegalArgument,
  intSetting,
  listSetting,
  type Setting,
  settingValue,
  sizeSetting,
  stringSetting,
  timeSetting,
} from '../common/index.ts';
import type { IndexSortField } from '../segment/index.ts';

const row = (key: string, doc: string) => ({ key, scope: 'index' as const, dynamic: true, doc });

/** The index settings used by a shard. */
export const shardSettings = {
  durability: stringSetting(
    row('index.translog.durability', 'When a write is acknowledged: after its fsync, or before (async).'),
    'REQUEST',
    (text) => {
      if (text.toUpperCase() === 'REQUEST' || text.toUpperCase() === 'ASYNC') return;
      throw illegalArgument(
        `No enum constant org.opensearch.index.translog.Translog.Durability.${text.toUpperCase()}`,
      );
    },
  ),
  syncInterval: timeSetting(
    row('index.translog.sync_interval', 'How often an async translog is synced.'),
    '5s',
    100,
  ),
  flushThreshold: sizeSetting(
    row('index.translog.flush_threshold_size', 'A translog that is larger than this makes the shard commit.'),
    '512mb',
  ),
  generationThreshold: sizeSetting(
    row('index.translog.generation_threshold_size', 'The translog goes on in a new file at this size.'),
    '64mb',
  ),
  refreshInterval: timeSetting(
    row('index.refresh_interval', 'How often new documents become searchable by themselves; -1: never.'),
    '1s',
    -1,
  ),
  gcDeletes: timeSetting(
    row('index.gc_deletes', 'How long the version of a deleted document is remembered.'),
    '60s',
    -1,
  ),
  segmentsPerTier: intSetting(
    row('index.merge.policy.segments_per_tier', 'Segments of about one size before they are merged.'),
    10,
    2,
  ),
  maxMergeAtOnce: intSetting(row('index.merge.policy.max_merge_at_once', 'Segments of one merge.'), 10, 2),
  floorSegment: sizeSetting(
    row('index.merge.policy.floor_segment', 'Smaller segments count as being of this size.'),
    '2mb',
  ),
  maxMergedSegment: sizeSetting(
    row('index.merge.policy.max_merged_segment', 'Merges that would be larger are not made unless forced.'),
    '5gb',
  ),
} as const satisfies Record<string, Setting>;

const FLUSH_BYTES_AT_MOST = 1024 ** 3;
/** A translog file is read as a whole when the shard opens. */
const GENERATION_BYTES_AT_MOST = 512 * 1024 ** 2;

export interface ShardConfig {
  readonly asyncDurability: boolean;
  readonly syncIntervalMs: number;
  readonly flushThresholdBytes: number;
  readonly generationBytes: number;
  /** -1 for no periodic refresh. */
  readonly refreshIntervalMs: number;
  readonly gcDeletesMs: number;
  readonly merge: MergeConfig;
  /** The order of documents in a segment; empty for order of arrival. */
  readonly sort: readonly IndexSortField[];
}

export interface MergeConfig {
  readonly segmentsPerTier: number;
  readonly maxMergeAtOnce: number;
  readonly floorSegmentBytes: number;
  readonly maxMergedSegmentBytes: number;
}

/** Throws illegal_argument_exception for an invalid value. */
export function parseShardConfig(settings: FlatSettings): ShardConfig {
  return {
    asyncDurability: settingValue(shardSettings.durability, settings).toUpperCase() === 'ASYNC',
    syncIntervalMs: settingValue(shardSettings.syncInterval, settings),
    flushThresholdBytes: Math.min(FLUSH_BYTES_AT_MOST, settingValue(shardSettings.flushThreshold, settings)),
    generationBytes: Math.min(
      GENERATION_BYTES_AT_MOST,
      settingValue(shardSettings.generationThreshold, settings),
    ),
    refreshIntervalMs: settingValue(shardSettings.refreshInterval, settings),
    gcDeletesMs: settingValue(shardSettings.gcDeletes, settings),
    merge: {
      segmentsPerTier: settingValue(shardSettings.segmentsPerTier, settings),
      maxMergeAtOnce: settingValue(shardSettings.maxMergeAtOnce, settings),
      floorSegmentBytes: settingValue(shardSettings.floorSegment, settings),
      maxMergedSegmentBytes: settingValue(shardSettings.maxMergedSegment, settings),
    },
    sort: parseIndexSort(settings),
  };
}

/** `index.sort.*`, whose values were validated when the index was created. */
function parseIndexSort(settings: FlatSettings): IndexSortField[] {
  const [orders, modes, missing] = ['order', 'mode', 'missing'].map((key) =>
    listSetting(settings, `index.sort.${key}`),
  );
  return listSetting(settings, 'index.sort.field').map((field, i) => {
    const descending = orders[i] === 'desc';
    const usesLargest = modes[i] === undefined ? descending : modes[i].toUpperCase() === 'MAX';
    return { field, descending, usesLargest, missingFirst: missing[i] === '_first' };
  });
}
