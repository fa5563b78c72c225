import { notEmulated } from '../../common/index.ts';
import type { ClauseType } from '../clause.ts';

/** Clauses of the original that Rockpool does not support; they are rejected by name. */
const NAMES: readonly string[] = ['neural', 'shape'];

export const notEmulatedClauses: readonly ClauseType[] = NAMES.map((name) => ({
  names: [name],
  doc: 'refused: not emulated',
  parse() {
    throw notEmulated(`the query [${name}]`);
  },
}));
