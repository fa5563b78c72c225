import { similarNames } from '../../common/index.ts';

/** ` did you mean [x]?`, ` did you mean any of [x, y]?`, or nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const similar = similarNames(name, known);
  if (similar.length === 0) return '';
  return ` did you mean ${similar.length === 1 ? '' : 'any of '}[${similar.join(', ')}]?`;
}
