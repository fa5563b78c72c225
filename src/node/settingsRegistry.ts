import { clusterSettingRows, indexSettings } from '../cluster/index.ts';
import {
  illegalArgument,
  type Logger,
  limitSettings,
  SettingsRegistry,
  setProcessLimits,
} from '../common/index.ts';
import { knnClusterSettings, knnIndexSettings } from '../knn/index.ts';

/** Settings that are given before there is a cluster: what a configuration file is to the original. */
export interface StartSettings {
  /** Of the command line. */
  readonly settings?: ReadonlyMap<string, string>;
  /** Of the environment, as containers give them: others than ours are meant for somebody else. */
  readonly environment?: ReadonlyMap<string, string>;
}

/** The settings of every room; what was given at the start are their defaults. Throws for values that do not parse. */
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
 * Checks the settings of the start, sets the limits of the process by them, and answers all of them for the engine.
 * Throws illegal_argument_exception in the original's words.
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
  if (all.size > 0) log.info('settings of the start', Object.fromEntries(all));
  return all;
}
