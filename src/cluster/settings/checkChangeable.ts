import type { SettingsRegistry } from '../../common/index.ts';
import { illegalArgument } from '../../common/index.ts';
import type { SettingsPatch } from './flat.ts';
import { finalKeys, nonDynamicKeys } from './validate.ts';

/**
 * Throws illegal_argument_exception for settings that cannot be changed while the indices are open, or not at
 * all.
 */
export function checkChangeable(
  registry: SettingsRegistry,
  indices: readonly { readonly name: string; readonly uuid: string; readonly state: 'open' | 'close' }[],
  patch: SettingsPatch,
): void {
  const fixed = nonDynamicKeys(registry, patch);
  const open = indices.filter((index) => index.state === 'open');
  if (fixed.length > 0 && open.length > 0) {
    const names = open.map((index) => `[${index.name}/${index.uuid}]`).join(', ');
    throw illegalArgument(
      `Can't update non dynamic settings [[${fixed.join(', ')}]] for open indices [${names}]`,
    );
  }
  const final = finalKeys(registry, patch);
  if (final.length > 0 && indices.length > 0) {
    throw illegalArgument(`final ${indices[0].name} setting [${final[0]}], not updateable`);
  }
}
