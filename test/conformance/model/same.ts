import { isDeepStrictEqual } from 'node:util';
import { stringifyJson } from '../../../src/common/index.ts';

export class Difference extends Error {}

/** Throws a Difference that shows both where an answer is not the expected one. */
export function same(found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Difference(`answered ${shown(found)}\n  expected ${shown(expected)}`);
}

/** Whole numbers past 2^53 are bigints here. */
const shown = (value: unknown): string => stringifyJson(value);
