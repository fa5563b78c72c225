import { Expressions } from '../expressions.ts';
import type { Oracle } from '../oracle.ts';
import { source } from '../sources.ts';
import { wholeOfParts } from './parts.ts';

/** A value is below, at, between or above two bounds, or is NULL. */
export const partition: Oracle = (pick, engines) => {
  const from = source(pick);
  const expressions = new Expressions(pick, from.scope);
  const type = pick.of(['int', 'double'] as const);
  const value = expressions.any(type, pick.int(0, 2)).rockpool;
  const [low, high] = [pick.int(-4, 0), pick.int(1, 6)];
  return wholeOfParts(pick, engines, from, [
    `${value} < ${low}`,
    `${value} = ${low}`,
    `${value} > ${low} AND ${value} <= ${high}`,
    `NOT ${value} <= ${high}`,
    `${value} IS NULL`,
  ]);
};
