import { clusterSettingRows, indexSettings } from '../cluster/index.ts';
import {
  illegalArgument,
  type Logger,
  limitSettings,
  SettingsRegistry,
  setProcessLimits,
} from '../common/index.ts';
import { knnClusterSettings, knnIndexSettings } from '../knn/index.ts';

/** Settings given at startup, like the original's configuration file. */
export interface StartSettings {
  /** From the command line. */
  readonly settings?: ReadonlyMap<string, string>;
  /** From environment variables, as used with containers; variables that are not ours are ignored. */
  readonly environment?: ReadonlyMap<string, string>;
}

/** The settings of all rooms, with those given at startup as defaults. Throws for invalid values. */
export function settingsRegistry(given: ReadonlyMap<string, string> = new Map()): SettingsRegistry {
  const registry = new SettingsRegistry();
  registry.register(...clusterSettingRows, ...indexSettings, ...knnClusterSettings, ...knnIndexSettings);
  registry.register(...limitSettings());
  for (const [key, text] of given) {
    const row = registry.get(key);
    if (row?.scope !== 'cluster') {
      throw illegalArgument(
        `unknown setting [${key}] please check that any required plugins are installed, ` +
          'or check the breaking changes documentation for removed settings',
      );
    }
    registry.give(row, text);
  }
  return registry;
}

/**
 * Validates the startup settings, applies the process limits among them, and returns all of them for the
 * engine. Throws illegal_argument_exception in the original's words.
 */
export function applyStartSettings(
  { settings = new Map(), environment = new Map() }: StartSettings,
  log: Logger,
): ReadonlyMap<string, string> {
  const known = settingsRegistry();
  const ours = [...environment].filter(([key]) => known.get(key)?.scope === 'cluster');
  const all = new Map([...ours, ...settings]);
  settingsRegistry(all);
  setProcessLimits(all);
  if (all.size > 0) log.info('settings given at startup', Object.fromEntries(all));
  return all;
}
