import { bug } from '../common/index.ts';

/**
 * Names are generated (uuids, `_0.seg`), so a separator or a dot name is a bug that would reach outside the
 * folder.
 */
export function checkFileName(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) {
    throw bug(`not a file name: ${JSON.stringify(name)}`);
  }
}

const SLOT_SUFFIX = '.ckp';

/** Throws unless the name marks a file that is overwritten in place. */
export function checkSlotName(name: string): void {
  checkFileName(name);
  if (!name.endsWith(SLOT_SUFFIX)) throw bug(`not the name of a slot: ${JSON.stringify(name)}`);
}

/**
 * The order in which the files of a folder in use are copied: those overwritten in place first. They describe
 * other files, and must not describe more than the copies of those contain.
 */
export function copyOrder(names: readonly string[]): readonly string[] {
  const isSlot = (name: string): boolean => name.endsWith(SLOT_SUFFIX);
  return [...names.filter(isSlot), ...names.filter((name) => !isSlot(name))];
}
