import {
  type FlatSettings,
  illegalArgument,
  indexLimit,
  type LimitName,
  limits,
} from '../../common/index.ts';
import { DEFAULT_SIZE, type SearchSource } from '../source/searchSource.ts';

/**
 * Checks a search against the limits in the index settings. Throws illegal_argument in the original's words.
 */
export function checkLimits(settings: FlatSettings, source: SearchSource, scroll: boolean): void {
  checkWindow(settings, source, scroll);
  checkCount(settings, 'docvalueFields', 'docvalue_fields', source.docvalueFields.length);
  checkCount(settings, 'scriptFields', 'script_fields', source.scriptFields.length);
  checkSlices(settings, source);
  const rescore = settings.has('index.max_rescore_window')
    ? indexLimit(settings, 'rescoreWindow')
    : indexLimit(settings, 'resultWindow');
  for (const { windowSize } of source.rescore) {
    if (windowSize <= rescore) continue;
    throw illegalArgument(
      `Rescore window [${windowSize}] is too large. It must be less than [${rescore}]. This prevents allocating massive heaps for storing the results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.`,
    );
  }
}

function checkWindow(settings: FlatSettings, source: SearchSource, scroll: boolean): void {
  const maximum = indexLimit(settings, 'resultWindow');
  const window = (source.from ?? 0) + (source.size ?? DEFAULT_SIZE);
  if ((source.size ?? DEFAULT_SIZE) < 0 && window <= 0) {
    throw illegalArgument(
      source.collapse === null
        ? 'numHits must be > 0; please use TotalHitCountCollector if you just need the total hit count'
        : `topNGroups must be >= 1 (got ${window})`,
    );
  }
  if (window <= maximum) return;
  throw illegalArgument(
    scroll
      ? `Batch size is too large, size must be less than or equal to: [${maximum}] but was [${window}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`
      : `Result window is too large, from + size must be less than or equal to: [${maximum}] but was [${window}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}

function checkCount(settings: FlatSettings, name: LimitName, what: string, count: number): void {
  const limit = indexLimit(settings, name);
  if (count <= limit) return;
  throw illegalArgument(
    `Trying to retrieve too many ${what}. Must be less than or equal to: [${limit}] but was [${count}]. This limit can be set by changing the [${limits[name].setting}] index level setting.`,
  );
}

function checkSlices(settings: FlatSettings, { slice, pit }: SearchSource): void {
  if (slice === null) return;
  const name = pit === null ? 'slicesPerScroll' : 'slicesPerPit';
  const most = indexLimit(settings, name);
  if (slice.max <= most) return;
  throw illegalArgument(
    `The number of slices [${slice.max}] is too large. It must be less than [${most}]. This limit can be set by changing the [${limits[name].setting}] index level setting.`,
  );
}
