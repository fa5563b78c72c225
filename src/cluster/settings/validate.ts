import type { Setting, SettingsRegistry } from '../../common/index.ts';
import { illegalArgument, levenshteinSimilarity } from '../../common/index.ts';
import type { SettingsPatch } from './flat.ts';
import { indexSettingGroups } from './indexSettings.ts';
import { changeOf } from './rows.ts';

const LIST_ITEM = /^(.+)\.\d+$/;

/** The row of a key; of the list for `key.0`. */
export function settingRow(registry: SettingsRegistry, key: string): Setting | undefined {
  const row = registry.get(key);
  if (row) return row;
  const item = LIST_ITEM.exec(key);
  return item ? registry.get(item[1]) : undefined;
}

/** Throws illegal_argument for unknown index settings, private ones and values that do not parse. */
export function validateIndexSettings(registry: SettingsRegistry, patch: SettingsPatch): void {
  for (const [key, value] of patch) {
    if (key.startsWith('archived.') || key.includes('*')) continue;
    if (indexSettingGroups.some(({ prefix }) => key.startsWith(prefix))) continue;
    const row = settingRow(registry, key);
    if (!row || row.scope !== 'index') throw unknownSetting(registry, key);
    if (changeOf(row) === 'private') {
      throw illegalArgument(`private index setting [${key}] can not be set explicitly`);
    }
    // A list is read as its text: only rows of text take one.
    if (value !== null) row.parse(key === row.key ? value : `[${value}]`);
  }
}

function unknownSetting(registry: SettingsRegistry, key: string): Error {
  const scored = registry
    .all()
    .filter((row) => row.scope === 'index')
    .map((row) => ({ key: row.key, score: levenshteinSimilarity(key, row.key) }))
    .filter(({ score }) => score > 0.7)
    .sort((a, b) => b.score - a.score)
    .map((candidate) => candidate.key);
  if (scored.length === 0) {
    return illegalArgument(
      `unknown setting [${key}] please check that any required plugins are installed, ` +
        'or check the breaking changes documentation for removed settings',
    );
  }
  const which = scored.length === 1 ? `[${scored[0]}]` : `any of [${scored.join(', ')}]`;
  return illegalArgument(`unknown setting [${key}] did you mean ${which}?`);
}

/** Keys of the patch that may not change on a running index. */
export function nonDynamicKeys(registry: SettingsRegistry, patch: SettingsPatch): readonly string[] {
  return [...patch.keys()].filter((key) => {
    const group = indexSettingGroups.find(({ prefix }) => key.startsWith(prefix));
    if (group) return group.change !== 'dynamic';
    const row = settingRow(registry, key);
    return row !== undefined && changeOf(row) !== 'dynamic';
  });
}

/** Keys that may not change even on a closed index. */
export function finalKeys(registry: SettingsRegistry, patch: SettingsPatch): readonly string[] {
  return [...patch.keys()].filter((key) => {
    const row = settingRow(registry, key);
    return row !== undefined && changeOf(row) === 'final';
  });
}
