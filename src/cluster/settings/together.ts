import { type FlatSettings, illegalArgument, listSetting } from '../../common/index.ts';

/**
 * Checks settings that depend on each other, over the complete settings of an index. Throws
 * illegal_argument_exception.
 */
export function checkTogether(settings: FlatSettings): void {
  checkActiveCopies(settings);
  checkMergeScheduler(settings);
  checkSortSizes(settings);
}

function checkActiveCopies(settings: FlatSettings): void {
  const text = settings.get('index.write.wait_for_active_shards') ?? '1';
  const copies = Number(settings.get('index.number_of_replicas') ?? 1) + 1;
  if (text === 'all' || Number(text) <= copies) return;
  throw illegalArgument(
    `invalid index.write.wait_for_active_shards[${text}]: cannot be greater than number of shard copies [${copies}]`,
  );
}

/** The original's default number of merge threads on a machine with few processors. */
const DEFAULT_THREADS = 1;

function checkMergeScheduler(settings: FlatSettings): void {
  const threads = Number(settings.get('index.merge.scheduler.max_thread_count') ?? DEFAULT_THREADS);
  const merges = Number(settings.get('index.merge.scheduler.max_merge_count') ?? threads + 5);
  if (threads <= merges) return;
  throw illegalArgument(`maxThreadCount (= ${threads}) should be <= maxMergeCount (= ${merges})`);
}

function checkSortSizes(settings: FlatSettings): void {
  const fields = listSetting(settings, 'index.sort.field');
  for (const key of ['index.sort.order', 'index.sort.mode', 'index.sort.missing']) {
    const values = listSetting(settings, key);
    if (settings.has(key) || settings.has(`${key}.0`)) {
      if (values.length === fields.length) continue;
      throw illegalArgument(
        `index.sort.field:[${fields.join(', ')}] ${key}:[${values.join(', ')}], size mismatch`,
      );
    }
  }
}
