import type { Setting, SettingsRegistry } from '../../common/index.ts';
import { hashMapOrder, illegalArgument, levenshteinSimilarity, OpenSearchError } from '../../common/index.ts';
import type { SettingsPatch } from './flat.ts';
import { indexSettingGroups } from './indexSettings.ts';
import { changeOf } from './rows.ts';
import { checkAllocationFilter } from './valueChecks.ts';

const LIST_ITEM = /^(.+)\.\d+$/;

/** The row of a key; for `key.0`, the row of the list. */
export function settingRow(registry: SettingsRegistry, key: string): Setting | undefined {
  const row = registry.get(key);
  if (row) return row;
  const item = LIST_ITEM.exec(key);
  return item ? registry.get(item[1]) : undefined;
}

/** Whether settings are given at creation or changed later. */
type Occasion = 'create' | 'update';

/** Throws for unknown index settings, private ones and invalid values. */
export function validateIndexSettings(
  registry: SettingsRegistry,
  patch: SettingsPatch,
  occasion: Occasion = 'create',
): void {
  const refused: string[] = [];
  for (const [key, value] of patch) {
    if (key.startsWith('archived.') || key.includes('*')) continue;
    if (indexSettingGroups.some(({ prefix }) => key.startsWith(prefix))) {
      if (value !== null) checkOfGroup(key, value);
      continue;
    }
    const row = settingRow(registry, key);
    if (!row || row.scope !== 'index') throw unknownSetting(registry, key);
    if (changeOf(row) === 'private') {
      if (occasion === 'create') refused.push(`private index setting [${key}] can not be set explicitly`);
      else throw notUpdatable(key);
    }
    // Only text settings accept a list, which is parsed from its text.
    if (value !== null) row.parse(key === row.key ? value : `[${value}]`);
  }
  if (refused.length > 0) throw validationException(refused);
}

function notUpdatable(key: string): OpenSearchError {
  return illegalArgument(`can not update private setting [${key}]; this setting is managed by OpenSearch`);
}

function validationException(problems: readonly string[]): OpenSearchError {
  const list = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  return new OpenSearchError('validation_exception', `Validation Failed: ${list}`);
}

function checkOfGroup(key: string, value: string): void {
  if (key.startsWith('index.routing.allocation.')) checkAllocationFilter(key, value);
}

function unknownSetting(registry: SettingsRegistry, key: string): Error {
  const known = registry
    .all()
    .filter((row) => row.scope === 'index')
    .map((row) => row.key);
  const scored = hashMapOrder(known)
    .map((name) => ({ key: name, score: levenshteinSimilarity(key, name) }))
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

/** Keys of the patch that cannot change on an open index. */
export function nonDynamicKeys(registry: SettingsRegistry, patch: SettingsPatch): readonly string[] {
  const keys = [...patch.keys()].filter((key) => {
    const group = indexSettingGroups.find(({ prefix }) => key.startsWith(prefix));
    if (group) return group.change !== 'dynamic';
    const row = settingRow(registry, key);
    return row !== undefined && changeOf(row) !== 'dynamic';
  });
  return [...new Set(keys.map((key) => settingRow(registry, key)?.key ?? key))];
}

/** Keys that cannot change even on a closed index. */
export function finalKeys(registry: SettingsRegistry, patch: SettingsPatch): readonly string[] {
  return [...patch.keys()].filter((key) => {
    const row = settingRow(registry, key);
    return row !== undefined && changeOf(row) === 'final';
  });
}
