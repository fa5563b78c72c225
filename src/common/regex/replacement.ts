import { illegalArgument, OpenSearchError } from '../errors.ts';

/**
 * Expands the references of a replacement for one match, as Java does: `$1` takes as many digits as there are
 * groups for, `${name}` is a named group, `\` escapes the next character. Throws index_out_of_bounds and
 * illegal_argument errors.
 */
export function expandReplacement(
  replacement: string,
  groups: readonly (string | null)[],
  names: ReadonlyMap<string, readonly number[]>,
): string {
  return replacement.replace(/\\([\s\S]?)|\$(\d+)|\$\{(\w*)\}|\$/g, (_all, escaped, digits, name) => {
    if (escaped === '') throw illegalArgument('character to be escaped is missing');
    if (escaped !== undefined) return escaped;
    if (digits !== undefined) return numbered(digits, groups);
    if (name === undefined) throw illegalArgument('Illegal group reference');
    const group = names.get(name)?.[0];
    if (group === undefined) throw illegalArgument(`No group with name {${name}}`);
    return groups[group] ?? '';
  });
}

function numbered(digits: string, groups: readonly (string | null)[]): string {
  let group = Number(digits[0]);
  if (group >= groups.length) {
    throw new OpenSearchError('index_out_of_bounds_exception', `No group ${group}`);
  }
  let used = 1;
  while (used < digits.length && group * 10 + Number(digits[used]) < groups.length) {
    group = group * 10 + Number(digits[used++]);
  }
  return (groups[group] ?? '') + digits.slice(used);
}
