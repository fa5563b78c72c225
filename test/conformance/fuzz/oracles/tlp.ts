import { Expressions } from '../expressions.ts';
import type { Oracle } from '../oracle.ts';
import { source } from '../sources.ts';
import { wholeOfParts } from './parts.ts';

/** Rows where p is true, where it is false, and where it is NULL are all rows, each once. */
export const tlp: Oracle = (pick, engines) => {
  const from = source(pick);
  const condition = new Expressions(pick, from.scope).bool(pick.int(0, 2)).rockpool;
  return wholeOfParts(pick, engines, from, [condition, `NOT ${condition}`, `(${condition}) IS NULL`]);
};
