import { illegalArgument } from './errors.ts';
import { type Limit, type LimitName, limits, setProcessLimit } from './limits.ts';
import { type FlatSettings, intSetting, type Setting, sizeSetting, timeSetting } from './settings.ts';
import { formatSizeBytes, formatTimeMs } from './units.ts';

const MAX_INT = 2_147_483_647;

/** The limits of the process as static cluster settings, whose defaults are the values in force. */
export function limitSettings(): readonly Setting[] {
  return processLimits().map(([name, { setting }]) => settingOf(name, setting));
}

/**
 * Applies the process limits among these settings; the others are left to the engine's own registry. Throws
 * illegal_argument_exception for an invalid value.
 */
export function setProcessLimits(settings: ReadonlyMap<string, string>): void {
  for (const [name, { setting }] of processLimits()) {
    const text = settings.get(setting);
    if (text !== undefined) setProcessLimit(name, settingOf(name, setting).parse(text));
  }
}

/** The value of an index limit under the given index settings. */
export function indexLimit(settings: FlatSettings, name: LimitName): number {
  const { setting, value } = limits[name];
  return Number(settings.get(setting ?? '') ?? value);
}

function processLimits(): [LimitName, Limit & { readonly setting: string }][] {
  return (Object.entries(limits) as [LimitName, Limit & { readonly setting: string }][]).filter(
    ([, { scope }]) => scope === 'process',
  );
}

/** The suffix of the name is its unit. A limit of 0 would refuse everything. */
function settingOf(name: LimitName, key: string): Setting<number> {
  const { value, doc } = limits[name];
  const row = { key, scope: 'cluster', dynamic: false, doc } as const;
  if (name.endsWith('Ms')) return timeSetting(row, formatTimeMs(value), 1);
  if (name.endsWith('Bytes')) return atLeastOne(sizeSetting(row, formatSizeBytes(value)));
  return intSetting(row, value, 1, MAX_INT);
}

function atLeastOne(setting: Setting<number>): Setting<number> {
  const parse = (text: string): number => {
    const bytes = setting.parse(text);
    if (bytes >= 1) return bytes;
    throw illegalArgument(`Failed to parse value [${text}] for setting [${setting.key}] must be >= 1b`);
  };
  return { ...setting, parse };
}
