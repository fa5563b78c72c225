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

/** How a setting may change: on a running index, on a closed one, at creation only, or never by a user. */
export type Change = 'dynamic' | 'static' | 'final' | 'private';

/** A row of the settings table that also says how it may change. */
export interface ScopedSetting extends Setting {
  readonly change: Change;
}

/** Rows of other rooms say only whether they are dynamic; what is not can be set on creation. */
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
    /** `min` as messages print it, milliseconds where it is a number. */
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
    /** A text that `check` may refuse. */
    checked: (
      key: string,
      defaultText: string,
      check: (text: string) => void,
      doc: string,
      change: Change = 'dynamic',
    ) => as(stringSetting(base(key, doc, change), defaultText, check), change),
  };
}
