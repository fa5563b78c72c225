import { type FlatSettings, illegalArgument } from '../../common/index.ts';
import { DEFAULT_SIZE, type SearchSource } from '../source/searchSource.ts';

/** Limits of an index that a search may not pass; all are its settings. Throws illegal_argument in the original's words. */
export function checkLimits(settings: FlatSettings, source: SearchSource, scroll: boolean): void {
  const limit = (name: string, otherwise: number): number => Number(settings.get(name) ?? otherwise);
  checkWindow(source, scroll, limit('index.max_result_window', 10_000));
  const fields = limit('index.max_docvalue_fields_search', 100);
  if (source.docvalueFields.length > fields)
    throw tooMany('docvalue_fields', source.docvalueFields.length, fields, 'max_docvalue_fields_search');
  const scripts = limit('index.max_script_fields', 32);
  if (source.scriptFields.length > scripts)
    throw tooMany('script_fields', source.scriptFields.length, scripts, 'max_script_fields');
  const slices = limit('index.max_slices_per_scroll', 1024);
  if (source.slice !== null && source.slice.max > slices) {
    throw illegalArgument(
      `The number of slices [${source.slice.max}] is too large. It must be less than [${slices}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
    );
  }
  const rescore = limit('index.max_rescore_window', limit('index.max_result_window', 10_000));
  for (const { windowSize } of source.rescore) {
    if (windowSize <= rescore) continue;
    throw illegalArgument(
      `Rescore window [${windowSize}] is too large. It must be less than [${rescore}]. This prevents allocating massive heaps for storing the results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.`,
    );
  }
}

function checkWindow(source: SearchSource, scroll: boolean, maximum: number): void {
  const window = (source.from ?? 0) + (source.size ?? DEFAULT_SIZE);
  if (window <= maximum) return;
  throw illegalArgument(
    scroll
      ? `Batch size is too large, size must be less than or equal to: [${maximum}] but was [${window}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`
      : `Result window is too large, from + size must be less than or equal to: [${maximum}] but was [${window}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}

function tooMany(what: string, count: number, limit: number, setting: string) {
  return illegalArgument(
    `Trying to retrieve too many ${what}. Must be less than or equal to: [${limit}] but was [${count}]. This limit can be set by changing the [index.${setting}] index level setting.`,
  );
}
