import type { Setting } from '../../common/index.ts';
import {
  asSettingError,
  boolSetting,
  doubleSetting,
  intSetting,
  parseCompilationRate,
  parseMemoryBytes,
  sizeSetting,
  stringSetting,
  timeSetting,
} from '../../common/index.ts';

/**
 * Whether a setting can change on an open index, only on a closed one, only at creation, or never by a user.
 */
export type Change = 'dynamic' | 'static' | 'final' | 'private';

/** A row of the settings table that also says how it may change. */
export interface ScopedSetting extends Setting {
  readonly change: Change;
}

/** Rows of other rooms only say whether they are dynamic; if not, they can be set at creation only. */
export function changeOf(setting: Setting): Change {
  return (setting as Partial<ScopedSetting>).change ?? (setting.dynamic ? 'dynamic' : 'final');
}

type Scope = 'cluster' | 'index';

/** Short constructors for table rows of one scope. */
export function rowsOf(scope: Scope) {
  const base = (key: string, doc: string, change: Change) => ({
    key,
    scope,
    dynamic: change === 'dynamic',
    doc,
  });
  const as = <T>(setting: Setting<T>, change: Change): ScopedSetting => ({ ...setting, change });
  return {
    int: (
      key: string,
      defaultValue: number,
      min: number,
      max: number,
      doc: string,
      change: Change = 'dynamic',
    ) => as(intSetting(base(key, doc, change), defaultValue, min, max), change),
    bool: (key: string, defaultValue: boolean, doc: string, change: Change = 'dynamic') =>
      as(boolSetting(base(key, doc, change), defaultValue), change),
    /** `min`: in milliseconds, or as the text that messages print. */
    time: (key: string, defaultText: string, min: number | string, doc: string, change: Change = 'dynamic') =>
      as(timeSetting(base(key, doc, change), defaultText, min), change),
    size: (key: string, defaultText: string, doc: string, change: Change = 'dynamic', minBytes = -1) =>
      as(sizeSetting(base(key, doc, change), defaultText, minBytes), change),
    float: (
      key: string,
      defaultText: string,
      min: number,
      max: number,
      doc: string,
      change: Change = 'dynamic',
    ) => as(doubleSetting(base(key, doc, change), defaultText, min, max), change),
    memory: (key: string, defaultText: string, doc: string, change: Change = 'dynamic') =>
      as(
        stringSetting(base(key, doc, change), defaultText, (text) =>
          asSettingError(() => void parseMemoryBytes(text, key, 1)),
        ),
        change,
      ),
    rate: (key: string, defaultText: string, doc: string, change: Change = 'dynamic') =>
      as(
        stringSetting(base(key, doc, change), defaultText, (text) => void parseCompilationRate(text)),
        change,
      ),
    text: (key: string, defaultText: string, doc: string, change: Change = 'dynamic') =>
      as(stringSetting(base(key, doc, change), defaultText), change),
    /** A text validated by `check`. */
    checked: (
      key: string,
      defaultText: string,
      check: (text: string) => void,
      doc: string,
      change: Change = 'dynamic',
    ) => as(stringSetting(base(key, doc, change), defaultText, check), change),
  };
}
