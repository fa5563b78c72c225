import type { FlatSettings } from '../../common/index.ts';
import { patchSettings, type SettingsPatch } from './flat.ts';

/** Settings of an index after a patch; `preserveExisting` keeps those already set. */
export function nextSettings(
  index: { readonly settings: FlatSettings },
  patch: SettingsPatch,
  preserveExisting: boolean,
): { readonly settings: FlatSettings; readonly replicas: number } {
  const effective = preserveExisting
    ? new Map([...patch].filter(([key]) => !index.settings.has(key)))
    : patch;
  const settings = patchSettings(index.settings, effective);
  if (!settings.has('index.number_of_replicas')) settings.set('index.number_of_replicas', '1');
  return { settings, replicas: Number(settings.get('index.number_of_replicas')) };
}
